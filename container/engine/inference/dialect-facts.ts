import type { Dialect } from '../../../src/contract/spec.ts'

/** What a dialect allows of names and tables. Sources: each vendor's reference, "identifier length" and "limits". */
export interface DialectFacts {
  readonly identifierMax: number
  readonly identifierUnit: 'bytes' | 'characters'
  readonly columnsMax: number
  /** Of a second, as its types keep them; SQLite and Oracle's times are text. */
  readonly fractionDigits: number
  /** Moments with an offset are kept by their UTC, which has to be in the years 1 to 9999; of 14 hours at most. */
  readonly hasBoundedMoments: boolean
}

export const dialectFacts: Readonly<Record<Dialect, DialectFacts>> = {
  postgresql: {
    identifierMax: 63,
    identifierUnit: 'bytes',
    columnsMax: 1600,
    fractionDigits: 6,
    hasBoundedMoments: false,
  },
  mysql: {
    identifierMax: 64,
    identifierUnit: 'characters',
    columnsMax: 1017,
    fractionDigits: 6,
    hasBoundedMoments: true,
  },
  mariadb: {
    identifierMax: 64,
    identifierUnit: 'characters',
    columnsMax: 1017,
    fractionDigits: 6,
    hasBoundedMoments: true,
  },
  sqlite: {
    identifierMax: 1000,
    identifierUnit: 'bytes',
    columnsMax: 2000,
    fractionDigits: 9,
    hasBoundedMoments: false,
  },
  sql_server: {
    identifierMax: 128,
    identifierUnit: 'characters',
    columnsMax: 1024,
    fractionDigits: 7,
    hasBoundedMoments: true,
  },
  oracle: { identifierMax: 128, identifierUnit: 'bytes', columnsMax: 1000, fractionDigits: 9, hasBoundedMoments: true },
}
