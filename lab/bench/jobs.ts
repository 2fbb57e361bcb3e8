import { existsSync, readdirSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Contender } from './contender.ts'
import { dataFolder, gzipped, type Spelling, type TextFormat, textFile } from './data.ts'
import { pgloader } from './pgloader.ts'
import { spellings } from './spellings.ts'
import { rowsIn, workbook, type WorkbookFormat } from './workbooks.ts'

export interface Job {
  readonly name: string
  /** Returns the path of the file, which is created if needed. */
  open(): Promise<string>
  entry(file: string): Entry
}

export interface Entry {
  readonly ours: Contender
  readonly peers: readonly Contender[]
  /** Reads, decompresses and writes the same bytes. No converter can be faster. */
  readonly floor: Contender
}

export const sizes = { small: 1, '100mb': 100, '200mb': 200, '1gb': 1000 } as const
export type Size = keyof typeof sizes

const node = `'${process.execPath}'`
const out = (name: string): string => `'${join(dataFolder, `out-${name}`)}'`

/**
 * Removes the outputs of the previous job, because truncating and rewriting a large file is slower than writing a new
 * one.
 */
export function removeOutputs(): void {
  for (const name of readdirSync(dataFolder)) if (name.startsWith('out-')) rmSync(join(dataFolder, name))
}
/** Returns the same command as `npm run convert`. */
const ours = (file: string, options: string): Contender => ({
  name: 'rowmill',
  command: `${node} package/dist/cli.js convert '${file}' ${options} -o ${out('rowmill')} --quiet`,
})
const nodePeer = (name: string, script: string, ...args: string[]): Contender => ({
  name,
  command: `${node} lab/bench/peers/${script} ${args.join(' ')}`,
})
const copyFloor: (file: string) => Contender = (file) => ({ name: 'copy', command: `cp '${file}' ${out('floor')}` })
const shell = (name: string, needs: string, line: string): Contender => ({ name, needs, command: `sh -c "${line}"` })

/** Returns csvkit and sqlite-utils for the small file only. They take minutes for the larger ones. */
const slowPeers = (file: string, size: Size): Contender[] =>
  size === 'small'
    ? [
        {
          name: 'csvkit',
          needs: 'csvsql',
          command: `csvsql --insert --db sqlite:///${join(dataFolder, 'csvkit.db')} --overwrite '${file}'`,
        },
        shell(
          'sqlite-utils',
          'sqlite-utils',
          `rm -f ${out('su')}; sqlite-utils insert ${out('su')} t '${file}' --csv --detect-types`,
        ),
      ]
    : []

const bulk = '--dialect postgresql --style bulk'
const duck = (format: string, file: string): Contender =>
  nodePeer('duckdb (csv out, both cores)', 'duckdb.mjs', format, `'${file}'`, out('duckdb'))

/** Returns jobs with the spellings of real files, which must not be slow. */
const spelled = (spelling: Spelling, size: Size): Job => ({
  name: `CSV with ${spelling.name} → PostgreSQL COPY`,
  open: () => textFile('csv', sizes[size], spelling),
  entry: (path) => ({ ours: ours(path, bulk), peers: [duck('csv', path)], floor: copyFloor(path) }),
})

/**
 * Returns the jobs for text files. Files are only created for the selected jobs, because a large workbook takes minutes
 * to write.
 */
