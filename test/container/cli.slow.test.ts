import { execSync, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowmill-cli-'))
  writeFileSync(join(folder, 'a.csv'), 'id,name\n1,Zoë\n2,\n')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function cli(
  args: readonly string[],
  input = '',
  env: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; out: string; err: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['container/cli.ts', ...args], { env: { ...process.env, ...env } })
    let [out, err] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
    child.once('close', (code) => resolve({ code, out, err }))
    child.stdin.end(input)
  })
}

const rowsOf = (script: string): unknown[] => {
  const database = new DatabaseSync(':memory:')
  database.exec(script)
  return database
    .prepare('select * from t order by 1')
    .all()
    .map((row) => ({ ...row }))
}

describe('the command line', () => {
  test('writes the same output with --plain, which does without the kernel', async () => {
    const path = join(folder, 'long.csv')
    writeFileSync(
      path,
      `id,name,day\n${Array.from({ length: 30_000 }, (_, id) => `${id},"n ${id}",2024-01-31\n`).join('')}`,
    )
    const convert = (...flags: string[]) => cli(['convert', path, '--dialect', 'postgresql', '--quiet', ...flags])
    const plain = await convert('--plain')
    expect(plain).toMatchObject({ code: 0, err: '' })
    expect(plain.out).toContain("(29999, 'n 29999', '2024-01-31')")
    expect(plain.out === (await convert()).out).toBe(true)
  })

  test('writes a script to a file, and the report beside it', async () => {
    const [out, report] = [join(folder, 'out.sql'), join(folder, 'report.json')]
    const run = await cli([
      'convert',
      join(folder, 'a.csv'),
      '--dialect',
      'sqlite',
      '--table',
      't',
      '-o',
      out,
      '--report',
      report,
      '--quiet',
    ])
    expect(run).toEqual({ code: 0, out: '', err: '' })
    expect(rowsOf(readFileSync(out, 'utf8'))).toEqual([
      { id: 1, name: 'Zoë' },
      { id: 2, name: null },
    ])
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ table: 't', rows: { converted: 2, rejected: 0 } })
  })

  test('reads standard input and writes standard output', async () => {
    const run = await cli(['convert', '-', '--dialect', 'sqlite', '--table', 't'], 'id,name\n7,x\n')
    expect(run.code).toBe(0)
    expect(rowsOf(run.out)).toEqual([{ id: 7, name: 'x' }])
  })

  test('accepts a whole spec, and flags override it', async () => {
    const spec = join(folder, 'spec.json')
    writeFileSync(
      spec,
      JSON.stringify({ output: { dialect: 'oracle', table: 'x' }, columns: [{ index: 1, exclude: true }] }),
    )
    const run = await cli(['convert', join(folder, 'a.csv'), '--spec', spec, '--dialect', 'sqlite', '--table', 't'])
    expect(rowsOf(run.out)).toEqual([{ id: 1 }, { id: 2 }])
  })

  test.each([
    ['empty_file', '', 'a.csv'],
    ['unsupported_format', '%PDF-1.7\n', 'a.pdf'],
    ['corrupt_file', '[{"a":1},', 'a.json'],
  ])('exits 1 with %s as one line of JSON', async (code, content, name) => {
    const path = join(folder, `bad-${name}`)
    writeFileSync(path, content)
    const run = await cli(['convert', path, '--dialect', 'sqlite'])
    expect([run.code, run.out]).toEqual([1, ''])
    expect(run.err.trimEnd().split('\n')).toHaveLength(1)
    expect(JSON.parse(run.err)).toMatchObject({ error: { code } })
  })

  test('reports a failure for a file that shrinks while it is read', async () => {
    const path = join(folder, 'cut.csv')
    writeFileSync(path, 'id,name\n'.padEnd(20_000_000, '1,name\n'))
    const running = cli(['convert', path, '--dialect', 'sqlite', '-o', join(folder, 'cut.sql')])
    // The command reads its input only as fast as it converts it.
    while (!readdirSync(folder).some((name) => name.startsWith('cut.sql')))
      await new Promise((resolve) => setTimeout(resolve, 1))
    truncateSync(path, 8)
    const { code, err } = await running
    expect([code, JSON.parse(err)]).toMatchObject([1, { error: { code: 'corrupt_file' } }])
    expect(readdirSync(folder).filter((name) => name.startsWith('cut.sql'))).toEqual([])
  })

  test.each([
    [[]],
    [['convert']],
    [['convert', 'a', 'b']],
    [['convert', 'nowhere.csv', '--dialect', 'sqlite']],
    [['convert', 'a', '--dialect', 'db2']],
    [['convert', 'a', '--what']],
    [['convert', 'examples', '--dialect', 'sqlite']],
    [['convert', 'examples/orders.csv', '--dialect', 'sqlite', '-o', 'no/such/folder/out.sql']],
    [['convert', 'examples/orders.csv', '--dialect', 'sqlite', '-o', '/dev/null', '--report', 'no/such/folder/r.json']],
    [['convert', 'examples', '--dialect', 'sqlite']],
    [
      [
        'convert',
        'examples/orders.csv',
        '--dialect',
        'sqlite',
        '-o',
        '/tmp/rowmill-both',
        '--report',
        '/tmp/./rowmill-both',
      ],
    ],
  ])('exits 2 for %j', async (args) => {
    const run = await cli(args)
    expect([run.code, run.out]).toEqual([2, ''])
    expect(run.err).not.toContain('    at ')
  })

  test.each(['null', '[]', '7', '"x"', '{"output":null}', '{"output":[]}', '{"input":"csv"}', '{"output":{'])(
    'exits 2 for a spec file that is %s',
    async (text) => {
      const spec = join(folder, 'odd-spec.json')
      writeFileSync(spec, text)
      const run = await cli(['convert', join(folder, 'a.csv'), '--dialect', 'sqlite', '--sheet', 's', '--spec', spec])
      expect([run.code, run.out]).toEqual([2, ''])
      expect(run.err).toMatch(/^(spec|Cannot read the spec)/)
    },
  )

  test('reads a spec file that begins with a byte order mark, as Windows writes them', async () => {
    const spec = join(folder, 'marked-spec.json')
    writeFileSync(spec, '\ufeff{"output":{"dialect":"sqlite","table":"t"}}')
    const run = await cli(['convert', join(folder, 'a.csv'), '--spec', spec])
    expect(rowsOf(run.out)).toHaveLength(2)
  })

  test('reads a named pipe', async () => {
    const pipe = join(folder, 'pipe.csv')
    execSync(`mkfifo ${pipe}`)
    const written = writeFile(pipe, 'id\n7\n')
    const run = await cli(['convert', pipe, '--dialect', 'sqlite', '--table', 't'])
    await written
    expect(rowsOf(run.out)).toEqual([{ id: 7 }])
  })

  test('names the missing option', async () => {
    const run = await cli(['convert', 'examples/orders.csv'])
    expect([run.code, run.err]).toEqual([2, 'Name the database to write for, such as --to postgresql.\n'])
  })

  test.each(['csv', 'json'])('needs no database for %s', async (format) => {
    const run = await cli(['convert', 'examples/orders.csv', '--format', format])
    const named = await cli(['convert', 'examples/orders.csv', '--format', format, '--to', 'postgresql'])
    expect([run.code, run.out]).toEqual([0, named.out])
  })

  test.each(['--help', '-h'])('prints its usage for %s', async (flag) => {
    const run = await cli(['convert', flag])
    expect([run.code, run.err]).toEqual([0, ''])
    expect(run.out).toMatch(/^Usage: rowmill convert FILES/m)
  })

  test('reads the path of a pipe that a shell makes of <(…)', () => {
    const script = execSync(
      `bash -c '${process.execPath} container/cli.ts convert <(printf "id\\n7\\n") --dialect sqlite --table t --quiet'`,
    )
    expect(rowsOf(script.toString())).toEqual([{ id: 7 }])
  })

  test('resolves paths from the folder where npm was called', () => {
    const convert = 'npm run --silent convert -- orders.csv --dialect sqlite --table t --quiet'
    expect(rowsOf(execSync(convert, { cwd: 'examples' }).toString())).toHaveLength(4)
  })

  test('writes to standard output if the output is -', async () => {
    const run = await cli(['convert', join(folder, 'a.csv'), '--dialect', 'sqlite', '--table', 't', '-o', '-'])
    expect(rowsOf(run.out)).toHaveLength(2)
  })

  test('ends quietly and leaves nothing behind when its reader stops', () => {
    const input = join(folder, 'long.csv')
    writeFileSync(input, `id\n${Array.from({ length: 300_000 }, (_, id) => id).join('\n')}\n`)
    const temporary = mkdtempSync(join(folder, 'temporary-'))
    const convert = `${process.execPath} container/cli.ts convert - --dialect sqlite < ${input}`
    const printed = execSync(`(TMPDIR=${temporary} ${convert} || echo $? >&2) 2>&1 > >(head -1 > /dev/null)`, {
      shell: '/bin/bash',
    })
    expect(printed.toString()).toBe('1\n')
    expect(readdirSync(temporary).filter((name) => name.startsWith('rowmill'))).toEqual([])
  })

  test.skipIf(!existsSync('/dev/full'))('reports that the disk is full', () => {
    const temporary = mkdtempSync(join(folder, 'temporary-'))
    const convert = `${process.execPath} container/cli.ts convert - --dialect sqlite < examples/orders.csv`
    const printed = execSync(`(TMPDIR=${temporary} ${convert} || echo $? >&2) 2>&1 > /dev/full`, { shell: '/bin/bash' })
    const [error = '', code] = printed.toString().split('\n')
    expect([JSON.parse(error), code]).toMatchObject([
      { error: { message: expect.stringMatching(/^The disk is full.*Free some space/) } },
      '1',
    ])
    expect(readdirSync(temporary).filter((name) => name.startsWith('rowmill'))).toEqual([])
  })

  test('appends at the current position if standard output is a file', async () => {
    const [input, out] = [join(folder, 'many.csv'), join(folder, 'appended.sql')]
    writeFileSync(input, `id\n${Array.from({ length: 300_000 }, (_, id) => id).join('\n')}\n`)
    writeFileSync(out, '-- what was there\n')
    const convert = `${process.execPath} container/cli.ts convert ${input} --dialect sqlite --table t --quiet`
    execSync(`(echo '-- said before'; ${convert}; echo '-- said behind') >> ${out}`)
    const script = readFileSync(out, 'utf8')
    expect(script.startsWith('-- what was there\n-- said before\n')).toBe(true)
    expect(script.endsWith('\n-- said behind\n')).toBe(true)
    expect(rowsOf(script)).toHaveLength(300_000)
  })

  test('replaces a longer existing file completely', async () => {
    const out = join(folder, 'longer.sql')
    writeFileSync(out, 'x'.repeat(20_000_000))
    await cli(['convert', join(folder, 'a.csv'), '--dialect', 'sqlite', '--table', 't', '-o', out])
    expect(rowsOf(readFileSync(out, 'utf8'))).toHaveLength(2)
  })

  test.each(['itself', 'a symbolic link', 'a hard link'])('never overwrites its input: %s', async (way) => {
    const path = join(folder, `read-${way}.csv`)
    writeFileSync(path, 'id\n1\n')
    const out = way === 'itself' ? path : join(folder, `also-${way}.csv`)
    if (way === 'a symbolic link') symlinkSync(path, out)
    if (way === 'a hard link') linkSync(path, out)
    const run = await cli(['convert', path, '--dialect', 'sqlite', '-o', out])
    expect([run.code, run.out]).toEqual([2, ''])
    expect(run.err).toContain('is the input file')
    expect(readFileSync(path, 'utf8')).toBe('id\n1\n')
  })
})

