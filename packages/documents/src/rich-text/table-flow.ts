import type { LineWriter } from '../line-writer.ts'

interface TableFlow {
  text(text: string, inTable: boolean): void
  tab(): void
  breakLine(): void
  /** Ends a cell or row of a table within a cell. */
  endNested(): void
  endCell(): void
  endRow(): void
}

/** What control words do to the lines of a text. */
export const layoutWords: Record<string, (flow: TableFlow) => void> = {
  par: (flow) => flow.breakLine(),
  line: (flow) => flow.breakLine(),
  sect: (flow) => flow.breakLine(),
  page: (flow) => flow.breakLine(),
  column: (flow) => flow.breakLine(),
  tab: (flow) => flow.tab(),
  cell: (flow) => flow.endCell(),
  row: (flow) => flow.endRow(),
  nestcell: (flow) => flow.endNested(),
  nestrow: (flow) => flow.endNested(),
}

/** A writer of text whose tables are told by their ends alone, as rich text does. */
export function createTableFlow(writer: LineWriter): TableFlow {
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
