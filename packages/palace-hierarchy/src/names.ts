import { PalaceError } from '@loci/contract'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const longest = { wing: 128, room: 128, drawer: 1024 }

export type Kind = keyof typeof longest

/** Whether an address segment is an id. Names never look like one, so the two cannot be confused. */
export const isId = (segment: string): boolean => uuid.test(segment)

/** A name as it is kept: in NFC. `palace.path_invalid` when it breaks the rule, with what is wrong. */
export function toName(kind: Kind, given: string): string {
  const name = given.normalize('NFC')
  const fault = faultOf(kind, name)
  if (fault !== undefined)
    throw new PalaceError('palace.path_invalid', `the ${kind} name ${JSON.stringify(given.slice(0, 80))} ${fault}`, {
      help: `A ${kind} name has 1 to ${longest[kind].toLocaleString('en')} characters, none of them a control character, no white space at its ends${
        kind === 'drawer' ? ', and no empty, . or .. segment between its slashes' : ', and no slash'
      }.`,
    })
  return name
}

function faultOf(kind: Kind, name: string): string | undefined {
  if (name === '') return 'is empty'
  if (Array.from(name).length > longest[kind]) return `is longer than ${longest[kind]} characters`
  if (!name.isWellFormed()) return 'holds half of a surrogate pair'
  if (/\p{Cc}/u.test(name)) return 'holds a control character'
  if (/^\s|\s$/u.test(name)) return 'has white space at an end'
  if (isId(name)) return 'is shaped like an id'
  if (kind !== 'drawer') return name.includes('/') ? 'holds a slash' : undefined
  const odd = name.split('/').find((segment) => segment === '' || segment === '.' || segment === '..')
  return odd === undefined ? undefined : `has the segment "${odd}"`
}

/** What near twins share: the name without case, spaces, hyphens and underscores. */
export function nameKey(name: string): string {
  return (
    name
      .toLowerCase()
      .normalize('NFC')
      .replaceAll(/[\s\p{Pd}_]+/gu, '') || name
  )
}
