/**
 * Frees memory that is no longer used. The garbage collector would do so later, and until then the next value of the
 * same size would need more memory. Older browsers lack the method.
 */
export function release({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && typeof buffer.transfer === 'function') buffer.transfer(0)
}
