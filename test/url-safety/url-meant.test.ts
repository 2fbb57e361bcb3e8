import { expect, test } from 'vitest'
import { checkPublicUrl } from '../../src/url-safety/check-public-url.ts'

const policy = { trustedOrigins: [], resolve: () => Promise.resolve(['93.184.215.14']) }

async function messageFor(url: string): Promise<string> {
  const verdict = await checkPublicUrl(url, policy)
  return verdict.ok ? 'no refusal' : verdict.message
}

const meant = 'Did you mean "https://example.com/a.csv"?'

test.each([
  'https:/example.com/a.csv',
  'https:example.com/a.csv',
  'https//example.com/a.csv',
  'https;//example.com/a.csv',
  'http//example.com/a.csv',
  'http://example.com/a.csv',
  'htps://example.com/a.csv',
  'https://https://example.com/a.csv',
  'https:///example.com/a.csv',
  'https:\\\\example.com\\a.csv',
  '//example.com/a.csv',
  'example.com/a.csv',
  ' https://example.com/a.csv\n',
  '"https://example.com/a.csv"',
  '<https://example.com/a.csv>',
  '[a.csv](https://example.com/a.csv)',
])('%j suggests the URL that was meant', async (url) => {
  expect(await messageFor(url)).toContain(meant)
})

test('a space is encoded', async () => {
  expect(await messageFor('https://example.com/a b.csv')).toContain('Did you mean "https://example.com/a%20b.csv"?')
})

test.each(['/home/ann/a.csv', 'C:\\Users\\ann\\a.csv', './a.csv', '~/a.csv', 'file:///tmp/a.csv', 'people.csv'])(
  '%j is the path of a file',
  async (path) => {
    expect(await messageFor(path)).toMatch(
      /file path, not a URL\. To convert a file of your own, send its name and bytes/,
    )
  },
)

test.each(['s3://bucket/a.csv', 'gs://bucket/a.csv', 'abfss://c@a.dfs.core.windows.net/a.csv'])(
  '%s names an object, which needs a signed URL',
  async (url) => {
    expect(await messageFor(url)).toMatch(/must begin with https:\/\/; got .*Create a signed https:\/\/ URL/)
  },
)

test.each(['undefined', 'null', ''])('%j is a variable without a value', async (url) => {
  expect(await messageFor(url)).toContain('A variable in your program may have no value.')
})

test.each(['{{file_url}}', '$URL', '<url>'])('%j is a placeholder', async (url) => {
  expect(await messageFor(url)).toContain('Replace this placeholder with its value.')
})

test('data in a URL is to be sent as content', async () => {
  expect(await messageFor('data:text/csv,a%0A1')).toContain('Send the data as content.')
})

/** Nothing is suggested that would be refused. */
test.each(['//localhost/a.csv', 'https:/169.254.169.254/', 'https:/example.com:8080/a.csv', 'a.csv?x', 'not a url'])(
  '%j suggests nothing',
  async (url) => {
    expect(await messageFor(url)).not.toContain('Did you mean')
  },
)
