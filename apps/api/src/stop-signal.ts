/** Resolves at the first signal to stop; a second one ends the process at once. */
export async function stopSignal(): Promise<string> {
  const signal = await new Promise<string>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => resolve(name))
  })
  process.once('SIGTERM', () => process.exit(1)).once('SIGINT', () => process.exit(1))
  return signal
}
