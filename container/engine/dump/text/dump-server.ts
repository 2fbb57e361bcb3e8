/** The facts about a server that decide how it stores values. */
export interface DumpServer {
  /** Whether `X'31'` is a number in a column of numbers. For MariaDB, it is a string like every other. */
  readonly readsHexAsNumber: boolean
  /** The last second of a TIMESTAMP, since 1970. */
  readonly lastTimestamp: number
  /** Whether a program read the values from a server, so that each fits its column. */
  readonly isDumped: boolean
}

const last32Bits = 2 ** 31 - 1
const lastUnsigned32Bits = 2 ** 32 - 1

/** The server of a script without comments. A handwritten script runs on older servers, too. */
export const unknownServer: DumpServer = {
  readsHexAsNumber: false,
  lastTimestamp: last32Bits,
  isDumped: false,
}

const programs =
  /(?:MySQL|MariaDB) dump|Server version|phpMyAdmin|HeidiSQL|Adminer|Navicat|SQLyog|Sequel|DBeaver|mydumper|MySQL Shell/i

/** Reads the version that mysqldump, phpMyAdmin, HeidiSQL, Adminer and Navicat write into the first lines. */
export function serverOf(head: string): DumpServer {
  const isDumped = programs.test(head)
  const mariadb = /\b(\d{1,2})\.(\d{1,2})\.\d{1,3}-MariaDB/i.exec(head)
  if (mariadb === null)
    return { ...unknownServer, isDumped, readsHexAsNumber: /\bServer version\b/i.test(head) && !/MariaDB/i.test(head) }
  const [, major = '0', minor = '0'] = mariadb
  const isLater = Number(major) > 11 || (Number(major) === 11 && Number(minor) >= 5)
  return { ...unknownServer, isDumped, lastTimestamp: isLater ? lastUnsigned32Bits : last32Bits }
}
