import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { dataFolder, gzipped, textFile } from './data.ts'
import { workbook, type WorkbookFormat } from './workbooks.ts'

export interface Contender {
  readonly name: string
  readonly command: string
  /** A program that must be on the path. */
  readonly needs?: string
}

export interface Job {
  readonly name: string
  readonly file: string
  readonly ours: Contender
  readonly peers: readonly Contender[]
  /** Reading, unpacking and writing the same bytes: no converter can be faster. */
  readonly floor: Contender
}

export const sizes = { small: 1, '100mb': 100, '1gb': 1000 } as const
export type Size = keyof typeof sizes

const node = `'${process.execPath}'`
const out = (name: string): string => `'${join(dataFolder, `out-${name}`)}'`
const ours = (file: string, options: string): Contender => ({
  name: 'rowmill',
  command: `${node} container/cli.ts convert '${file}' ${options} -o ${out('rowmill')} --quiet`,
})
const nodePeer = (name: string, script: string, ...args: string[]): Contender => ({
  name,
  command: `${node} scripts/bench/peers/${script} ${args.join(' ')}`,
})
const copyFloor: (file: string) => Contender = (file) => ({ name: 'copy', command: `cp '${file}' ${out('floor')}` })
const shell = (name: string, needs: string, line: string): Contender => ({ name, needs, command: `sh -c "${line}"` })

/** csvkit and sqlite-utils take minutes for what others do in seconds: they run on the small file alone. */
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

export async function textJobs(size: Size): Promise<Job[]> {
  const megabytes = sizes[size]
  const [csv, tsv, ndjson, json, dump] = await Promise.all([
    textFile('csv', megabytes),
    textFile('tsv', megabytes),
    textFile('ndjson', megabytes),
    textFile('json', megabytes),
    textFile('sql', megabytes),
  ])
  const duck = (format: string, file: string): Contender =>
    nodePeer('duckdb (csv out, both cores)', 'duckdb.mjs', format, `'${file}'`, out('duckdb'))
  const packed = gzipped(csv)
  return [
    {
      name: 'CSV → PostgreSQL COPY',
      file: csv,
      ours: ours(csv, '--dialect postgresql --style bulk'),
      peers: [duck('csv', csv), ...slowPeers(csv, size)],
      floor: copyFloor(csv),
    },
    {
      name: 'CSV → SQLite inserts',
      file: csv,
      ours: ours(csv, '--dialect sqlite'),
      peers: [
        shell(
          'sqlite3 .import + .dump',
          'sqlite3',
          `sqlite3 :memory: '.import --csv ${csv} t' .dump > ${out('sqlite')}`,
        ),
        nodePeer('papaparse', 'papaparse.mjs', `'${csv}'`, out('papaparse')),
      ],
      floor: copyFloor(csv),
    },
    {
      name: 'TSV → PostgreSQL COPY',
      file: tsv,
      ours: ours(tsv, '--dialect postgresql --style bulk'),
      peers: [duck('tsv', tsv)],
      floor: copyFloor(tsv),
    },
    {
      name: 'NDJSON → PostgreSQL COPY',
      file: ndjson,
      ours: ours(ndjson, '--dialect postgresql --style bulk'),
      peers: [duck('ndjson', ndjson)],
      floor: copyFloor(ndjson),
    },
    {
      name: 'JSON → PostgreSQL COPY',
      file: json,
      ours: ours(json, '--dialect postgresql --style bulk'),
      peers: [duck('json', json)],
      floor: copyFloor(json),
    },
    {
      name: 'CSV.gz → PostgreSQL COPY',
      file: packed,
      ours: ours(packed, '--dialect postgresql --style bulk'),
      peers: [duck('csv', packed)],
      floor: shell('zcat', 'zcat', `zcat '${packed}' > ${out('floor')}`),
    },
    {
      name: 'MySQL dump → PostgreSQL COPY',
      file: dump,
      ours: ours(dump, '--dialect postgresql --style bulk'),
      peers: [],
      floor: shell('grep -c', 'grep', `grep -c customers '${dump}'`),
    },
  ]
}

export function sheetJobs(size: Size): Job[] {
  const rows = { small: 10_000, '100mb': 100_000, '1gb': 1_000_000 }[size]
  const formats: readonly WorkbookFormat[] =
    size === '1gb' ? ['xlsx', 'xlsx-inline'] : ['xlsx', 'xlsx-inline', 'xlsb', 'xls', 'ods']
  return formats.map((format) => {
    const file = workbook(format, rows)
    return {
      name: `${format} (${rows.toLocaleString('en')} × 10) → PostgreSQL COPY`,
      file,
      ours: ours(file, '--dialect postgresql --style bulk'),
      peers: [
        nodePeer('SheetJS', 'sheetjs.mjs', `'${file}'`, out('sheetjs')),
        { name: 'ssconvert', needs: 'ssconvert', command: `ssconvert '${file}' ${out('gnumeric')}.csv` },
        ...(size === 'small'
          ? [
              shell(
                'LibreOffice',
                'soffice',
                `soffice --headless --convert-to csv --outdir ${join(dataFolder, 'lo')} '${file}'`,
              ),
            ]
          : []),
      ],
      floor:
        format.startsWith('xlsx') || format === 'ods'
          ? shell('unzip -p', 'unzip', `unzip -p '${file}' > /dev/null`)
          : copyFloor(file),
    }
  })
}

export const isInstalled = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))
