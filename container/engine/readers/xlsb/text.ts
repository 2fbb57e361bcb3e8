const decoder = new TextDecoder('utf-16le', { ignoreBOM: true })

/** Decodes text of small parts, where it is cheap to create strings. */
export const decodeText = (
  bytes: Uint8Array,
  { start, end }: { readonly start: number; readonly end: number },
): string => decoder.decode(bytes.subarray(start, end))
