/** The steps of a receiver's check, each with its result in words. */

interface Received {
  readonly header: string
  readonly secret: string
  readonly body: string
  readonly nowMs: number
}

export interface Check {
  readonly isGood: boolean
  readonly words: string
}

const toleranceSeconds = 300

export async function checkSignature({ header, secret, body, nowMs }: Received): Promise<Check[]> {
  const parts = new Map(header.split(',').map((part) => splitOnce(part)))
  const [time = '', given = ''] = [parts.get('t'), parts.get('v1')]
  const hasParts = /^\d+$/.test(time) && /^[0-9a-f]{64}$/.test(given)
  const checks: Check[] = [
    hasParts
      ? { isGood: true, words: 'The header has a timestamp and a signature.' }
      : { isGood: false, words: 'The header must look like t=1767225600,v1= and 64 hexadecimal digits.' },
    secret.startsWith('whsec_')
      ? { isGood: true, words: 'The secret has its whsec_ prefix. The whole string is the key.' }
      : { isGood: false, words: 'The secret must be the whole string, with whsec_ at its beginning.' },
  ]
  if (!hasParts) return checks
  checks.push(timeCheck(Number(time), nowMs))
  const match = await matching(time, given, secret, body)
  checks.push({ isGood: match === 'as sent', words: matchWords[match] })
  return checks
}

const splitOnce = (part: string): [string, string] => {
  const at = part.indexOf('=')
  return at < 0 ? [part.trim(), ''] : [part.slice(0, at).trim(), part.slice(at + 1).trim()]
}

function timeCheck(seconds: number, nowMs: number): Check {
  const age = Math.round(nowMs / 1000 - seconds)
  const at = new Date(seconds * 1000).toISOString()
  if (Math.abs(age) <= toleranceSeconds) return { isGood: true, words: `It was signed ${Math.abs(age)} seconds ago.` }
  return {
    isGood: false,
    words: `It was signed at ${at}, more than ${toleranceSeconds} seconds from now. A receiver refuses it as a replay.`,
  }
}

type Match = 'as sent' | 'line ends' | 'spaces around' | 'reformatted' | 'no'

const matchWords: Readonly<Record<Match, string>> = {
  'as sent': 'The signature matches the timestamp, a dot and this body.',
  'line ends': 'The signature matches once Windows line ends are removed. Something changed the line ends of the body.',
  'spaces around': 'The signature matches without the spaces or line ends around the body. Check the raw body.',
  reformatted: 'The signature matches the compact form of this JSON. The body was parsed and serialized again.',
  no: 'The signature does not match. The secret is another one, or the body is not the raw body.',
}

/** Returns which form of the body has the signature: the body as it is, or as it is after a usual change. */
async function matching(time: string, given: string, secret: string, body: string): Promise<Match> {
  const candidates: readonly (readonly [Match, string | null])[] = [
    ['as sent', body],
    ['line ends', body.replaceAll('\r\n', '\n')],
    ['spaces around', body.trim()],
    ['reformatted', compact(body)],
  ]
  for (const [match, text] of candidates)
    if (text !== null && (await sign(secret, `${time}.${text}`)) === given) return match
  return 'no'
}

function compact(body: string): string | null {
  try {
    return JSON.stringify(JSON.parse(body))
  } catch {
    return null
  }
}

async function sign(secret: string, text: string): Promise<string> {
  if (secret === '') return ''
  const encoder = new TextEncoder()
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
