import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, win32 } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { patternOf } from '../../container/commands/local-paths.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowmill-many-'))
  for (const name of ['a', 'b']) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'x.csv'), `id,name\n1,${name}\n`)
  }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const started = (args: readonly string[]): ChildProcess =>
  spawn(process.execPath, ['container/cli.ts', ...args], { stdio: ['pipe', 'pipe', 'pipe'] })

function cli(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  return new Promise((resolve) => {
    const child = started(args)
    let [out, err] = ['', '']
    child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()))
    child.once('close', (code) => resolve({ code, out, err }))
    child.stdin?.end()
  })
}

describe('several files', () => {
  test('with the same name are refused before one overwrites the output of the other', async () => {
    const files = ['a', 'b'].map((name) => join(folder, name, 'x.csv'))
    const { code, err } = await cli('convert', ...files, '--to', 'sqlite', '--out-dir', join(folder, 'sql'))
    expect(code).toBe(2)
    expect(err).toContain(`${files[0]} and ${files[1]} would both be written to ${join(folder, 'sql', 'x.sql')}.`)
    expect(existsSync(join(folder, 'sql', 'x.sql'))).toBe(false)
  })

  test('are all converted except one that cannot be read', async () => {
    const [first, second] = [join(folder, 'a', 'x.csv'), join(folder, 'b', 'x.csv')]
    const { code, out, err } = await cli('convert', first, join(folder, 'none.csv'), second, '--to', 'sqlite')
    expect(code).toBe(2)
    expect(err).toContain(`Cannot read ${join(folder, 'none.csv')}: the file does not exist.`)
    expect(out).toContain("(1, 'a')")
    expect(out).toContain("(1, 'b')")
  })
})

describe('a command line without a command', () => {
  test.each([[(path: string) => [path, '--to', 'sqlite']], [(path: string) => ['--to', 'sqlite', path]]])(
    'converts the file that it names',
    async (args) => {
      const { code, out } = await cli(...args(join(folder, 'a', 'x.csv')))
      expect(code).toBe(0)
      expect(out).toContain("(1, 'a')")
    },
  )

  test('reports a file that does not exist, and still recognizes a misspelled command', async () => {
    expect((await cli('none.csv', '--to', 'sqlite')).err).toBe('Cannot read none.csv: the file does not exist.\n')
    expect((await cli('convrt', 'none.csv')).err).toContain('Did you mean "convert"?')
    expect((await cli('frobnicate')).err).toContain('There is no command "frobnicate".')
  })
})

describe('a signal', () => {
  // One file for all signals, because writing it takes longer than a test.
  let [slowFolder, slowFile] = ['', '']
  beforeAll(() => {
    slowFolder = mkdtempSync(join(tmpdir(), 'rowmill-slow-'))
    slowFile = join(slowFolder, 'slow.json')
    // Wide JSON rows with ever-changing keys keep the converter busy.
    const row = (n: number): string =>
      JSON.stringify({ id: n, text: `a "quoted" text ${n}`.repeat(20), [`k${n % 50}`]: n })
    writeFileSync(slowFile, `[${Array.from({ length: 200_000 }, (_, n) => row(n)).join(',')}]`)
  })
  afterAll(() => rmSync(slowFolder, { recursive: true }))

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s leaves no unfinished file behind', async (signal) => {
    const output = join(folder, 'out.sql')
    writeFileSync(output, 'as it was')
    const child = started(['convert', slowFile, '--to', 'sqlite', '--plain', '-o', output])
    const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_, by) => resolve(by)))
    await expect.poll(() => readdirSync(folder).some((name) => name.endsWith('.part')), { interval: 5 }).toBe(true)
    child.kill(signal)
    expect(await ended).toBe(signal)
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
    expect(readFileSync(output, 'utf8')).toBe('as it was')
  })
})

test('a pattern may use backslashes on Windows', () => {
  expect(patternOf('data\\*.csv', win32.sep)).toEqual({ folder: 'data\\', pattern: '*.csv' })
  expect(patternOf('C:/data/in?.csv', win32.sep)).toEqual({ folder: 'C:/data/', pattern: 'in?.csv' })
  expect(patternOf('data/*.csv', '/')).toEqual({ folder: 'data/', pattern: '*.csv' })
  expect(patternOf('a\\*.csv', '/')).toEqual({ folder: '', pattern: 'a\\*.csv' })
  expect(patternOf('data/a.csv', '/')).toBeNull()
})
