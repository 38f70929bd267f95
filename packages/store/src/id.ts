import { v7 } from 'uuid'

/** A new UUIDv7: ids made later sort later, so that they can be the last key of a page. */
export const newId = (): string => v7()
