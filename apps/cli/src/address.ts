import { type Operation, PalaceError } from '@loci/contract'

// what an example calls the thing at each depth of an address
const samples = ['work', 'project-x', 'context']

/** `wing/room[/name]`: the fields that an ADDRESS fills, the optional ones in brackets. */
export function addressForm(fields: readonly string[], required = fields.length): string {
  return fields.map((field, at) => (at < required ? `${at ? '/' : ''}${field}` : `[/${field}]`)).join('')
}

/** `work/project-x/context`, as deep as the fields are. */
export const sampleAddress = (fields: readonly string[]): string => samples.slice(0, fields.length).join('/')

/** The fields of an ADDRESS. The last one takes the rest, slashes and all. */
export function splitAddress(address: string, command: NonNullable<Operation['command']>): Record<string, string> {
  const { name, address: fields = [], required = fields.length } = command
  const parts = address.split('/')
  const segments = [...parts.slice(0, fields.length - 1), parts.slice(fields.length - 1).join('/')]
  const given = parts.length < fields.length ? parts : segments
  if (given.length < required || parts.includes('')) {
    throw new PalaceError('palace.path_invalid', `${JSON.stringify(address)} is not an address for ${name}`, {
      help: `Write ${addressForm(fields, required).toUpperCase()}, as in: loci ${name} ${sampleAddress(fields)}`,
    })
  }
  return Object.fromEntries(given.map((segment, at) => [fields[at] ?? '', segment]))
}
