import { Errors, Flags, type Interfaces } from '@oclif/core'
import type { Field } from './fields.ts'
import { toInstant } from './instant.ts'

/** The flags of fields, by name. */
export function flagsOf(fields: readonly Field[]): Interfaces.FlagInput {
  return Object.fromEntries(fields.flatMap(flagsOfField))
}

function flagsOfField(field: Field) {
  const { flag, description, required } = field
  const positive = [flag, flagOf(field)] as const
  if (field.without === undefined) return [positive]
  const negative = Flags.boolean({ description: `take it away: ${description}`, exclusive: [flag], hidden: required })
  return [positive, [`no-${flag}`, negative] as const]
}

function flagOf({ kind, options, description, required }: Field) {
  const common = { description, required }
  if (kind === 'integer') return Flags.integer(common)
  if (kind === 'number') return numberFlag(common)
  if (kind === 'boolean') return Flags.boolean({ description, allowNo: true })
  // not greedy: an argument may follow
  if (kind === 'list') return Flags.string({ ...common, multiple: true, multipleNonGreedy: true })
  return Flags.string({ ...common, ...(options && { options: [...options] }) })
}

const numberFlag = Flags.custom<number>({
  parse: async (given) => {
    const value = Number(given)
    if (given.trim() === '' || Number.isNaN(value))
      throw new Errors.CLIError(`Expected a number but received: ${given}`)
    return value
  },
})

/** The input that parsed flags say; what was not given is left out, so that the contract's defaults hold. */
export function inputOf(fields: readonly Field[], flags: Record<string, unknown>): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const field of fields) {
    const value = valueOf(field, flags)
    if (value === undefined) continue
    const [name, key] = field.path
    input[name] = key === undefined ? value : { ...(input[name] as object | undefined), [key]: value }
  }
  return input
}

function valueOf({ flag, kind, without }: Field, flags: Record<string, unknown>): unknown {
  if (without !== undefined && flags[`no-${flag}`] === true) return without
  const value = flags[flag]
  return kind === 'instant' && typeof value === 'string' ? toInstant(value) : value
}
