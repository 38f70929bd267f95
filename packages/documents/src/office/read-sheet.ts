import type { Archive } from '../archive.ts'
import { createLineWriter } from '../line-writer.ts'
import { readXml } from '../read-xml.ts'
import type { TextBudget } from '../text-budget.ts'
import { columnOf, numberText } from './cell-value.ts'
import type { NumberMeaning } from './number-formats.ts'

export interface SheetContext {
  strings: readonly string[]
  meanings: readonly NumberMeaning[]
  date1904: boolean
  budget: TextBudget
}

/** The rows of a sheet as lines. Columns without a value up to the last one with a value are empty. */
export async function readSheet(archive: Archive, member: string, context: SheetContext): Promise<string | undefined> {
  const writer = createLineWriter(context.budget)
  let column = 0
  let written = 0
  let type = ''
  let style = 0
  let value = ''
  let inValue = false
  await readXml(archive, member, {
    open({ name, attributes }) {
      if (name === 'row') column = written = 0
      if (name === 'c') {
        column = columnOf(attributes['r']) ?? column
        type = attributes['t'] ?? 'n'
        style = Number(attributes['s'] ?? 0)
        value = ''
      }
      inValue = name === 'v' || (name === 't' && type === 'inlineStr')
    },
    text(text) {
      if (!inValue) return
      context.budget.check(value.length + text.length)
      value += text
    },
    close(name) {
      inValue = false
      if (name === 'row') writer.endLine()
      if (name !== 'c') return
      const text = cellText(type, value, style, context)
      if (text !== '') {
        for (; written < column; written += 1) writer.tab()
        writer.text(text.replace(/[\t\r\n]+/g, ' '))
      }
      column += 1
    },
  })
  return writer.take()
}

function cellText(type: string, value: string, style: number, context: SheetContext): string {
  switch (type) {
    case 's':
      return context.strings[Number(value)] ?? ''
    case 'b':
      return value === '' ? '' : value === '1' ? 'TRUE' : 'FALSE'
    case 'n':
      return numberText(value, context.meanings[style] ?? 'number', context.date1904)
    default:
      return value
  }
}
