export interface Stored {
  readonly content: string
  readonly size: number
  readonly etag: string
}

/** R2 as objects by key, with an ETag for the content. Contents are short strings, and the client gives the sizes. */
export class Bucket {
  readonly objects = new Map<string, Stored>()
  put(key: string, content: string, size: number): Stored {
    const stored = { content, size, etag: `${content} of ${size}` }
    this.objects.set(key, stored)
    return stored
  }

  read(key: string, etag: string): Stored | null {
    const stored = this.objects.get(key)
    return stored?.etag === etag ? stored : null
  }
}
