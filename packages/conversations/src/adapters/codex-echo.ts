// the two records of a pair stand close together
const remembered = 64

/**
 * Tells whether a channel says what another has just said: two channels carry the same conversation, and each saying of
 * one answers one of the other, so that what is said twice in one channel stays said twice.
 */
export function createEchoFilter(): (channel: string, saying: string) => boolean {
  const open: { channel: string; saying: string }[] = []
  return (channel, saying) => {
    const pair = open.findIndex((other) => other.channel !== channel && other.saying === saying)
    if (pair !== -1) {
      open.splice(pair, 1)
      return true
    }
    open.push({ channel, saying })
    if (open.length > remembered) open.shift()
    return false
  }
}
