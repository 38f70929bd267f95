import { PalaceError } from '@loci/contract'

const longest = 256

/** The name of an entity as it is kept: in NFC, without white space at its ends. `input.invalid` with the field. */
export function toEntityName(field: string, given: string): string {
  const name = given.normalize('NFC').trim()
  const fault = faultOf(name)
  if (fault === undefined) return name
  throw new PalaceError('input.invalid', `${field}: ${fault}`, { details: { field } })
}

function faultOf(name: string): string | undefined {
  if (name === '') return 'is blank'
  if (Array.from(name).length > longest) return `is longer than ${longest} characters`
  if (!name.isWellFormed()) return 'holds half of a surrogate pair'
  return /\p{Cc}/u.test(name) ? 'holds a control character' : undefined
}

/** What an entity is found by: its name without case, accents and runs of white space. */
export const entityKey = (name: string): string =>
  name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().normalize('NFKC').replaceAll(/\s+/gu, ' ').trim() ||
  name

/** A predicate as it is kept: in lower case, its words joined by underscores. */
export const toPredicate = (given: string): string =>
  toEntityName('predicate', given)
    .toLowerCase()
    .replaceAll(/[\s\p{Pd}_]+/gu, '_')
    .replaceAll(/^_|_$/gu, '') || toEntityName('predicate', given)

/** Predicates that have one object at a time unless whoever adds a fact says otherwise. */
const singleValued = new Set([
  'born_in',
  'born_on',
  'current_version',
  'has_status',
  'lead_by',
  'led_by',
  'lives_in',
  'located_in',
  'married_to',
  'owned_by',
  'reports_to',
  'status',
  'uses_model',
  'works_at',
  'works_for',
])

export const isSingleValued = (predicate: string): boolean => singleValued.has(predicate)
