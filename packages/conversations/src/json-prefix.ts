/**
 * The value of a JSON text that may be cut off: what is complete by then, with the open lists and objects closed. Of a
 * text that is no JSON further on, what is complete before its first part ends. Nothing when it is not JSON up to there.
 */
export function parsePrefix(text: string): unknown {
  return (
    parsed(text) ??
    cutsOf(text)
      .map((cut) => parsed(closed(text.slice(0, cut))))
      .find((value) => value !== undefined)
  )
}

/** The last place behind a whole value, and the end of the first part. */
function cutsOf(text: string): number[] {
  let first = 0
  let last = 0
  let depth = 0
  for (const { character, at } of structure(text)) {
    if (character === '{' || character === '[') depth += 1
    else if (character !== ',') depth -= 1
    if (character === ',') last = at
    else if (character === '{' || character === '[') last = at + 1
    else if (depth === 1 && first === 0) first = at + 1
  }
  return [last, first]
}

function closed(text: string): string {
  const closers: string[] = []
  for (const { character } of structure(text)) {
    if (character === '{' || character === '[') closers.push(character === '{' ? '}' : ']')
    else if (character !== ',') closers.pop()
  }
  return text + closers.toReversed().join('')
}

/** The brackets and commas outside of texts. */
function* structure(text: string): Generator<{ character: string; at: number }> {
  let inText = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (inText && character === '\\') at += 1
    else if (character === '"') inText = !inText
    else if (!inText && '{}[],'.includes(character)) yield { character, at }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
