/**
 * The value of a JSON text that may be cut off: what is complete by then, with the open lists and objects closed.
 * Nothing when it is not JSON up to there.
 */
export function parsePrefix(text: string): unknown {
  const whole = parsed(text)
  if (whole !== undefined) return whole
  const closers: string[] = []
  let inText = false
  // the last place behind a whole value, and what has to be closed there
  let cut = 0
  let open: string[] = []
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (inText) {
      if (character === '\\') at += 1
      else if (character === '"') inText = false
    } else if (character === '"') inText = true
    else if (character === '{' || character === '[') {
      closers.push(character === '{' ? '}' : ']')
      cut = at + 1
      open = closers.toReversed()
    } else if (character === '}' || character === ']') closers.pop()
    else if (character === ',') {
      cut = at
      open = closers.toReversed()
    }
  }
  return parsed(text.slice(0, cut) + open.join(''))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
