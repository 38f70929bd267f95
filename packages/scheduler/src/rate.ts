/** Items a second since the first that was told, for one run; nothing until there is something to go by. */
export function createRate(): (current: number) => number | undefined {
  let first: { current: number; at: number } | undefined
  return (current) => {
    const at = performance.now()
    first ??= { current, at }
    const seconds = (at - first.at) / 1000
    return seconds < 0.1 ? undefined : Math.round(((current - first.current) / seconds) * 10) / 10
  }
}
