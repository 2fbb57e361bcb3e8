import type { Message } from '../../../src/contract/catalog/message.ts'
import { say } from '../../../src/contract/catalog/say.ts'

/** Messages about dumps in many files: the folders of mydumper and MySQL Shell. */
export const dumpFolderMessages = {
  notes: {
    madeBy: (program: string): Message => say`The dump was made by ${program}; its files were read as one script.`,
    unfinishedMydumper: say`The mydumper folder has no metadata of a finished dump, so it may be incomplete.`,
    unfinishedShell: say`The MySQL Shell folder has no @.done.json, so it may be incomplete.`,
    accounts: say`The accounts in @.users.sql were left out.`,
    others: (dump: string, others: string): Message => say`${dump} was read. Left out: ${others}.`,
  },
  corrupt_file: {
    cutStatement: (file: string): Message => say`The file ${file} of the dump ends in the middle of a statement.`,
    longDefinitions: (file: string): Message => say`The definitions in ${file} are too long.`,
    manyDefinitions: say`The definitions in the archive are larger than 64 MiB.`,
    noTable: (file: string): Message => say`The file ${file} of the dump does not name its table.`,
    incomplete: (file: string): Message => say`The file ${file} of the dump is incomplete.`,
    missing: (file: string): Message => say`The file ${file} of the dump is missing.`,
    notJson: (file: string): Message => say`The file ${file} of the dump is not JSON.`,
    rows: (table: string): Message => say`The rows of ${table} are damaged or incomplete.`,
  },
  unsupported_format: {
    loadData: (file: string): Message =>
      say`${file} holds rows for LOAD DATA. Make the dump again with mydumper, without --load-data or --csv.`,
    rowFormat: (table: string): Message =>
      say`The rows of ${table} are not in the default format of MySQL Shell. Make the dump again without a dialect.`,
    decoding: (method: string): Message =>
      say`The dump has a column that is decoded by ${method}, which is not supported.`,
    twice: (file: string): Message => say`The archive has the file ${file} twice. Send one dump.`,
  },
} as const
