import { counted, numberForPeople } from '../../../src/contract/messages.ts'
import type { Message } from '../../../src/contract/catalog/message.ts'
import { say } from '../../../src/contract/catalog/say.ts'

/** Messages of the command line: what is wrong with a command, why it failed, and what it did. */
export const commandMessages = {
  options: {
    unknown: (option: string, hint: string): Message =>
      say`Unknown option ${option}.${hint === '' ? ' Add --help to see the options.' : hint}`,
    /** The parser cannot tell whether the next argument is a value. */
    lacking: (option: string): Message =>
      say`${option} needs a value. Write a value that begins with "-" as ${option}=VALUE.`,
    /** The parser's own message. */
    other: (message: string): Message => say`${message}`,
    twice: (name: string): Message => say`--${name} is given twice with different values. Give it once.`,
    noValue: (option: string): Message => say`${option} takes no value.`,
  },
  completion: {
    noShell: (shells: string): Message => say`Name a shell: ${shells}.`,
  },
  convert: {
    noFile: say`Name a file to convert, or - for standard input.`,
    onePlace: say`Name one destination for the output: -o, --out-dir or --db.`,
    severalFiles: (count: number): Message =>
      say`${count} files cannot be written into one. Name a folder with --out-dir.`,
    sameOutput: (one: string, other: string, output: string): Message =>
      say`${one} and ${other} would both be written to ${output}. Convert them into different folders.`,
    oneReport: say`--report takes one file. Convert the files one by one, or use --json.`,
    oneRejects: say`--rejects takes one file. Convert the files one by one.`,
    sameFile: (path: string, one: Message, other: Message): Message =>
      say`${path} cannot be both ${one} and ${other}. Name another file for one of them.`,
    written: { output: say`the output`, report: say`the report`, rejects: say`the file of --rejects` },
    inputIsOutput: (path: string): Message => say`${path} is the input file. Write to another file.`,
    rejectsPath: (path: string): Message => say`--rejects needs the path of a file; got "${path}".`,
  },
  files: {
    noMatch: (path: string): Message => say`No file matches ${path}.`,
    cannotRead: (path: string, reason: string): Message => say`Cannot read ${path}: ${reason}`,
    largeInput: say`Standard input is larger than 50 GiB. Convert a file instead.`,
    isFolder: (path: string): Message => say`Cannot write ${path}: it is a folder.`,
    cannotWrite: (path: string, reason: string): Message => say`Cannot write ${path}: ${reason}`,
    fullDisk: say`The disk is full, so the output is not complete. Free some space, or write to another disk.`,
  },
  service: {
    noKey: say`There is no API key. Run rowmill login, or set ROWMILL_API_KEY.`,
    baseUrl: (url: string): Message =>
      say`"${url}" is not the URL of an API. It must look like https://api.example.com/v1.`,
    nothingEntered: say`No API key was entered. Run rowmill login in a terminal, or pipe the key to it.`,
    notKey: say`That is not an API key. Keys begin with rm_key_. Create one in your account settings.`,
    keyNotSaved: (cause: string): Message => say`The key was not saved. ${cause}`,
    keySaved: (path: string): Message => say`The key works and is saved in ${path}.`,
  },
  database: {
    url: (url: string): Message =>
      say`--db needs a URL that begins with postgres://, mysql://, mariadb:// or sqlite://; got "${url}".`,
    otherDialect: (protocol: string, dialect: string): Message =>
      say`--db ${protocol}// loads SQL for ${dialect}. Add --to ${dialect} and leave --format out.`,
    noClient: (dialect: string): Message =>
      say`${dialect} has no client that reads a script. Leave --db out and load the file yourself.`,
    notInstalled: (program: string, cause: string, packageName: string): Message =>
      say`--db needs the program ${program}, which is not installed (${cause}). On Debian, install it with: apt-get install ${packageName}`,
    notLoaded: (program: string, code: number | string): Message =>
      say`${program} ended with code ${code}, because the database refused the script. Its message is above.`,
  },
  inspect: {
    noFile: say`Name one file to inspect, or - for standard input.`,
    dump: (path: string): Message =>
      say`${path} is a MySQL or MariaDB dump. Convert it to PostgreSQL: rowmill convert ${path} --to postgresql`,
    values: (values: number, empty: number): Message =>
      say`${counted(values, 'value')}${empty === 0 ? '' : `, ${numberForPeople(empty)} empty`}`,
    /** The reason why a column is text, with the number of all its values. */
    nearest: (nearest: { type: string; values: number; total: number; row: number; value: string }): Message =>
      say`${numberForPeople(nearest.values)} of ${numberForPeople(nearest.total)} are ${nearest.type}s; row ${nearest.row} has "${nearest.value}"`,
  },
  webhook: {
    noUrl: (url: string): Message => say`Name the URL of your webhook: --forward ${url}`,
    url: (url: string, meant: string | null): Message =>
      say`"${url}" is not a URL. ${meant === null ? 'It must look like http://localhost:3000/hooks.' : `Did you mean "${meant}"?`}`,
    noEvent: (types: string): Message => say`Name the type of the event: ${types}.`,
    unknownEvent: (type: string, hint: string, types: string): Message =>
      say`There is no event "${type}".${hint} The events are ${types}.`,
    replay: say`There is no command "replay". Send an event again from the webhook page of your account, or send a sample with rowmill trigger.`,
    refused: (host: string): Message => say`nothing listens on ${host}. Start your receiver there`,
    noHost: (host: string): Message => say`there is no host ${host}`,
    notHttps: (meant: string): Message => say`the receiver does not speak HTTPS. Did you mean ${meant}?`,
    notHttp: (host: string): Message => say`the program on ${host} does not speak HTTP`,
    closed: (host: string): Message => say`the program on ${host} closed the connection without a response`,
    silence: (seconds: number): Message => say`no response within ${seconds} seconds`,
    redirect: (status: number): Message => say`${status}, and redirects are not followed`,
    /** The cause of a failed attempt that has no sentence of its own. */
    otherCause: (cause: string): Message => say`${cause}`,
  },
  readReasons: {
    folder: say`it is a folder. Name the files in it, such as folder/*.csv.`,
    url: say`it is a URL. Download the file first, or use rowmill remote convert.`,
    fileUrl: say`it is a URL. Give the path of the file instead.`,
    otherUrl: say`it is a URL. Only rowmill remote convert reads URLs, and they must begin with https://.`,
    missing: (hint: string): Message => say`the file does not exist.${hint}`,
    forbidden: say`you do not have permission to read it.`,
    noJson: (rule: Message): Message => say`it ${rule}.`,
  },
  writeReasons: {
    noFolder: say`the folder does not exist.`,
    isFile: say`it is a file, not a folder.`,
    brokenLink: say`it is a link to a place that does not exist.`,
    notFolder: say`a part of the path is a file, not a folder.`,
    forbidden: say`you do not have permission to write there.`,
    readOnly: say`the disk is read-only.`,
    full: say`the disk is full.`,
  },
  /** Sentences about a finished command. */
  done: {
    listening: say`Waiting for conversions to end. Press Ctrl-C to stop.`,
    deleted: (id: string): Message => say`${id} and its files are deleted.`,
    usage: (used: string, limit: string, start: string, left: string): Message =>
      say`${used} of ${limit} used since ${start}, ${left} left.`,
  },
  commands: {
    unknown: (name: string, hint: string): Message => say`There is no command "${name}".${hint} See rowmill --help.`,
  },
  remote: {
    noAction: (names: string, meant: string | null): Message =>
      say`rowmill remote needs one of: ${names}.${meant === null ? '' : ` Did you mean "rowmill remote ${meant}"?`}`,
    noId: say`Name the id of a conversion. rowmill remote list shows them.`,
    noFile: say`Name a file or a URL to convert.`,
    localOnly: say`--as-text and --type are for local files. Name the column by its index with --spec FILE.`,
  },
  spec: {
    badType: (option: string, meant: string | null, types: string): Message =>
      say`--type needs COLUMN=TYPE; got "${option}".${meant === null ? '' : ` Did you mean "${meant}"?`} Types: ${types}.`,
    /** The message lists every wrong field of the spec by the options that set it. */
    invalid: (reasons: readonly string[]): Message => say`${reasons.join('\n')}`,
    sheets: say`Give --sheet for one sheet, or --all-sheets for all of them.`,
    otherDialect: (to: string, dialect: string): Message =>
      say`--to is "${to}" and --dialect is "${dialect}". They are the same option, so give one of them.`,
    noDialect: say`Name the database to write for, such as --to postgresql.`,
    cannotRead: (path: string, cause: string): Message => say`Cannot read the spec ${path}: ${cause}`,
    noDump: say`--as-text and --type are for tables. A dump keeps the types that it defines.`,
    noColumn: (path: string, name: string, hint: string, known: string): Message =>
      say`${path} has no column "${name}".${hint} It has: ${known}.`,
  },
} as const
