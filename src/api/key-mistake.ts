import type { Message } from '../contract/catalog/message.ts'
import { requests } from '../contract/catalog/requests.ts'
import { keyCharacters } from '../contract/limits.ts'

const say = requests.unauthenticated

/** The headers in which other services expect a key. */
const otherHeaders = [
  'X-Api-Key',
  'Api-Key',
  'ApiKey',
  'X-Auth-Token',
  'X-Access-Token',
  'X-Authorization',
  'Authentication',
  'Proxy-Authorization',
  'X-Rowmill-Key',
  'X-Token',
  'Token',
]
const otherParameters = ['api_key', 'apikey', 'apiKey', 'api-key', 'key', 'token', 'access_token', 'auth']
const otherSchemes = ['Token', 'ApiKey', 'Api-Key', 'Key', 'Digest', 'JWT', 'OAuth', 'AWS4-HMAC-SHA256']

/** Explains why a request has no valid key. The message never repeats what could be a secret. */
export function keyMistake(headers: Headers, query: URLSearchParams): Message {
  const header = headers.get('authorization')?.trim() ?? null
  if (header === null) return mistakeWithoutHeader(headers, query)
  if (/,\s*Bearer /i.test(header)) return say.twice
  const bearer = bearerMistake(header)
  if (bearer !== null) return bearer
  const [, scheme = '', token = ''] = /^(\S*)\s*([^]*)$/.exec(header) ?? []
  if (/^Bearer$/i.test(scheme)) return tokenMistake(token)
  if (/^["'].*\bBearer\b/i.test(header)) return say.quoted
  if (/^Basic$/i.test(scheme)) return say.basic
  if (scheme.startsWith('rm_key_')) return say.noScheme
  const known = otherSchemes.find((name) => name.toLowerCase() === scheme.toLowerCase())
  return known === undefined ? say.notBearer : say.otherScheme(known)
}

function mistakeWithoutHeader(headers: Headers, query: URLSearchParams): Message {
  const header = otherHeaders.find((name) => headers.has(name))
  if (header !== undefined) return say.otherHeader(header)
  const parameter = otherParameters.find((name) => query.has(name))
  return parameter === undefined ? say.noKey : say.inUrl(parameter)
}

/** The texts that programs send for a variable without a value. */
const nothing = /^(?:undefined|null|none|nil|nan|\[object \w+\])?$/i
/** The words of examples, such as `{api_key}`, `<KEY>` and `YOUR_API_KEY`. */
const placeholder = /^[<[{].*[>\]}]$|^(?:(?:your|my)[-_]?)?(?:rowmill[-_]?)?(?:api[-_]?)?(?:key|token)(?:[-_]here)?$/i
/** A whole key, as `makeKey` creates them. */
const wholeKey = /rm_key_[0-9A-Z]{26}_[0-9A-Za-z_-]{32}[0-9a-f]{16}/

/** Explains a word Bearer that is repeated, or that a colon or an equals sign follows. */
function bearerMistake(header: string): Message | null {
  const [, again, token] = /^Bearer(?:[:=]|(\s+Bearer)(?![^:=\s])[:=]?)\s*([^]*)$/i.exec(header) ?? []
  if (token === undefined) return null
  return lackOfKey(token) ?? (again === undefined ? say.punctuated : say.bearerAgain)
}

/** Explains an empty variable, or the name of one. Returns null for any other token. */
function lackOfKey(token: string): Message | null {
  if (nothing.test(token)) return say.empty
  return /^\$|^%.*%$|^\{\{.*\}\}$/.test(token) ? say.variable : null
}

function tokenMistake(token: string): Message {
  const lack = lackOfKey(token)
  if (lack !== null) return lack
  if (/^(?:process\.env|import\.meta\.env|os\.environ|os\.getenv|secrets|env)[.[(]/.test(token)) return say.expression
  if (/^["'<[{`].*rm_key_/.test(token)) return say.quoted
  if (placeholder.test(token)) return say.placeholder
  const bare = token.replaceAll(/\s/g, '')
  if (bare !== token && bare.length === keyCharacters && wholeKey.test(bare)) return say.spaced
  if (bare.length > keyCharacters && wholeKey.test(bare)) return say.surrounded
  if (token.startsWith('whsec_')) return say.webhookSecret
  if (!token.toLowerCase().startsWith('rm_key_')) return say.notAKey
  if (token.length !== keyCharacters) return say.incomplete(keyCharacters, token.length)
  return say.altered
}
