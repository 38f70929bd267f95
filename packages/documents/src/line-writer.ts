import { cleanText, type TextBudget } from './text-budget.ts'

/** Collects text as lines: blocks end them, and in a table each row is a line whose cells stand apart by tabs. */
export interface LineWriter {
  text(text: string): void
  tab(): void
  /** Ends the line unless it is empty: where a block begins. In a cell, which is part of a line, a space. */
  endLine(): void
  /** Ends the line, be it empty. In a cell a space. */
  breakLine(): void
  startRow(): void
  startCell(): void
  endCell(): void
  endRow(): void
  /** All lines so far, cleaned, which are then forgotten. Undefined when all are blank. */
  take(): string | undefined
}

export function createLineWriter(budget: TextBudget): LineWriter {
  let pieces: string[] = []
  let last = '\n'
  // a table in a cell is part of the cell's line
  let depth = 0
  let cellsInRow = 0
  let spaceDue = false

  const add = (piece: string) => {
    if (piece === '') return
    budget.spend(piece)
    pieces.push(piece)
    last = piece.at(-1) ?? last
  }
  const endLine = () => {
    if (depth > 0) spaceDue = true
    else if (last !== '\n') add('\n')
  }

  return {
    text(text) {
      if (text === '') return
      if (spaceDue && !/\s/.test(last)) add(' ')
      spaceDue = false
      add(depth > 0 ? text.replace(/[\t\r\n]/g, ' ') : text)
    },
    tab() {
      if (depth > 0) spaceDue = true
      else add('\t')
    },
    endLine,
    breakLine() {
      if (depth > 0) spaceDue = true
      else add('\n')
    },
    startRow() {
      endLine()
      if (depth === 0) cellsInRow = 0
    },
    startCell() {
      if (depth > 0) spaceDue = true
      else if (cellsInRow > 0) add('\t')
      if (depth === 0) cellsInRow += 1
      depth += 1
    },
    endCell() {
      depth = Math.max(0, depth - 1)
      if (depth === 0) spaceDue = false
    },
    endRow: endLine,
    take() {
      const text = cleanText(pieces.join(''))
      pieces = []
      last = '\n'
      spaceDue = false
      return text.trim() === '' ? undefined : text
    },
  }
}
