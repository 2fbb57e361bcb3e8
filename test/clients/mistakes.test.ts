import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { Rowmill, verifyWebhook } from '../../clients/javascript/rowmill.ts'

// Mistakes in calls of the clients. JavaScript would ignore an unknown option, so each one is refused by its name.

type Untyped = Record<string, (...values: unknown[]) => Promise<unknown>>
const make = (options: object): Untyped =>
  new Rowmill({ apiKey: 'k', baseUrl: 'http://127.0.0.1:9/v1', ...options }) as unknown as Untyped
const call = async (method: string, ...values: unknown[]): Promise<unknown> => make({})[method]?.(...values)

test.each<[object, string]>([
  [{ baseURL: 'https://a.b' }, 'new Rowmill has no option "baseURL". Did you mean baseUrl?'],
  [{ base_url: 'https://a.b' }, 'new Rowmill has no option "base_url". Did you mean baseUrl?'],
  [{ endpoint: 'https://a.b' }, 'new Rowmill has no option "endpoint". Did you mean baseUrl?'],
  [{ apikey: 'k' }, 'new Rowmill has no option "apikey". Did you mean apiKey?'],
  [{ token: 'k' }, 'new Rowmill has no option "token". Did you mean apiKey?'],
  [{ timeout: 10 }, 'new Rowmill has no option "timeout". Did you mean requestTimeoutMs?'],
  [{ maxRetries: 1 }, 'new Rowmill has no option "maxRetries". Did you mean retries?'],
  [{ retrys: 1 }, 'new Rowmill has no option "retrys". Did you mean retries?'],
  [{ region: 'eu' }, 'new Rowmill has no option "region". It has: apiKey, baseUrl, retries, requestTimeoutMs, fetch.'],
  [{ baseUrl: 'api.example.com' }, 'baseUrl must begin with https://; got "api.example.com".'],
])('the client with %j is refused', (options, message) => {
  expect(() => make(options)).toThrow(new TypeError(message))
})

test.each<[string, unknown, string]>([
  ['convert', 'postgresql', 'convert needs its options in an object; got string.'],
  ['convert', { dialect: 'mysql' }, 'convert has no option "dialect". Did you mean to?'],
  ['convert', { database: 'mysql' }, 'convert has no option "database". Did you mean to?'],
  [
    'convert',
    { to: 'mysql', ifExists: 'drop' },
    'convert has no option "ifExists". Did you mean spec.output.if_exists?',
  ],
  [
    'convert',
    { to: 'mysql', if_exist: 'drop' },
    'convert has no option "if_exist". Did you mean spec.output.if_exists?',
  ],
  [
    'convert',
    { to: 'mysql', primaryKey: [] },
    'convert has no option "primaryKey". Did you mean spec.output.primary_key?',
  ],
  ['convert', { to: 'mysql', table: 'a' }, 'convert has no option "table". Did you mean spec.output.table?'],
  ['convert', { to: 'mysql', sheet: 'a' }, 'convert has no option "sheet". Did you mean spec.input.sheet?'],
  ['convert', { to: 'mysql', delimeter: ';' }, 'convert has no option "delimeter". Did you mean spec.input.delimiter?'],
  [
    'convert',
    { to: 'mysql', inputFormat: 'csv' },
    'convert has no option "inputFormat". Did you mean spec.input.format?',
  ],
  ['convert', { to: 'mysql', output: {} }, 'convert has no option "output". Did you mean spec.output?'],
  ['convert', { to: 'mysql', columns: [] }, 'convert has no option "columns". Did you mean spec.columns?'],
  ['convert', { to: 'mysql', onprogress: null }, 'convert has no option "onprogress". Did you mean onProgress?'],
  ['convert', { to: 'mysql', filename: 'a.csv' }, 'convert has no option "filename". Did you mean name?'],
  [
    'convert',
    { to: 'mysql', idempotency_key: 'a' },
    'convert has no option "idempotency_key". Did you mean idempotencyKey?',
  ],
  [
    'convert',
    { to: 'mysql', upsert: true },
    'convert has no option "upsert". It has: to, spec, name, signal, onProgress, idempotencyKey.',
  ],
  [
    'convert',
    { to: 'mysql', signal: new AbortController() },
    'The signal of convert must be an AbortSignal, such as controller.signal.',
  ],
  ['getConversion', { wait: 30 }, 'getConversion has no option "wait". Did you mean waitSeconds?'],
  ['listConversions', { page: 2 }, 'listConversions has no option "page". Did you mean cursor?'],
  ['listConversions', { limits: 2 }, 'listConversions has no option "limits". Did you mean limit?'],
  [
    'createCase',
    { message: 'help' },
    'createCase has no option "message". It has: share, email, note, signal, idempotencyKey.',
  ],
])('%s with %j is refused', async (method, options, message) => {
  const values = method === 'listConversions' ? [options] : ['a', options]
  await expect(call(method, ...values)).rejects.toThrow(new TypeError(message))
})

test.each([
  [{ id: 'a' }, 'object'],
  [undefined, 'undefined'],
  ['', '""'],
])('the id %j of a conversion is refused', async (id, got) => {
  const message = `The id of a conversion must be a string, such as conversion.id; got ${got}.`
  for (const method of ['wait', 'getConversion', 'startConversion', 'deleteConversion'])
    await expect(call(method, id)).rejects.toThrow(message)
})

