const decoder = new TextDecoder('utf-16le', { ignoreBOM: true })

/** A text of a small part, where one string more or less costs nothing. */
export const decodeText = (
  bytes: Uint8Array,
  { start, end }: { readonly start: number; readonly end: number },
): string => decoder.decode(bytes.subarray(start, end))
