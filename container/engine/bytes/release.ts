/**
 * Frees memory that nobody uses any more. A garbage collector would do so later, and in the meantime the next value of the same
 * size needs memory of its own. Older browsers lack the method, and wait for their garbage collector.
 */
export function release({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && typeof buffer.transfer === 'function') buffer.transfer(0)
}
