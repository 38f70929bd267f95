import type { LineWriter } from '../line-writer.ts'

/** A writer of text whose tables are told by their ends alone, as rich text does. */
export function createTableFlow(writer: LineWriter) {
  let rowOpen = false
  let cellOpen = false

  const openCell = () => {
    if (cellOpen) return
    if (!rowOpen) writer.startRow()
    writer.startCell()
    rowOpen = cellOpen = true
  }
  const closeCell = () => {
    if (cellOpen) writer.endCell()
    cellOpen = false
  }

  return {
    text(text: string, inTable: boolean) {
      if (inTable) openCell()
      writer.text(text)
    },
    tab: () => writer.tab(),
    breakLine: () => writer.breakLine(),
    /** The end of a cell of a table within a cell. */
    endNested: () => writer.endLine(),
    endCell() {
      openCell()
      closeCell()
    },
    endRow() {
      closeCell()
      writer.endRow()
      rowOpen = false
    },
  }
}