describe('a conversion that fails', () => {
  test('leaves an existing output unchanged', async () => {
    const out = join(folder, 'kept.sql')
    writeFileSync(out, 'precious')
    const report = join(folder, 'kept.json')
    writeFileSync(report, 'as well')
    const broken = join(folder, 'broken.xlsx')
    writeFileSync(broken, 'PK\u0003\u0004 and no more')
    const run = await cli(['convert', broken, '--to', 'sqlite', '-o', out, '--report', report])
    expect([run.code, JSON.parse(run.err)]).toMatchObject([1, { error: { code: 'corrupt_file' } }])
    expect([readFileSync(out, 'utf8'), readFileSync(report, 'utf8')]).toEqual(['precious', 'as well'])
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })
})

describe('several files', () => {
  const names = ['one.csv', 'two.csv']
  beforeAll(() => {
    for (const name of names) writeFileSync(join(folder, 'many-').concat(name), `id\n${name.length}\n`)
  })

  test('are each converted into a folder, even if the shell did not expand the pattern', async () => {
    const sql = join(folder, 'sql')
    const run = await cli(['convert', join(folder, 'many-*.csv'), '--to', 'sqlite', '--out-dir', sql, '-q'])
    expect(run).toEqual({ code: 0, out: '', err: '' })
    expect(readdirSync(sql).toSorted()).toEqual(['many-one.sql', 'many-two.sql'])
  })

  test('are not written into one file', async () => {
    const run = await cli(['convert', join(folder, 'many-*.csv'), '--to', 'sqlite', '-o', join(folder, 'one.sql')])
    expect([run.code, run.err]).toEqual([2, '2 files cannot be written into one. Name a folder with --out-dir.\n'])
  })

  test('are reported as missing if the pattern matches nothing', async () => {
    const run = await cli(['convert', join(folder, 'none-*.csv'), '--to', 'sqlite'])
    expect([run.code, run.err]).toEqual([2, `No file matches ${join(folder, 'none-*.csv')}.\n`])
  })
})

