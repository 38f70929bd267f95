import Table from 'cli-table3'
import { oneLine } from './neutralise.ts'
import { styled } from './terminal.ts'
import { cut, widthOf } from './width.ts'

export interface Column {
  title: string
  /** Numbers stand at the right. */
  right?: boolean
  /** How narrow it may become when the table does not fit. */
  least?: number
}

/** The columns of a list, and what each shows of an item. */
export type Cells<T> = readonly (Column & { cell: (item: T) => unknown })[]

const gap = 2
const outer = ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right']
const inner = ['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid']
const chars = { ...Object.fromEntries([...outer, ...inner].map((edge) => [edge, ''])), middle: ' '.repeat(gap) }

/** Rows as a table without lines that fits the width; the longest cells are cut first. */
export function renderTable(columns: readonly Column[], rows: readonly (readonly string[])[], width: number): string {
  const cells = rows.map((row) => row.map(oneLine))
  const natural = columns.map(({ title }, at) =>
    Math.max(widthOf(title), ...cells.map((row) => widthOf(row[at] ?? ''))),
  )
  const least = columns.map(({ title, least: given = 8 }) => Math.max(widthOf(title), given))
  const widths = fit(natural, least, width - gap * (columns.length - 1))
  const table = new Table({
    chars,
    colWidths: widths,
    colAligns: columns.map(({ right }) => (right ? 'right' : 'left')),
    style: { head: [], border: [], compact: true, 'padding-left': 0, 'padding-right': 0 },
    head: columns.map(({ title }, at) => styled('bold', cut(title, widths[at] ?? 0))),
  })
  table.push(...cells.map((row) => row.map((cell, at) => cut(cell, widths[at] ?? 0))))
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
}

/** Column widths that add up to the room there is: the widest give way first, none below its least. */
export function fit(natural: readonly number[], least: readonly number[], room: number): number[] {
  const widths = [...natural]
  for (let over = sum(widths) - room; over > 0; over--) {
    const spare = widths.map((width, at) => (width > (least[at] ?? 0) ? width : 0))
    const widest = Math.max(...spare)
    if (widest === 0) break
    const at = spare.indexOf(widest)
    widths[at] = widest - 1
  }
  return widths
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