export function textJobs(size: Size): Job[] {
  const file = (format: TextFormat) => (): Promise<string> => textFile(format, sizes[size])
  const csv = file('csv')
  const copied = (name: string, format: TextFormat): Job => ({
    name,
    open: file(format),
    entry: (path) => ({ ours: ours(path, bulk), peers: [duck(format, path)], floor: copyFloor(path) }),
  })
  return [
    {
      name: 'CSV → PostgreSQL COPY',
      open: csv,
      entry: (path) => ({
        ours: ours(path, bulk),
        peers: [duck('csv', path), ...slowPeers(path, size)],
        floor: copyFloor(path),
      }),
    },
    {
      name: 'CSV → SQLite inserts',
      open: csv,
      entry: (path) => ({
        ours: ours(path, '--dialect sqlite'),
        peers: [
          shell(
            'sqlite3 .import + .dump',
            'sqlite3',
            `sqlite3 :memory: '.import --csv ${path} t' .dump > ${out('sqlite')}`,
          ),
          nodePeer('udsv', 'udsv.mjs', `'${path}'`, out('udsv')),
          nodePeer('papaparse', 'papaparse.mjs', `'${path}'`, out('papaparse')),
          nodePeer('csv-parse', 'csv-parse.mjs', `'${path}'`, out('csv-parse')),
        ],
        floor: copyFloor(path),
      }),
    },
    {
      name: 'CSV → clean CSV',
      open: csv,
      entry: (path) => ({
        ours: ours(path, '--dialect postgresql --format csv'),
        peers: [duck('csv', path)],
        floor: copyFloor(path),
      }),
    },
    {
      name: 'CSV → JSON',
      open: csv,
      entry: (path) => ({
        ours: ours(path, '--dialect postgresql --format json'),
        peers: [],
        floor: copyFloor(path),
      }),
    },
    ...(size === 'small' || size === '100mb' ? spellings.map((spelling) => spelled(spelling, size)) : []),
    copied('TSV → PostgreSQL COPY', 'tsv'),
    copied('NDJSON → PostgreSQL COPY', 'ndjson'),
    copied('JSON → PostgreSQL COPY', 'json'),
    {
      name: 'CSV.gz → PostgreSQL COPY',
      open: async () => gzipped(await csv()),
      entry: (path) => ({
        ours: ours(path, bulk),
        peers: [duck('csv', path)],
        floor: shell('zcat', 'zcat', `zcat '${path}' > ${out('floor')}`),
      }),
    },
    ...dumpJobs(file('sql')),
  ]
}

function dumpJobs(open: () => Promise<string>): Job[] {
  return [
    {
      name: 'MySQL dump → PostgreSQL COPY',
      open,
      entry: (path) => ({
        ours: ours(path, bulk),
        peers: [pgloader(path)],
        // The output is a file, because grep stops at the first match if its output is discarded.
        floor: shell('grep -c', 'grep', `grep -c customers '${path}' > ${out('floor')}`),
      }),
    },
    {
      name: 'MySQL dump.gz → PostgreSQL COPY',
      open: async () => gzipped(await open()),
      entry: (path) => ({
        ours: ours(path, bulk),
        peers: [],
        floor: shell('zcat', 'zcat', `zcat '${path}' > ${out('floor')}`),
      }),
    },
  ]
}

export function sheetJobs(size: Size): Job[] {
  const rows = { small: 10_000, '100mb': 100_000, '200mb': 200_000, '1gb': 1_000_000 }[size]
  const formats: readonly WorkbookFormat[] =
    // An xls file has at most 65,536 rows, so it is among the medium sizes.
    size === '1gb' ? ['xlsx', 'xlsx-inline', 'xlsb'] : ['xlsx', 'xlsx-inline', 'xlsb', 'xls', 'ods']
  return formats.map((format) => ({
    name: `${format} (${rowsIn(format, rows).toLocaleString('en')} × 10) → PostgreSQL COPY`,
    open: async () => workbook(format, rows),
    entry: (path) => ({
      ours: ours(path, bulk),
      peers: [
        nodePeer('SheetJS', 'sheetjs.mjs', `'${path}'`, out('sheetjs')),
        // ssconvert does not read xlsb.
        ...(format === 'xlsb' ? [] : [ssconvert(path)]),
        ...(size === 'small' || format === 'xlsb' ? [libreOffice(path)] : []),
      ],
      floor: format === 'xls' ? copyFloor(path) : shell('unzip -p', 'unzip', `unzip -p '${path}' > /dev/null`),
    }),
  }))
}

const ssconvert = (path: string): Contender => ({
  name: 'ssconvert',
  needs: 'ssconvert',
  command: `ssconvert '${path}' ${out('gnumeric')}.csv`,
})

const libreOffice = (path: string): Contender =>
  shell('LibreOffice', 'soffice', `soffice --headless --convert-to csv --outdir ${join(dataFolder, 'lo')} '${path}'`)

export const isInstalled = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))