const now = 1_700_000_000
const signed = `t=${now},v1=${'0'.repeat(64)}`
test.each<[unknown, unknown, unknown, number, string]>([
  [
    { id: 'evt' },
    signed,
    'whsec_a',
    now,
    'verifyWebhook needs the raw body, a string or bytes from before JSON.parse; got object.',
  ],
  ['{}', signed, undefined, now, 'verifyWebhook needs the signing secret, whsec_…, from your account settings.'],
  ['{}', undefined, 'whsec_a', now, 'The request has no Service-Signature header.'],
  ['{}', 'v1=00', 'whsec_a', now, 'The Service-Signature header must be t=<seconds>,v1=<64 hexadecimal digits>.'],
  [
    '{}',
    signed,
    'whsec_a',
    now + 400,
    'The call was signed 400 seconds ago; 300 are allowed. It is a replay, or the clock of this machine is wrong.',
  ],
  [
    '{}',
    signed,
    'whsec_a',
    now - 400,
    'The call was signed 400 seconds ahead; 300 are allowed. It is a replay, or the clock of this machine is wrong.',
  ],
  ['{}', signed, 'whsec_a', now, 'The signature does not match. Check the signing secret and use the raw body.'],
  [
    '{}',
    signed,
    'rm_key_a',
    now,
    'The signature does not match. The signing secret begins with whsec_, unlike the one given.',
  ],
])('the webhook call %j with %j and %j is refused', async (body, header, secret, at, message) => {
  await expect(verifyWebhook(body as string, header as string, secret as string, at)).rejects.toThrow(message)
})

test('the storage says why it refuses an upload', async () => {
  const xml = '<Error><Code>ExpiredRequest</Code><Message>Request has expired</Message></Error>'
  const upload = { url: 'http://127.0.0.1:9/upload', headers: {} }
  const fetch = (url: string): Promise<Response> =>
    Promise.resolve(
      url.endsWith('/upload')
        ? new Response(xml, { status: 403 })
        : Response.json({ data: { id: '1', status: 'awaiting_upload', upload } }),
    )
  const large = new Blob(['a'.repeat((1 << 20) + 1)])
  const client = new Rowmill({ apiKey: 'k', baseUrl: 'http://127.0.0.1:9/v1', fetch: fetch as typeof globalThis.fetch })
  const message =
    'The upload was refused with status 403: Request has expired. Open a new conversion, whose upload.url is valid for one hour'
  await expect(client.convert(large, { to: 'mysql' })).rejects.toMatchObject({ status: 403, message })
})

test('the Python client names the option that was probably meant', () => {
  const mistakes = [
    ['convert', { dialect: 'mysql' }, 'convert has no option "dialect". Did you mean to?'],
    ['convert', { if_exists: 'drop' }, 'convert has no option "if_exists". Did you mean spec["output"]["if_exists"]?'],
    ['convert', { delimeter: ';' }, 'convert has no option "delimeter". Did you mean spec["input"]["delimiter"]?'],
    ['convert', { upsert: true }, 'convert has no option "upsert". It has: source, to, spec, name, on_progress.'],
    ['get_conversion', { wait: 30 }, 'get_conversion has no option "wait". Did you mean wait_seconds?'],
    ['Rowmill', { baseUrl: 'https://a.b' }, 'Rowmill has no option "baseUrl". Did you mean base_url?'],
    ['Rowmill', { timeout: 3 }, 'Rowmill has no option "timeout". Did you mean timeout_seconds?'],
  ] as const
  const program = `
import json, sys
sys.path.insert(0, "clients/python")
sys.dont_write_bytecode = True
from rowmill import Rowmill
def error(name, options):
    try:
        Rowmill("k", **options) if name == "Rowmill" else getattr(Rowmill("k"), name)("a", **options)
    except TypeError as refused:
        return str(refused)
print(json.dumps([error(name, options) for name, options, _ in json.loads(sys.argv[1])]))
`
  const { stdout, stderr } = spawnSync('python3', ['-c', program, JSON.stringify(mistakes)], { encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual(mistakes.map(([, , message]) => message))
})

test('both clients suggest the same place in the spec', async () => {
  const { specPlaces } = await import('../../clients/javascript/options.ts')
  // Every field by its name, in camel case, with its object, and misspelled.
  const names = specPlaces.flatMap((place) => {
    const [, section = '', field = section] = place.split('.')
    const camel = field.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    return [field, camel, `${section}_${field}`, `${field.slice(0, 3)}x${field.slice(3)}`, field.slice(0, -1)]
  })
  const suggestions = await Promise.all(
    names.map((name) =>
      call('convert', 'a', { [name]: 1 }).catch(
        ({ message }: Error) => /Did you mean (\S+)\?/.exec(message)?.[1] ?? '',
      ),
    ),
  )
  const program = `
import json, sys
sys.path.insert(0, "clients/python")
sys.dont_write_bytecode = True
import rowmill
known = ["source", "to", "spec", "name", "on_progress"]
print(json.dumps([rowmill._option_meant(rowmill._letters_of(name), known) or "" for name in json.loads(sys.argv[1])]))
`
  const { stdout, stderr } = spawnSync('python3', ['-c', program, JSON.stringify(names)], { encoding: 'utf8' })
  expect(stderr).toBe('')
  const inJavaScript = (place: string): string => place.replaceAll(/\["(\w+)"\]/g, '.$1')
  const pairs = (places: readonly unknown[]) => names.map((name, at) => `${name} → ${String(places[at])}`)
  expect(pairs((JSON.parse(stdout) as string[]).map(inJavaScript))).toEqual(pairs(suggestions))
  expect(suggestions[names.indexOf('format')]).toBe('spec.output.format')
})