describe('options', () => {
  test('--fail-on-rejects exits with 3 and still writes the output', async () => {
    const file = join(folder, 'rejects.csv')
    writeFileSync(file, `id\n${'1\n'.repeat(100)}x\n`)
    const args = ['convert', file, '--to', 'sqlite', '--table', 't', '--sample-rows', '5', '--fail-on-rejects', '-q']
    const run = await cli(args)
    expect([run.code, rowsOf(run.out).length]).toEqual([3, 100])
  })

  test('--as-text keeps a column as text, given its name or number', async () => {
    for (const column of ['id', '1']) {
      const run = await cli(['convert', join(folder, 'a.csv'), '--to', 'sqlite', '--table', 't', '--as-text', column])
      expect(rowsOf(run.out)[0]).toEqual({ id: '1', name: 'Zoë' })
    }
    const wrong = await cli(['convert', join(folder, 'a.csv'), '--to', 'sqlite', '--as-text', 'nmae'])
    expect([wrong.code, wrong.err]).toEqual([
      2,
      `${join(folder, 'a.csv')} has no column "nmae". Did you mean "name"? It has: id, name.\n`,
    ])
  })

  test.each([[['--null', '-999']], [['--null=-999']], [['--null', 'none', '--null', '-999']]])(
    'a value that begins with a minus sign may follow its option: %j',
    async (given) => {
      const file = join(folder, 'nulls.csv')
      writeFileSync(file, 'id,depth\n1,7\n2,-999\n')
      const run = await cli(['convert', file, '--to', 'sqlite', '--table', 't', ...given])
      expect([run.code, rowsOf(run.out)]).toEqual([
        0,
        [
          { id: 1, depth: 7 },
          { id: 2, depth: null },
        ],
      ])
    },
  )

  test('--json reports the result for programs', async () => {
    const run = await cli(['convert', join(folder, 'a.csv'), '--to', 'sqlite', '-o', join(folder, 'j.sql'), '--json'])
    expect(JSON.parse(run.err)).toMatchObject({ file: join(folder, 'a.csv'), report: { rows: { converted: 2 } } })
  })

  test.each([
    [['convrt'], 'There is no command "convrt". Did you mean "convert"? See rowmill --help.'],
    [['convert', 'a.csv', '--dialct', 'sqlite'], 'Unknown option --dialct. Did you mean --dialect?'],
    [['convert', 'a.csv', '--trim', '-9'], 'Unknown option -9. Add --help to see the options.'],
    [['convert', 'a.csv', '--to'], '--to needs a value. Write a value that begins with "-" as --to=VALUE.'],
    [['convert', 'nowhere.csv', '--to', 'sqlite'], 'Cannot read nowhere.csv: the file does not exist.'],
    [['completion', 'tcsh'], 'Name a shell: bash, zsh, fish.'],
    [['listen'], 'Name the URL of your webhook: --forward http://localhost:3000/hooks'],
    [
      ['remote', 'convrt'],
      'rowmill remote needs one of: convert, list, show, cancel, delete, usage. Did you mean "rowmill remote convert"?',
    ],
    [
      ['remote', 'orders.csv'],
      'rowmill remote needs one of: convert, list, show, cancel, delete, usage. Did you mean "rowmill remote convert orders.csv"?',
    ],
    [
      ['remote', 'get', 'x'],
      'rowmill remote needs one of: convert, list, show, cancel, delete, usage. Did you mean "rowmill remote show"?',
    ],
    [
      ['trigger', 'conversion.completed'],
      'There is no event "conversion.completed". Did you mean "conversion.done"? The events are conversion.done, conversion.failed, conversion.canceled, ping.',
    ],
    [
      ['trigger', 'conversion.started'],
      'There is no event "conversion.started". The events are conversion.done, conversion.failed, conversion.canceled, ping.',
    ],
    [
      ['trigger', '--forward', '3000'],
      'Name the type of the event: conversion.done, conversion.failed, conversion.canceled, ping.',
    ],
    [['listen', '3000'], 'Name the URL of your webhook: --forward http://localhost:3000'],
    [['listen', '--port', '3000'], 'Unknown option --port. Did you mean --forward?'],
    [
      ['replay', 'evt_1'],
      'There is no command "replay". Send an event again from the webhook page of your account, or send a sample with rowmill trigger.',
    ],
    [
      ['trigger', 'ping', '--forward', 'localhost:3000/hooks'],
      '"localhost:3000/hooks" is not a URL. Did you mean "http://localhost:3000/hooks"?',
    ],
    [['trigger', 'ping', '--forward', '3000'], '"3000" is not a URL. Did you mean "http://localhost:3000"?'],
    [['trigger', 'ping', '--forward', 'hooks'], '"hooks" is not a URL. It must look like http://localhost:3000/hooks.'],
    [
      ['convert', 'examples/orders.csv', '--to', 'sqlite', '--db', 'postgres://localhost/x'],
      '--db postgres:// loads SQL for postgresql. Add --to postgresql and leave --format out.',
    ],
  ])('%j gets a message that says what to do', async (args, message) => {
    const run = await cli(args)
    expect([run.code, run.out, run.err]).toEqual([2, '', `${message}\n`])
  })

  test('inspect shows the types found in the sample', async () => {
    const path = join(folder, 'evidence.csv')
    writeFileSync(path, `n,day,name\n${'1,2024-01-02,Ann\n'.repeat(20)}x,,Bob\n2,2024-01-03,Cy\n`)
    const { out } = await cli(['inspect', path])
    expect(out).toMatch(/n\s+text\s+text\s+21 of 22 are integers; row 22 has "x"/)
    expect(out).toMatch(/day\s+date\s+date\s+21 values, 1 empty/)
    expect(out).toMatch(/name\s+text\s+text\s+22 values/)
  })

  test('inspect shows the columns with their types and first values', async () => {
    const run = await cli(['inspect', 'examples/orders.csv'])
    expect(run.code).toBe(0)
    expect(run.out).toMatch(/placed\s+date\s+date\s+3 values, 1 empty\s+31\/12\/2023/)
    const json = await cli(['inspect', 'examples/orders.csv', '--json'])
    expect(JSON.parse(json.out)).toMatchObject({ kind: 'table', report: { table: 'orders' } })
  })
})

