import { describe, expect, test } from 'vitest'
import { open } from '../api/support.ts'
import { ask, Person, password } from './support.ts'

// Mistakes in the forms. Each sentence was reviewed: it says what is wrong and what the form takes.

/** Returns the sentences beside fields or above the form, as the browser shows them. */
const sentences = (html: string): string[] =>
  [...html.matchAll(/(?:class="(?:notice bad|error)"|id="field-[^"]+-error")[^>]*>([^<]+)</g)].map(([, text = '']) =>
    text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
  )

describe('an e-mail address', () => {
  test.each([
    ['', 'Enter an e-mail address, such as ann@example.com.'],
    ['   ', 'Enter an e-mail address, such as ann@example.com.'],
    ['ann', '"ann" is not an e-mail address. It looks like ann@example.com.'],
    ['ann@example', '"ann@example" is not an e-mail address. It looks like ann@example.com.'],
    ['ann@example,com', '"ann@example,com" is not an e-mail address. Did you mean "ann@example.com"?'],
    ['ann@@example.com', '"ann@@example.com" is not an e-mail address. Did you mean "ann@example.com"?'],
    ['mailto:ann@example.com', '"mailto:ann@example.com" is not an e-mail address. Did you mean "ann@example.com"?'],
    ['Ann <ann@example.com>', '"Ann <ann@example.com>" is not an e-mail address. Did you mean "ann@example.com"?'],
  ])('%j is refused when signing up, resetting and changing it', async (email, sentence) => {
    const person = await Person.new()
    const responses = [
      await ask('/settings/sign-up', { form: { email } }),
      await ask('/settings/forgot', { form: { email } }),
      await person.send('/settings/account/email', { email, password }),
    ]
    for (const { status, text } of responses) expect([status, sentences(text)]).toEqual([422, [sentence]])
  })
})

test.each<[path: string, form: Record<string, string>, status: number, sentence: string]>([
  ['/keys', { name: '' }, 422, 'Give the key a name of 1 to 100 characters.'],
  ['/keys', { name: 'x'.repeat(101) }, 422, 'The name has 101 characters; at most 100 are allowed.'],
  ['/keys', { name: 'a\u0007b' }, 422, 'The name must not contain line breaks or control characters.'],
  ['/keys', { name: 'a', expires: '2020-01-01' }, 422, 'Choose a date in the future, or leave it empty.'],
  ['/keys/key_none/revoke', {}, 404, 'This key no longer exists.'],
  ['/account/sessions/session_none/close', {}, 404, 'This session no longer exists.'],
  ['/webhook/remove', { password }, 404, 'The account has no webhook to remove.'],
  ['/webhook', { url: '', password }, 422, 'Enter a URL, such as https://example.com/hooks.'],
  [
    '/webhook',
    { url: `https://a.b/${'x'.repeat(2100)}`, password },
    422,
    'The URL has 2,112 characters; at most 2,048 are allowed.',
  ],
  [
    '/webhook',
    { url: 'example.com/hook', password },
    422,
    '"example.com/hook" is not a complete URL. Did you mean "https://example.com/hook"?',
  ],
  [
    '/webhook',
    { url: 'https://localhost/hook', password },
    422,
    'localhost is not a name on the public internet. To receive events on your own machine, use rowmill listen.',
  ],
  [
    '/webhook',
    { url: 'https://192.168.0.7/hook', password },
    422,
    '192.168.0.7 is not a public address (Private-use). To receive events on your own machine, use rowmill listen.',
  ],
  ['/webhook', { url: 'https://example.com/hook', password: '' }, 422, 'Enter your password.'],
  ['/webhook', { url: 'https://example.com/hook', password: 'x' }, 422, 'The password is wrong.'],
  [
    '/webhook',
    { url: 'http://example.com/hook', password },
    422,
    'The URL must begin with https://; got http:. Did you mean "https://example.com/hook"?',
  ],
  ...['localhost', '127.0.0.1'].map((host): [string, Record<string, string>, number, string] => [
    '/webhook',
    { url: `http://${host}:3000/hook`, password },
    422,
    `${host === 'localhost' ? 'localhost is not a name on the public internet.' : '127.0.0.1 is not a public address (Loopback).'} To receive events on your own machine, use rowmill listen.`,
  ]),
  ...(
    [
      [
        'javascript:alert(1)',
        '"javascript:alert(1)" is not the URL of a receiver. It must look like https://example.com/hooks.',
      ],
      ['hooks', '"hooks" is not the URL of a receiver. It must look like https://example.com/hooks.'],
      ['/hooks/rowmill', '"/hooks/rowmill" is not the URL of a receiver. It must look like https://example.com/hooks.'],
      [
        'data:text/csv,a',
        '"data:text/csv,a" is not the URL of a receiver. It must look like https://example.com/hooks.',
      ],
      [
        's3://bucket/hooks',
        '"s3://bucket/hooks" is not the URL of a receiver. It must look like https://example.com/hooks.',
      ],
      ['ftp://example.com/hooks', 'The URL must begin with https://; got ftp:.'],
    ] as const
  ).map(([url, sentence]): [string, Record<string, string>, number, string] => [
    '/webhook',
    { url, password },
    422,
    sentence,
  ]),
  ['/webhook/ping', {}, 409, 'Save a URL first.'],
  [
    '/webhook/deliveries/evt_none/replay',
    {},
    404,
    'The event is not in the log of this account, which keeps events for seven days.',
  ],
  ['/webhook/secret', { password }, 404, 'Save a URL first.'],
  ['/account/password', { current_password: '', new_password: 'a horse and a staple' }, 422, 'Enter your password.'],
  ['/account/password', { current_password: password, new_password: 'short' }, 422, 'Use at least 12 characters.'],
])('%s with %j is refused', async (path, form, status, sentence) => {
  const person = await Person.new()
  const response = await person.send(`/settings${path}`, form)
  expect([response.status, sentences(response.text)]).toEqual([status, [sentence]])
})

test('a conversion that cannot be found may also belong to another account', async () => {
  const [person, other] = [await Person.new(), await Person.new()]
  const id = await open(other.caller)
  for (const page of ['', '/download', '/rejects', '/report.json']) {
    const { status, text } = await person.see(`/settings/conversions/${id}${page}`)
    expect([status, text]).toEqual([
      404,
      expect.stringContaining('It may have been deleted, belong to another account, or be more than 90 days old.'),
    ])
  }
})

test('the report of a conversion that has none leads to the page of the conversion, as its downloads do', async () => {
  const person = await Person.new()
  const id = await open(person.caller)
  for (const page of ['download', 'rejects', 'report.json']) {
    const { status, headers } = await person.see(`/settings/conversions/${id}/${page}`)
    expect([status, headers.get('location')]).toEqual([302, `/settings/conversions/${id}`])
  }
})

test('an event that is too old to send again says how long events are kept', async () => {
  const person = await Person.new()
  const { status, text } = await person.see('/settings/webhook/deliveries/evt_old')
  expect([status, sentences(text)]).toEqual([
    404,
    ['The event is not in the log of this account, which keeps events for seven days.'],
  ])
})
