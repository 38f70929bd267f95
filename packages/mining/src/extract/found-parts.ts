import { type DocumentPart, type ExtractedDocument, joinParts } from '@loci/documents'
import { type PartLabel, pointAt } from '@loci/palace-hierarchy'
import { type Found, foundToFit } from '../found.ts'
import type { FileEntry } from '../projects/walk-entry.ts'

type Labelled = DocumentPart & { label: PartLabel }

/** A document a page, slide, sheet or chapter; one of all the text where there are none. */
export function* foundParts(
  { path, absolute }: FileEntry,
  { parts }: ExtractedDocument,
  { maxBytes }: { maxBytes: number },
): Generator<Found> {
  if (!parts.every(isLabelled)) {
    yield foundToFit({ path, uri: absolute, content: joinParts(parts).text }, maxBytes)
    return
  }
  const taken = new Set<string>()
  for (const [index, part] of parts.entries()) {
    const number = part.number ?? index + 1
    const value = free(valueOf(part, number), number, taken)
    taken.add(value)
    const [partPath, uri] = [path, absolute].map((file) => pointAt(file, part.label, value)) as [string, string]
    yield foundToFit({ path: partPath, uri, position: number - 1, content: part.text }, maxBytes)
  }
}

const isLabelled = (part: DocumentPart): part is Labelled => part.label !== undefined

/** Sheets are known by their names, which stay when others come between; the rest by number, as people name them. */
const valueOf = ({ label, name }: Labelled, number: number): string =>
  label === 'sheet' && name !== undefined ? name.normalize('NFC') : String(number)

/** A value that no part has yet: only a spoilt workbook has two sheets of one name. */
function free(value: string, number: number, taken: ReadonlySet<string>): string {
  return taken.has(value) ? free(`${value} (${number})`, number, taken) : value
}
