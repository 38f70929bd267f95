import { type Archive, readMember } from './archive.ts'
import { readSlides } from './office/read-slides.ts'
import { readWord } from './office/read-word.ts'
import { readWorkbook } from './office/read-workbook.ts'
import { readRelationships, targetsOf } from './office/relationships.ts'
import { readOpenSheets, readOpenSlides, readOpenText } from './open-document/read-open-document.ts'
import { readRootName } from './read-xml.ts'
import { Refusal } from './reasons.ts'
import type { TextBudget } from './text-budget.ts'
import type { ExtractedDocument } from './types.ts'
import { readEpub } from './web/read-epub.ts'

// a media type is no longer
const maxTypeBytes = 1_024
const openDocument = 'application/vnd.oasis.opendocument.'

/** Reads the document in a zip container, told by what its format demands to be in it. */
export async function readZipDocument(archive: Archive, budget: TextBudget): Promise<ExtractedDocument> {
  const type = (await readMember(archive, 'mimetype', maxTypeBytes)).toString('latin1').trim()
  if (type.startsWith(`${openDocument}text`)) return { format: 'odt', ...(await readOpenText(archive, budget)) }
  if (type.startsWith(`${openDocument}spreadsheet`))
    return { format: 'ods', ...(await readOpenSheets(archive, budget)) }
  if (type.startsWith(`${openDocument}presentation`))
    return { format: 'odp', ...(await readOpenSlides(archive, budget)) }
  if (type === 'application/epub+zip' || archive.has('META-INF/container.xml')) {
    return { format: 'epub', ...(await readEpub(archive, budget)) }
  }
  return readOffice(archive, budget)
}

async function readOffice(archive: Archive, budget: TextBudget): Promise<ExtractedDocument> {
  const [main] = targetsOf(await readRelationships(archive, ''), 'officeDocument')
  // a workbook in binary is named by the same relationship
  if (main === undefined || main.endsWith('.bin')) throw new Refusal('unsupported')
  switch (await readRootName(archive, main)) {
    case 'document':
      return { format: 'docx', ...(await readWord(archive, main, budget)) }
    case 'presentation':
      return { format: 'pptx', ...(await readSlides(archive, main, budget)) }
    case 'workbook':
      return { format: 'xlsx', ...(await readWorkbook(archive, main, budget)) }
    case undefined:
    default:
      throw new Refusal('unsupported')
  }
}
