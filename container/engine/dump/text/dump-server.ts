/** The facts about a server that decide how it stores values. */
export interface DumpServer {
  /** Whether a program read the rows from a server, so that no two of them share a key. */
  readonly hasDistinctKeys: boolean
  /** Whether `X'31'` is a number in a column of numbers. For MariaDB, it is a string like every other. */
  readonly readsHexAsNumber: boolean
  /** The last second of a TIMESTAMP, since 1970. */
  readonly lastTimestamp: number
  /** Whether a TIMESTAMP that is NOT NULL refuses NULL, as in MySQL 8. Other servers store the current time. */
  readonly refusesNullTime: boolean
}

const last32Bits = 2 ** 31 - 1
const lastUnsigned32Bits = 2 ** 32 - 1

/** The server of a script without comments. A handwritten script runs on older servers, too. */
export const unknownServer: DumpServer = {
  hasDistinctKeys: false,
  readsHexAsNumber: false,
  lastTimestamp: last32Bits,
  refusesNullTime: false,
}

/** The first lines of programs that write the rows of a server. */
const dumpPrograms =
  /^\W*(?:(?:MySQL|MariaDB|mydumper|phpMyAdmin SQL|Sequel (?:Pro|Ace) SQL|SQLyog) dump|MySQL Administrator dump|Adminer \d|Navicat|SQLyog|HeidiSQL)|\b(?:HeidiSQL|Navicat|Server version)\b/im

/** Reads the version that mysqldump, phpMyAdmin, HeidiSQL, Adminer and Navicat write into the first lines. */
export function serverOf(head: string): DumpServer {
  const hasDistinctKeys = dumpPrograms.test(head)
  const mariadb = /\b(\d{1,2})\.(\d{1,2})\.\d{1,3}-MariaDB/i.exec(head)
  if (mariadb === null) {
    const isMysql = /\bServer version\b/i.test(head) && !/MariaDB/i.test(head)
    const major = Number(/\bServer version\W+(\d{1,3})\./i.exec(head)?.[1] ?? 0)
    return { ...unknownServer, hasDistinctKeys, readsHexAsNumber: isMysql, refusesNullTime: isMysql && major >= 8 }
  }
  const [, major = '0', minor = '0'] = mariadb
  const isLater = Number(major) > 11 || (Number(major) === 11 && Number(minor) >= 5)
  return { ...unknownServer, hasDistinctKeys, lastTimestamp: isLater ? lastUnsigned32Bits : last32Bits }
}
