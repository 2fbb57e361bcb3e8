import { expect, test } from 'vitest'
import { keyMistake } from '../../src/api/key-mistake.ts'

const key = `rm_key_01JD0000000000000000000000_${'a'.repeat(32)}${'0'.repeat(16)}`
const send = 'Send the key as Authorization: Bearer rm_key_…'
const asBasic = `Basic ${btoa(`${key}:`)}`

// Every message was reviewed. It names the mistake and the remedy, and repeats nothing that could be a secret.
const mistakes: [name: string, headers: Record<string, string>, query: string, message: string][] = [
  ['no header', {}, '', `The request has no API key. ${send}`],
  ['X-Api-Key', { 'x-api-key': key }, '', `The service does not read the header X-Api-Key. ${send}`],
  ['X-Auth-Token', { 'x-auth-token': key }, '', `The service does not read the header X-Auth-Token. ${send}`],
  [
    'Proxy-Authorization',
    { 'proxy-authorization': key },
    '',
    `The service does not read the header Proxy-Authorization. ${send}`,
  ],
  [
    'a key in the URL',
    {},
    `api_key=${key}`,
    `The service ignores keys in URLs, because URLs are logged. Remove api_key. ${send}`,
  ],
  ['curl -u', { authorization: asBasic }, '', `Basic authentication is not supported. ${send}`],
  ['the key alone', { authorization: key }, '', `The word Bearer is missing before the API key. ${send}`],
  [
    'Token',
    { authorization: `Token ${key}` },
    '',
    `The Authorization header begins with Token instead of Bearer. ${send}`,
  ],
  [
    'a colon after Bearer',
    { authorization: `Bearer: ${key}` },
    '',
    `The word Bearer and the API key have a colon or an equals sign between them instead of a space. ${send}`,
  ],
  [
    'an equals sign after Bearer',
    { authorization: `Bearer=${key}` },
    '',
    `The word Bearer and the API key have a colon or an equals sign between them instead of a space. ${send}`,
  ],
  [
    'Bearer twice',
    { authorization: `Bearer Bearer ${key}` },
    '',
    `The Authorization header has the word Bearer twice. ${send}`,
  ],
  ...['process.env.ROWMILL_KEY', "os.environ['KEY']", 'env.API_KEY', 'secrets.ROWMILL_KEY'].map(
    (token): (typeof mistakes)[number] => [
      `the expression ${token}`,
      { authorization: `Bearer ${token}` },
      '',
      `The API key is an expression of your program instead of its value. ${send}`,
    ],
  ),
  ...['Bearer:', 'Bearer: undefined', 'Bearer=', 'Bearer Bearer', 'bearer bearer null'].map(
    (authorization): (typeof mistakes)[number] => [
      `no key after ${authorization}`,
      { authorization },
      '',
      `The Authorization header has no API key, perhaps because a variable is empty. ${send}`,
    ],
  ),
  ...['Bearer: $KEY', 'Bearer=$KEY', 'Bearer Bearer ${KEY}'].map((authorization): (typeof mistakes)[number] => [
    `the variable of ${authorization}`,
    { authorization },
    '',
    `The API key is the name of a variable instead of its value. In a shell, put the header in double quotes. ${send}`,
  ]),
  ...['secrets-sk_live_abc', 'env', 'secrets'].map((token): (typeof mistakes)[number] => [
    `the literal ${token}`,
    { authorization: `Bearer ${token}` },
    '',
    `The token is not an API key, which begins with rm_key_. Create one in the settings of your account. ${send}`,
  ]),
  [
    'an unknown scheme',
    { authorization: 's3cret s3cret' },
    '',
    `The Authorization header must begin with the word Bearer. ${send}`,
  ],
  [
    'the header twice',
    { authorization: `Bearer ${key}, Bearer ${key}` },
    '',
    `The request has more than one Authorization header. ${send}`,
  ],
  [
    'an empty variable',
    { authorization: 'Bearer ' },
    '',
    `The Authorization header has no API key, perhaps because a variable is empty. ${send}`,
  ],
  ...['{api_key}', '<KEY>', '[your key]', 'YOUR_API_KEY', 'my-token', 'API_KEY', 'rowmill_key', 'YOUR-KEY-HERE'].map(
    (token): (typeof mistakes)[number] => [
      `the placeholder ${token}`,
      { authorization: `Bearer ${token}` },
      '',
      `The API key is a placeholder from an example. Replace it with a key from the settings of your account. ${send}`,
    ],
  ),
  [
    'single quotes in a shell',
    { authorization: 'Bearer $KEY' },
    '',
    `The API key is the name of a variable instead of its value. In a shell, put the header in double quotes. ${send}`,
  ],
  [
    'quotation marks',
    { authorization: `Bearer "${key}"` },
    '',
    `The API key has quotation marks or brackets around it. Send it without them. ${send}`,
  ],
  [
    'brackets',
    { authorization: `Bearer <${key}>` },
    '',
    `The API key has quotation marks or brackets around it. Send it without them. ${send}`,
  ],
  [
    'quotation marks around the whole header',
    { authorization: `"Bearer ${key}"` },
    '',
    `The API key has quotation marks or brackets around it. Send it without them. ${send}`,
  ],
  [
    'a line break inside',
    { authorization: `Bearer ${key.slice(0, 50)} ${key.slice(50)}` },
    '',
    `The API key has a space or a line break inside it. Send it in one piece. ${send}`,
  ],
  ...['\\n', '%0A', ';', ', x'].map((after): (typeof mistakes)[number] => [
    `${after} after the key`,
    { authorization: `Bearer ${key}${after}` },
    '',
    `The Authorization header has more than the word Bearer and the API key, perhaps a line break after the key. ${send}`,
  ]),
  ...['token=', 'ROWMILL_API_KEY='].map((before): (typeof mistakes)[number] => [
    `${before} before the key`,
    { authorization: `Bearer ${before}${key}` },
    '',
    `The Authorization header has more than the word Bearer and the API key, perhaps a line break after the key. ${send}`,
  ]),
  ...['undefined', 'null', 'None', '[object Object]'].map((nothing): (typeof mistakes)[number] => [
    `${nothing} as the key`,
    { authorization: `Bearer ${nothing}` },
    '',
    `The Authorization header has no API key, perhaps because a variable is empty. ${send}`,
  ]),
  [
    'a placeholder',
    { authorization: 'Bearer YOUR_API_KEY' },
    '',
    `The API key is a placeholder from an example. Replace it with a key from the settings of your account. ${send}`,
  ],
  [
    'the secret of a webhook',
    { authorization: 'Bearer whsec_abc' },
    '',
    `The token is the signing secret of a webhook, not an API key. ${send}`,
  ],
  [
    'a part of the key',
    { authorization: `Bearer ${key.slice(0, 40)}` },
    '',
    'An API key has 82 characters; got 40. Copy the whole key.',
  ],
  [
    'a key in lower case',
    { authorization: `Bearer ${key.toLowerCase()}` },
    '',
    'The API key is wrong or was altered, for example in its capital letters. Copy it again from where you keep it.',
  ],
]

test.each(mistakes)('%s gets its reviewed message', (_name, headers, query, message) => {
  expect(keyMistake(new Headers(headers), new URLSearchParams(query))).toBe(message)
})