/** These tests use database clients that are installed. */
test('--db loads into SQLite with the sqlite3 client', async () => {
  const database = join(folder, 'shop.db')
  const run = await cli(['convert', 'examples/orders.csv', '--to', 'sqlite', '--db', `sqlite://${database}`, '-q'])
  if (run.err.includes('which is not installed')) {
    expect(run.code).toBe(2)
    return
  }
  expect(run).toEqual({ code: 0, out: '', err: '' })
  expect(new DatabaseSync(database).prepare('select count(*) as rows from orders').get()).toEqual({ rows: 4 })
})

test.each([
  [
    'psql',
    'postgresql',
    'postgres://ada:p%40ss@db.example:5433/shop',
    'PGPASSWORD',
    'postgres://ada@db.example:5433/shop',
  ],
  ['mysql', 'mysql', 'mysql://ada:p%40ss@db.example:3307/shop', 'MYSQL_PWD', '--port=3307 --user=ada'],
  ['mariadb', 'mariadb', 'mariadb://ada:p%40ss@db.example/shop', 'MYSQL_PWD', '--host=db.example --user=ada'],
])(
  '--db passes %s its password in the environment, where other users cannot read it',
  async (program, to, url, name, shown) => {
    const programs = mkdtempSync(join(folder, 'programs-'))
    // The script replaces the client and prints what a process list would show.
    writeFileSync(
      join(programs, program),
      `#!/bin/sh\necho "$@" > ${programs}/args\necho "$${name}" > ${programs}/secret\ncat > /dev/null\n`,
    )
    chmodSync(join(programs, program), 0o755)
    const PATH = `${programs}:${process.env['PATH'] ?? ''}`
    const run = await cli(['convert', 'examples/orders.csv', '--to', to, '--db', url, '-q'], '', { PATH })
    expect(run).toEqual({ code: 0, out: '', err: '' })
    expect(readFileSync(join(programs, 'args'), 'utf8')).toContain(shown)
    expect(readFileSync(join(programs, 'args'), 'utf8')).not.toMatch(/p%40ss|p@ss/)
    expect(readFileSync(join(programs, 'secret'), 'utf8')).toBe('p@ss\n')
  },
)

