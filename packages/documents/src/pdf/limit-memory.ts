// smaller arrays come and go by the thousand
const largeBytes = 65_536

/**
 * Limits what this thread unpacks into byte arrays: once the large ones are longer than `maxBytes`, all in all,
 * `exceeded` is called and the array refused. It is for a thread of its own, as it changes what all of it uses. The
 * reader of PDF has no limit of its own, and doubles an array until all of a stream is in it.
 */
export function limitMemory(maxBytes: () => number, exceeded: () => void): { reset(): void } {
  let taken = 0
  globalThis.Uint8Array = new Proxy(Uint8Array, {
    construct(target, parameters: unknown[], newTarget) {
      const [length] = parameters
      if (typeof length === 'number' && length >= largeBytes) taken += length
      if (taken > maxBytes()) {
        exceeded()
        throw new RangeError('too much memory')
      }
      return Reflect.construct(target, parameters, newTarget) as object
    },
  })
  // it would unpack outside of any array
  Reflect.deleteProperty(globalThis, 'DecompressionStream')
  return {
    reset() {
      taken = 0
    },
  }
}
