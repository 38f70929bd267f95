import { message, textAt, typeOf } from './protocol.ts'

interface Step {
  data: Buffer
  /** an answer that the client did not ask for */
  hidden: boolean
}

export interface Statements {
  /** What to send to the session for one client message. */
  translate(data: Buffer): Step[]
  /** Close messages for everything the client has prepared. */
  closeAll(): Buffer[]
}

/** The one unnamed statement of the session: which client's it is. */
export interface UnnamedSlot {
  owner?: Statements | undefined
}

/**
 * One client's prepared statements in a session shared by all: names get a prefix of the client's own, and the unnamed
 * statement is parsed again when another client has put its own in place.
 */
export function createStatements(prefix: string, slot: UnnamedSlot): Statements {
  const names = new Map<string, string>()
  let unnamed: Buffer | undefined
  let count = 0

  function inner(name: string): string {
    const known = names.get(name)
    if (known !== undefined || name === '') return known ?? ''
    // short, as the session tells names apart by their first 63 bytes only
    const made = `${prefix}.${++count}`
    names.set(name, made)
    return made
  }

  function reparse(name: string): Step[] {
    if (name !== '' || unnamed === undefined || slot.owner === statements) return []
    slot.owner = statements
    return [{ data: unnamed, hidden: true }]
  }

  function rename(data: Buffer, at: number): Buffer {
    const name = textAt(data, at)
    const end = at + Buffer.byteLength(name) + 1
    return name === '' ? data : message(typeOf(data), data.subarray(5, at), inner(name), data.subarray(end))
  }

  const statements: Statements = {
    translate(data) {
      const step = (renamed: Buffer): Step => ({ data: renamed, hidden: false })
      switch (typeOf(data)) {
        case 'P': {
          if (data[5] !== 0) return [step(rename(data, 5))]
          unnamed = data
          slot.owner = statements
          return [step(data)]
        }
        case 'B': {
          const at = 5 + Buffer.byteLength(textAt(data, 5)) + 1
          return [...reparse(textAt(data, at)), step(rename(data, at))]
        }
        case 'D':
        case 'C': {
          if (String.fromCharCode(data[5] ?? 0) !== 'S') return [step(data)]
          const name = textAt(data, 6)
          const steps = typeOf(data) === 'D' ? reparse(name) : []
          steps.push(step(rename(data, 6)))
          if (typeOf(data) === 'C') {
            names.delete(name)
            if (name === '') unnamed = undefined
          }
          return steps
        }
        case 'Q': {
          // a simple query drops the unnamed statement of the session
          unnamed = undefined
          slot.owner = undefined
          return [step(data)]
        }
        default:
          return [step(data)]
      }
    },
    closeAll() {
      const made = [...names.values()]
      names.clear()
      unnamed = undefined
      return made.map((name) => message('C', Buffer.from('S'), name))
    },
  }
  return statements
}
