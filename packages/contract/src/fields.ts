import * as z from 'zod'

// fields that many operations share, described once

export const wing = z.string().min(1).max(256).describe('wing name or id')
export const room = z.string().min(1).max(256).describe('room name or id')
export const drawer = z.string().min(1).max(2048).describe('drawer name (may hold /) or id')
export const instant = z.iso.datetime({ offset: true })
export const id = z.uuid()
export const changeSet = id.nullable().describe('the change set of this write; null when nothing changed')
export const limit = (standard: number, most = 200) =>
  z.int().min(1).max(most).default(standard).describe(`most, 1 to ${most}`)
export const cursor = z.string().max(8192).optional().describe('next_cursor of the last page')
export const nextCursor = z.string().nullable().describe('pass it as cursor for the next page; null at the end')
export const asOf = instant.optional().describe('as it was at this instant')
export const wait = (seconds: number) =>
  z.number().min(0).max(300).default(seconds).describe('seconds to wait for the result, then the job')
export const expectedRevision = z
  .int()
  .min(1)
  .optional()
  .describe('refuse with revision.stale unless it is at this revision')
export const description = z.string().max(4096)
export const name = z.string().max(4096)
export const tags = z.array(z.string().trim().min(1).max(128)).max(64)
export const strict = z
  .boolean()
  .default(false)
  .describe('refuse a name that differs from a live one only in case or separators')

export const source = z
  .strictObject({
    uri: z.string().max(4096).nullable().optional().describe('where it came from: a path or a URL'),
    kind: z.string().max(64).nullable().optional().describe('what it came from, such as file, chat or document'),
    document: z.string().max(2048).nullable().optional().describe('the document it is a part of'),
    position: z.int().min(0).max(2_147_483_647).nullable().optional().describe('its place in that document'),
    author: z.string().max(512).nullable().optional().describe('who said or wrote it'),
    authored_at: instant.nullable().optional().describe('when it was said or written'),
  })
  .describe('where a drawer came from')

/** What a delete took to the trash. */
export const deleted = z.object({ wings: z.int(), rooms: z.int(), drawers: z.int(), change_set: id })
