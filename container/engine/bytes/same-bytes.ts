export function areBytes(wanted: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (wanted.length !== end - start) return false
  for (let at = 0; at < wanted.length; at++) if (wanted[at] !== bytes[start + at]) return false
  return true
}
