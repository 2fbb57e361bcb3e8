import type { Conversion } from '../../contract/conversion.ts'
import type { SpecInput } from '../../contract/spec.ts'

/** An error with a sentence for the user. */
export class Refused extends Error {}

const formToken = (): string => document.querySelector<HTMLMetaElement>('meta[name="form-token"]')?.content ?? ''

async function post(path: string, body?: unknown, signal?: AbortSignal): Promise<Conversion> {
  const response = await fetch(`/settings/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-form-token': formToken() },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  })
  const text = await response.text()
  if (!text.startsWith('{')) throw new Refused(text)
  const parsed = JSON.parse(text) as { data?: Conversion; error?: { message: string } }
  if (parsed.data === undefined) throw new Refused(parsed.error?.message ?? 'The service did not respond.')
  return parsed.data
}

export const openByUrl = (url: string, spec: SpecInput): Promise<Conversion> => post('/conversions', { url, spec })

/** Opens a conversion, uploads the file and starts it. Returns the conversion's id. The upload goes to storage, not through the Worker. */
export async function convertOnService(
  file: File,
  spec: SpecInput,
  onProgress: (sent: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const opened = await post('/conversions', { name: file.name, bytes: file.size, spec })
  const { id } = opened
  try {
    signal.throwIfAborted()
    if (opened.upload === null) throw new Refused('The service sent no upload URL.')
    await upload(opened.upload, file, onProgress, signal)
    signal.throwIfAborted()
    // A small file is done soon after it starts, so a cancel must not wait for the response to this request.
    await post(`/conversions/${id}/start`, undefined, signal)
    return id
  } catch (error) {
    // An abandoned conversion would otherwise wait a day for its upload.
    await post(`/conversions/${id}/cancel`).catch(() => undefined)
    throw error
  }
}

/** Uploads with XMLHttpRequest, because `fetch` cannot report the progress of a body. */
function upload(
  { url, headers }: NonNullable<Conversion['upload']>,
  file: File,
  onProgress: (sent: number) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', url)
    for (const [name, value] of Object.entries(headers))
      if (name.toLowerCase() !== 'content-length') request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', (event) => onProgress(event.loaded))
    request.addEventListener('load', () =>
      request.status < 300 ? resolve() : reject(new Refused(`The upload was refused (${request.status}).`)),
    )
    request.addEventListener('error', () =>
      reject(new Refused('The upload was interrupted. Try again. If the file has changed, choose it again.')),
    )
    request.addEventListener('abort', () => reject(new Refused('Stopped.')))
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}
