import {
  bytesApart,
  bytesForPeople,
  dayForPeople,
  joined,
  limitForPeople,
  numberForPeople,
  question,
  secondsForPeople,
  shown,
} from '../messages.ts'
import type { RefusalCode } from '../codes.ts'
import type { Status } from '../conversion.ts'
import { isConversionId } from '../ids.ts'
import type { Message } from './message.ts'
import { say } from './say.ts'

const sendKey = say`Send the key as Authorization: Bearer rm_key_…`
const noConversion = say`There is no conversion with this id on the account. It may have been deleted, or belong to another account.`
const createKey = say`Create one in the settings of your account.`
const freeSome = say`Start, cancel or delete some first.`

/** Returns a part of a path as a person wrote it. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Returns the id in a string that may also have quotation marks, spaces or the wrong case, or null if it has no id. */
function idIn(text: string): string | null {
  const word = /(?<![0-9a-z])[0-9a-z]{26}(?![0-9a-z])/i.exec(text)?.[0] ?? ''
  // An id has no I, L and O, because people write them for digits.
  const id = word.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return isConversionId(id) ? id : null
}

/** A placeholder in documentation, such as `{id}` or `your-id`, or the name of a variable, such as `$ID`. */
const placeholder = /^(?:[{<[:$].*|%\w+%|(?:your|my)[-_ ].*|(?:\w+[-_ ])?(?:id|url))$/i
/** A string that programs write for a variable without a value. */
const nothing = /^(?:undefined|null|none|nil|nan|\[object \w+\]|\s*)$/i

const noValue = say`A variable in your program may have no value.`

/** Returns a sentence about a placeholder that was sent instead of a value, or null for any other string. */
function unfilled(text: string): Message | null {
  if (nothing.test(text)) return noValue
  return placeholder.test(text) ? say`Replace this placeholder with its value.` : null
}

/** Requests about a conversion that people try, but that the API does not have. */
export const uploading = 'PUT upload.url'
export const repeating = 'PATCH a conversion'

/** Advice that replaces "Did you mean", because the API has no request for this purpose. */
const adviceOn: Readonly<Record<string, Message>> = {
  [uploading]: say`To send a file, PUT it to upload.url, which POST /v1/conversions returns.`,
  [repeating]: say`The API neither changes nor repeats a conversion. Open another one with POST /v1/conversions.`,
}
const adviceFor = (request: string): Message => adviceOn[request] ?? say`Did you mean ${request}?`

/** Other strings that people send where an id belongs. A message never repeats what could be a secret. */
const otherIds: readonly (readonly [RegExp, Message])[] = [
  [
    /^(?:rm_|whsec_)/i,
    say`The path has a secret where the id of a conversion belongs. URLs are logged, so replace it. The id is data.id of the response that opened the conversion.`,
  ],
  [/^evt_/i, say`The path has the id of an event. The id of its conversion is data.id of the event.`],
  [/^case_/i, say`The path has the id of a case. The id of its conversion is data.conversion_id of the case.`],
  [/^req_/i, say`The path has the id of a request. The id of a conversion is data.id of the response that opened it.`],
]

/** The kinds of files, as the subject of a sentence about their size, and what to do with a larger one. */
const sentAs = {
  upload: { subject: say`An upload`, advice: say`Send a file of up to 50 GiB by url.` },
  url: { subject: say`A file by URL`, advice: say`Split the file.` },
  content: { subject: say`An inline file`, advice: say`Upload a file of up to 5 GiB.` },
} as const
export type SentAs = keyof typeof sentAs

/** The most that R2 accepts in a single PUT. */
const putBytesMax = 5 * 1024 ** 3 - 5 * 1024 ** 2

/** Every message with which the API refuses a request, by code. */
export const requests = {
  unauthenticated: {
    noKey: say`The request has no API key. ${sendKey}`,
    otherHeader: (name: string): Message => say`The service does not read the header ${name}. ${sendKey}`,
    inUrl: (name: string): Message =>
      say`The service ignores keys in URLs, because URLs are logged. Remove ${name}. ${sendKey}`,
    twice: say`The request has more than one Authorization header. ${sendKey}`,
    basic: say`Basic authentication is not supported. ${sendKey}`,
    noScheme: say`The word Bearer is missing before the API key. ${sendKey}`,
    otherScheme: (scheme: string): Message =>
      say`The Authorization header begins with ${scheme} instead of Bearer. ${sendKey}`,
    notBearer: say`The Authorization header must begin with the word Bearer. ${sendKey}`,
    punctuated: say`The word Bearer and the API key have a colon or an equals sign between them instead of a space. ${sendKey}`,
    bearerAgain: say`The Authorization header has the word Bearer twice. ${sendKey}`,
    empty: say`The Authorization header has no API key, perhaps because a variable is empty. ${sendKey}`,
    variable: say`The API key is the name of a variable instead of its value. In a shell, put the header in double quotes. ${sendKey}`,
    expression: say`The API key is an expression of your program instead of its value. ${sendKey}`,
    placeholder: say`The API key is a placeholder from an example. Replace it with a key from the settings of your account. ${sendKey}`,
    quoted: say`The API key has quotation marks or brackets around it. Send it without them. ${sendKey}`,
    spaced: say`The API key has a space or a line break inside it. Send it in one piece. ${sendKey}`,
    surrounded: say`The Authorization header has more than the word Bearer and the API key, perhaps a line break after the key. ${sendKey}`,
    notAKey: say`The token is not an API key, which begins with rm_key_. ${createKey} ${sendKey}`,
    webhookSecret: say`The token is the signing secret of a webhook, not an API key. ${sendKey}`,
    incomplete: (characters: number, sent: number): Message =>
      say`An API key has ${characters} characters; got ${sent}. Copy the whole key.`,
    altered: say`The API key is wrong or was altered, for example in its capital letters. Copy it again from where you keep it.`,
    wrongKey: say`The API key is wrong or has been revoked. ${createKey}`,
    expiredKey: say`The API key has expired. ${createKey}`,
    noAccount: say`The account does not exist.`,
  },
  forbidden: {
    notForApi: say`The token belongs to a browser that is signed in, and is not an API key. ${createKey} ${sendKey}`,
  },
  suspended: (reason: string | null): Message =>
    reason === null ? say`The account is suspended. Contact support.` : say`The account is suspended: ${reason}`,
  needs_pro: {
    api: say`The API is part of the Pro plan. Upgrade in the settings of your account.`,
    converting: say`Converting on the service is part of the Pro plan. Upgrade in the settings of your account.`,
  },
  rate_limited: {
    perMinute: (perMinute: number, who: 'key' | 'session', waitSeconds: number): Message =>
      say`More than ${perMinute} requests in a minute with this ${who}. Wait ${secondsForPeople(waitSeconds)}.`,
    farTooMany: say`This key sends many more requests than its limit allows. Wait a minute.`,
  },
  not_found: {
    path: (path: string, meant: string | null, served: readonly string[]): Message => {
      if (meant === null) return say`There is nothing at ${path}. The API has ${served.join(', ')}.`
      const isIdMissing = /\/(?:\/|$)/.test(path) && meant.includes('{id}')
      return say`There is nothing at ${path}. ${adviceFor(meant)}${isIdMissing ? ` ${noValue}` : ''}`
    },
    inSettings: (path: string): Message =>
      say`There is nothing at ${path}. Keys, webhooks, their events and the plan are in the settings of your account.`,
    conversion: noConversion,
    /** The path has a string that cannot be an id where an id belongs. `request` was probably meant. */
    malformedId: (sent: string, request: string | null): Message => {
      const text = decoded(sent)
      const other = otherIds.find(([pattern]) => pattern.test(text))
      if (other !== undefined) return other[1]
      const id = idIn(text)
      const none = say`There is no conversion ${shown(text)}`
      if (id !== null) return say`${none}${question(id)}`
      const remark = unfilled(text)
      if (remark === null && request !== null) return say`${none}. ${adviceFor(request)}`
      const length = /^[0-9a-z]{20,32}$/i.test(text) && text.length !== 26 ? ` This one has ${text.length}.` : ''
      return say`${none}. ${remark === null ? '' : `${remark} `}An id has 26 digits and capital letters, such as 01JD0000000000000000000000.${length}`
    },
  },
  method_not_allowed: (method: string, allowed: string, meant: string | null): Message =>
    say`This path does not support ${method}. It supports ${allowed}.${meant === null ? '' : ` ${adviceFor(meant)}`}`,
  /** The same messages refuse the URL of a webhook and each hop of a download. */
  invalid_url: {
    control: (meant: string | null): Message =>
      say`The URL has spaces, backslashes or control characters${question(meant) || '. Encode a space as %20.'}`,
    incomplete: (sent: string, meant: string | null): Message =>
      say`${shown(sent)} is not a complete URL${question(meant) || `. ${unfilled(sent) ?? 'It must look like https://example.com/people.csv.'}`}`,
    scheme: (scheme: string, meant: string | null): Message =>
      say`The URL must begin with https://; got ${scheme}${question(meant) || '.'}`,
    /** The scheme belongs to an object store. */
    bucket: (scheme: string): Message =>
      say`The URL must begin with https://; got ${scheme}. Create a signed https:// URL of the object.`,
    ownFile: say`This is a file path, not a URL. To convert a file of your own, send its name and bytes, or send it as content.`,
    ownData: say`This is a data: or blob: URL, which the service cannot download. Send the data as content.`,
    userInfo: say`The URL must not contain a user name or password.`,
    port: (port: number): Message => say`The port must be 443 or 8443; got ${port}.`,
    privateName: (host: string, meant: string | null): Message =>
      say`${host} is not a name on the public internet${question(meant) || '.'}`,
    hostName: (host: string): Message => say`${shown(host)} is not a host name.`,
    noAddress: (host: string): Message => say`The host ${host} has no IP address.`,
    /** The host is an IP address, or a name with one. */
    privateAddress: (host: string, address: string, range: string): Message =>
      host === address
        ? say`${host} is not a public address (${range}).`
        : say`${host} has an address that is not public (${range}).`,
    /** A text that is not a URL, where the URL of a webhook belongs. */
    notReceiver: (sent: string): Message =>
      say`${shown(sent)} is not the URL of a receiver. ${unfilled(sent) ?? 'It must look like https://example.com/hooks.'}`,
    /** The end of a refusal of a private host as the URL of a webhook. */
    ownMachine: (refusal: Message): Message =>
      say`${refusal} To receive events on your own machine, use rowmill listen.`,
  },
  idempotency_mismatch: (key: string): Message =>
    say`The Idempotency-Key ${shown(key)} was used in the last 24 hours with another method, path or body. Send the first request unchanged to get its response again, or this request with a new key.`,
  request_in_progress: say`A request with this Idempotency-Key is still running. Send this one again later to get its response.`,
  /** A sentence for each field: its name and the rule that it breaks. */
  invalid_request: (sentences: readonly string[]): Message => say`${joined(sentences)}`,
  invalid_spec: (sentences: readonly string[]): Message => say`${joined(sentences)}`,
  http_error: {
    largeBody: (bytesMax: number): Message => say`A JSON body may have at most ${limitForPeople(bytesMax)}.`,
    largeOpening: (bytesMax: number, inlineMax: number): Message =>
      say`A JSON body without content may have at most ${limitForPeople(bytesMax)}. Send a file of up to ${bytesForPeople(inlineMax)} as content, and upload a larger one.`,
  },
  too_big: (bytes: number, kind: SentAs, bytesMax: number): Message =>
    say`This file has ${bytesForPeople(bytes)}. ${sentAs[kind].subject} may have at most ${limitForPeople(bytesMax)}. ${sentAs[kind].advice}`,
  over_quota: (bytes: number, left: number, periodEndMs: number): Message => {
    const [needed, rest] = bytesApart(bytes, left)
    const day = dayForPeople(periodEndMs)
    if (bytes === 0)
      return left === 0 ? say`You have nothing left until ${day}.` : say`You have ${rest} left until ${day}.`
    return say`This file needs ${needed}; you have ${left === 0 ? 'nothing' : rest} left until ${day}.`
  },
  too_many_active: (limit: number): Message =>
    say`${limit} conversions are queued or running, which is the limit. Try again when one of them has ended.`,
  too_many_waiting: {
    uploads: (count: number): Message => say`${count} uploads wait to be started, which is the limit. ${freeSome}`,
    /** The limit depends on what is left of the month, so the message gives all three sizes. */
    bytes: (waiting: number, added: number, bytesMax: number): Message =>
      say`Uploads of ${bytesForPeople(waiting)} wait to be started, and this one adds ${bytesForPeople(added)}. Only ${bytesForPeople(Math.max(0, bytesMax))} may wait. ${freeSome}`,
  },
  /** The message does not describe the stored object, which could belong to another account. */
  not_uploaded: (bytes: number, isTooLate: boolean): Message => {
    const none = say`No file of ${numberForPeople(bytes)} bytes has been uploaded`
    if (isTooLate) return say`${none}, and upload.url has expired. Open a new conversion.`
    const missing = say`${none}. Send it to upload.url with exactly the headers in upload.headers.`
    return bytes > putBytesMax
      ? say`${missing} One PUT takes at most ${numberForPeople(putBytesMax)} bytes; send a larger file by url.`
      : missing
  },
  already_started: (status: Status): Message =>
    say`A conversion can be started once, while it waits for its upload. This one is ${status}. ${status === 'canceled' ? 'Open a new one.' : 'Read it instead.'}`,
  already_finished: (status: Status): Message =>
    say`A conversion that has ended cannot be canceled. This one is ${status}. Delete it to remove its files.`,
  not_finished: (status: Status): Message =>
    say`The conversion has not ended yet: it is ${status}. Try again when it is done, failed or canceled.`,
  file_gone: {
    share: say`The file has been deleted or replaced, or has expired. Set share to "report", or convert the file again.`,
    again: say`The file has been deleted or replaced, or has expired. Upload it again.`,
  },
  too_many_cases: (most: number): Message => say`A conversion has at most ${most} cases. Wait for the replies to them.`,
  server_error: say`Something went wrong on the service’s side. Try again. If it happens again, quote the request id to support.`,
} as const satisfies Record<RefusalCode | 'http_error', unknown>
