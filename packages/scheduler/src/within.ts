/** Waits for a promise, but no longer than so many milliseconds. */
export async function within(promise: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const up = new Promise((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([promise, up]).finally(() => clearTimeout(timer))
}
