import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeFolders } from '../../../container/commands/local-paths.ts'

// Paths that cannot be read or written. Each mistake is reported before anything is converted.

const cli = resolve('container/cli.ts')
const folder = mkdtempSync(join(tmpdir(), 'rowmill-paths-'))
afterAll(() => rmSync(folder, { recursive: true }))
writeFileSync(join(folder, 'orders.csv'), 'id,name\n1,Ann\n')
writeFileSync(join(folder, 'spec.json'), '{"output":{"dialect":"mysql",}}')
writeFileSync(join(folder, 'twice.json'), '{"output":{"dialect":"mysql",\n"dialect":"sqlite"}}')
writeFileSync(join(folder, 'kept.sql'), 'kept')
mkdirSync(join(folder, 'sql'))
mkdirSync(join(folder, 'a$&b'))
writeFileSync(join(folder, 'a$&b/orders.csv'), 'id\n1\n')
symlinkSync('nowhere', join(folder, 'linked.csv'))
symlinkSync('nowhere', join(folder, 'linked'))
linkSync(join(folder, 'orders.csv'), join(folder, 'same.csv'))
const files = readdirSync(folder)

// The recursive mkdir of Node never returns for these.
const unusableFolders: [args: string[], message: string][] = ['/proc/rowmill', '/proc/rowmill/sql'].map((path) => [
  ['orders.csv', '--to', 'sqlite', '--out-dir', path],
  `Cannot write ${path}: the folder does not exist.`,
])

test.each<[args: readonly string[], message: string]>([
  [['order.csv', '--to', 'sqlite'], 'Cannot read order.csv: the file does not exist. Did you mean "orders.csv"?'],
  [
    ['./Orders.CSV', '--to', 'sqlite'],
    'Cannot read ./Orders.CSV: the file does not exist. Did you mean "./orders.csv"?',
  ],
  [['people.csv', '--to', 'sqlite'], 'Cannot read people.csv: the file does not exist.'],
  [
    ['a$&b/order.csv', '--to', 'sqlite'],
    'Cannot read a$&b/order.csv: the file does not exist. Did you mean "a$&b/orders.csv"?',
  ],
  [['linked.csv', '--to', 'sqlite'], 'Cannot read linked.csv: the file does not exist.'],
  [['./sq', '--to', 'sqlite'], 'Cannot read ./sq: the file does not exist.'],
  [['orders.csv', '--to', 'sqlite', '--rejects', 'orders.csv'], 'orders.csv is the input file. Write to another file.'],
  [['orders.csv', '--to', 'sqlite', '--rejects', 'same.csv'], 'same.csv is the input file. Write to another file.'],
  [
    ['orders.csv', '--to', 'sqlite', '-o', 'new.sql', '--rejects', './new.sql'],
    './new.sql cannot be both the output and the file of --rejects. Name another file for one of them.',
  ],
  [
    ['orders.csv', '--to', 'sqlite', '--report', 'new', '--rejects', 'sql/../new'],
    'sql/../new cannot be both the report and the file of --rejects. Name another file for one of them.',
  ],
  [['no/orders.csv', '--to', 'sqlite'], 'Cannot read no/orders.csv: the file does not exist.'],
  [['--to', 'sqlite'], 'Name a file to convert, or - for standard input.'],
  [['--helpp'], 'Unknown option --helpp. Did you mean --help?'],
  [['orders.csv', '--to', 'sqlite', '--out-dir', 'orders.csv'], 'Cannot write orders.csv: it is a file, not a folder.'],
  [
    ['orders.csv', '--to', 'sqlite', '--out-dir', 'linked'],
    'Cannot write linked: it is a link to a place that does not exist.',
  ],
  [['orders.csv', '--to', 'sqlite', '--report', 'no/r.json'], 'Cannot write no/r.json: the folder does not exist.'],
  [['orders.csv', '--to', 'sqlite', '-o', 'kept.sql', '--report', 'sql'], 'Cannot write sql: it is a folder.'],
  [['orders.csv', '--to', 'sqlite', '-o', 'new.sql', '--rejects', 'sql'], 'Cannot write sql: it is a folder.'],
  [
    ['orders.csv', '--spec', 'spec.json'],
    'Cannot read the spec spec.json: it must be valid JSON; line 1, column 30 has "}}" instead of a name in quotes. Remove the comma before it.',
  ],
  [
    ['orders.csv', '--spec', 'twice.json'],
    'Cannot read the spec twice.json: it must have each name once in an object; line 2, column 1 repeats "dialect". Remove one of them.',
  ],
  ...(process.platform === 'linux' ? unusableFolders : []),
])('%j', (args, message) => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [cli, ...args], {
    cwd: folder,
    encoding: 'utf8',
    input: '',
    // A call that never returns is ended, and then has no exit code.
    timeout: 60_000,
  })
  expect([stderr.trimEnd(), stdout, status]).toEqual([message, '', 2])
  expect(readFileSync(join(folder, 'kept.sql'), 'utf8')).toBe('kept')
  expect(readdirSync(folder)).toEqual(files)
})

test('processes that create the same missing folders at once all succeed, and .. leaves no other folder behind', async () => {
  const place = mkdtempSync(join(tmpdir(), 'rowmill-folders-'))
  try {
    const script = `
      const { makeFolders } = await import(${JSON.stringify(resolve('container/commands/local-paths.ts'))})
      while (Date.now() < Number(process.argv[1])) {}
      for (let at = 0; at < 300; at++) makeFolders(${JSON.stringify(place)} + '/' + at + '/a/b/c')`
    const start = String(Date.now() + 2000)
    const codes = await Promise.all(
      [1, 2, 3].map(async () => {
        const child = spawn(process.execPath, ['--input-type=module', '-e', script, start], { stdio: 'ignore' })
        const [code] = (await once(child, 'exit')) as [number]
        return code
      }),
    )
    expect(codes).toEqual([0, 0, 0])
    makeFolders(`${place}/nope/../made/more`)
    expect(readdirSync(place).filter((name) => !/^\d+$/.test(name))).toEqual(['made'])
  } finally {
    rmSync(place, { recursive: true })
  }
})
