import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const download = 'it is a URL. Download the file first, or use rowmill remote convert.'

test.each([
  [['help', 'convrt'], 'There is no command "convrt". Did you mean "convert"? See rowmill --help.'],
  [['convert', 'a.csv', '--input.header_row', '2'], 'Unknown option --input.header_row. Did you mean --header-row?'],
  ...['convert', 'inspect'].flatMap((command) =>
    ['https://example.com/a.csv', 'https://example.com/a.csv?dl=0'].map((url): [string[], string] => [
      [command, url, ...(command === 'convert' ? ['--to', 'sqlite'] : [])],
      `Cannot read ${url}: ${download}`,
    ]),
  ),
  ...[['convert', '--to', 'sqlite'], ['inspect'], ['remote', 'convert', '--to', 'sqlite']].flatMap(
    (command): [string[], string][] => [
      [
        [...command, 'file:///tmp/a.csv'],
        'Cannot read file:///tmp/a.csv: it is a URL. Give the path of the file instead.',
      ],
      [
        [...command, 's3://bucket/a.csv'],
        'Cannot read s3://bucket/a.csv: it is a URL. Only rowmill remote convert reads URLs, and they must begin with https://.',
      ],
    ],
  ),
  [['login', ' '], 'No API key was entered. Run rowmill login in a terminal, or pipe the key to it.'],
])('%j gets a message that says what to do', (args, message) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['container/cli.ts', ...args], {
    encoding: 'utf8',
    env: { ...process.env, ROWMILL_API_KEY: 'none' },
  })
  expect([status, stdout, stderr]).toEqual([2, '', `${message}\n`])
})
