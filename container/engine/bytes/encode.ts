const encoder = new TextEncoder()
const decoder = new TextDecoder()

export const encode = (text: string): Uint8Array => encoder.encode(text)

/** Decodes UTF-8 without a byte order mark at its start. */
export const decode = (bytes: Uint8Array, start = 0, end = bytes.length): string =>
  decoder.decode(bytes.subarray(start, end))