describe('options with values of their own', () => {
  test('types, NULL values, keys and transactions reach the script', async () => {
    const path = join(folder, 'choices.csv')
    writeFileSync(path, 'zip,name\n00501,Ada \n90210,none\n00501,x\n')
    const choices = ['--type', 'zip=integer', '--null', 'none', '--trim', '--primary-key', 'zip', '--no-transaction']
    const { code, out, err } = await cli(['convert', path, '--to', 'sqlite', '--table', 't', ...choices, '--quiet'])
    expect([code, err]).toEqual([0, ''])
    expect(out).not.toMatch(/BEGIN|COMMIT/)
    expect(rowsOf(out)).toEqual([
      { zip: 501, name: 'Ada' },
      { zip: 90210, name: null },
    ])
  })

  test('--rejects writes every rejected row, and no file without a rejected row', async () => {
    const [path, rejects] = [join(folder, 'rejected.csv'), join(folder, 'rejects.csv')]
    writeFileSync(path, 'id,name\n1,Ada\nx,Bob\n')
    const flags = [
      '--to',
      'sqlite',
      '--type',
      'id=integer',
      '--rejects',
      rejects,
      '--quiet',
      '-o',
      join(folder, 'r.sql'),
    ]
    expect(await cli(['convert', path, ...flags])).toMatchObject({ code: 0 })
    expect(readFileSync(rejects, 'utf8')).toMatch(
      /^row,code,column,message,id,name\r\n3,type_mismatch,id,.*,x,Bob\r\n$/,
    )
    rmSync(rejects)
    expect(await cli(['convert', join(folder, 'a.csv'), ...flags])).toMatchObject({ code: 0 })
    expect(existsSync(rejects)).toBe(false)
    expect((await cli(['convert', path, ...flags.with(5, '-')])).err).toContain('--rejects needs the path of a file')
  })

  test('--widths cuts lines into columns, and is refused with what it should be', async () => {
    const path = join(folder, 'fixed.txt')
    writeFileSync(path, 'cdnname\nAB1Ann \nCD2Bob \n')
    const given = ['convert', path, '--to', 'sqlite', '--format', 'csv', '-o', '-', '--header-row', '1']
    const { code, out, err } = await cli([...given, '--widths', '2,1,4'])
    expect(code, err).toBe(0)
    expect(out).toBe('cd,n,name\r\nAB,1,Ann\r\nCD,2,Bob\r\n')
    const refused = await cli([...given, '--widths', '2,x'])
    expect(refused.code).toBe(2)
    expect(refused.err).toContain('widths')
  })

  test('--if-exists and --compression set their fields', async () => {
    const path = join(folder, 'a.csv')
    const written = join(folder, 'a.sql.gz')
    const flags = ['--to', 'postgresql', '--if-exists', 'drop', '--compression', 'gzip']
    expect(await cli(['convert', path, ...flags, '-o', written, '--quiet'])).toMatchObject({ code: 0 })
    expect(gunzipSync(readFileSync(written)).toString()).toContain('DROP TABLE IF EXISTS a;')
  })

  test.each([
    [['--type', 'zip=int'], 'Did you mean "zip=integer"?'],
    [['--type', 'zip:varchar'], 'Did you mean "zip=text"?'],
    [['--type', 'zip'], '--type needs COLUMN=TYPE'],
    [['--type', 'nam=integer'], 'has no column "nam". Did you mean "name"?'],
    [['--primary-key', 'x'.repeat(300)], '--primary-key must be the name of a column, 1 to 255 characters'],
  ])('%j is refused', async (flags, message) => {
    const { code, err } = await cli(['convert', join(folder, 'a.csv'), '--to', 'mysql', ...flags])
    expect(code).toBe(2)
    expect(err).toContain(message)
  })
})
