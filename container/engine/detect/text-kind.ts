import type { Message } from '../../../src/contract/catalog/message.ts'
import { kindMessages } from '../catalog/kinds.ts'
import { isEvenTable } from './even-table.ts'
import { foreignTexts } from './foreign-texts.ts'
import { isProse } from './prose.ts'
import { isShortProgram } from './short-programs.ts'
import { isNestedYaml, isSettings, isSourceCode } from './source-code.ts'
import { isRequest, isScript } from './sql-text.ts'

/** FASTA, GenBank, EMBL and PHYLIP, each by the lines at the beginning of every file. */
const sequences: readonly RegExp[] = [
  /^>\S[^\r\n]*\r?\n(?:[A-Z*-]{20,}|[ACGTUNacgtun-]{20,})(?:\r?\n|$)/,
  /^LOCUS {2,}\S[^\r\n]*\r?\nDEFINITION {2}/,
  /^ID {3}\S[^\r\n]*\r?\n(?:XX *\r?\n)?(?:AC|DT|DE|SV) {3}\S/,
  /^\d+[ \t]+\d+[ \t]*[A-Z]*\r?\n\S+\s+(?:[ACGTUNacgtun?.-]{10} ?)+\r?\n/,
]

/** Text with a table in its own format. As delimited text, it would be a table of nonsense. */
const kinds: readonly { readonly description: Message; readonly isIt: (head: string, name: string) => boolean }[] = [
  {
    description: kindMessages.dif,
    isIt: (head) => /^TABLE\r?\n0,1\r?\n"[^\r\n]*"\r?\n[A-Z]+\r?\n0,\d+\r?\n"/.test(head),
  },
  {
    // Excel treats every text that begins with ID like this, including a header such as `ID;Price`.
    description: kindMessages.sylk,
    isIt: (head) => /^ID;P\w*(?:;[NE])*(?:\r\n?|\n)/.test(head) && /^[BC];[XY]\d+;/m.test(head),
  },
  {
    description: kindMessages.expandedTable,
    isIt: (head) => /^[-+┌─]*\[ RECORD 1 \]|^\*{10,} 1\. row \*{10,}\r?\n/.test(head),
  },
  { description: kindMessages.tibble, isIt: (head) => /^# A tibble: [\d,]+ [x\u00d7] [\d,]+\r?\n/.test(head) },
  {
    description: kindMessages.mt940,
    isIt: (head) => /^(?:\{1:[^\r\n]*\r?\n)?:20:[^\r\n]*\r?\n(?::21:[^\r\n]*\r?\n)?:25P?:/.test(head),
  },
  {
    description: kindMessages.yaml,
    isIt: (head, name) =>
      /\.ya?ml$/i.test(name) ||
      /^(?:%YAML [\d.]+\r?\n)?---\r?\n(?:#[^\n]*\n)*-\s+["']?\w[^\n:]*:(?:\s|$)/.test(head) ||
      isNestedYaml(head),
  },
  {
    description: kindMessages.gitLfs,
    isIt: (head) => /^version https:\/\/git-lfs\.github\.com\/spec\/\S+\r?\noid sha256:/.test(head),
  },
  {
    description: kindMessages.libreOfficeLock,
    isIt: (head) => /^[^,\r\n]*(?:,[^,\r\n]*){2},\d\d\.\d\d\.\d{4} \d\d:\d\d,[^,\r\n]*;\s*$/.test(head),
  },
  { description: kindMessages.vcard, isIt: (head) => /^BEGIN:VCARD\r?\n/i.test(head) },
  { description: kindMessages.icalendar, isIt: (head) => /^BEGIN:VCALENDAR\r?\n/i.test(head) },
  { description: kindMessages.sequences, isIt: (head) => sequences.some((kind) => kind.test(head)) },
  ...foreignTexts.map(({ description, pattern }) => ({ description, isIt: (head: string) => pattern.test(head) })),
  { description: kindMessages.pem, isIt: (head) => /^-----BEGIN [A-Z0-9 ]+-----\r?\n/.test(head) },
  { description: kindMessages.email, isIt: isEmail },
  {
    description: kindMessages.diff,
    isIt: (head) => /^(?:diff [^\n]*\n(?:[^\n]*\n){0,9}?)?(?:--- |Index: )[^\n]*\n[\s\S]*?^@@ -\d[^\n]* @@/m.test(head),
  },
  { description: kindMessages.script, isIt: (head) => /^#!\s?\/\S+/.test(head) },
  { description: kindMessages.php, isIt: (head) => /^<\?php\s/.test(head) },
  {
    description: kindMessages.wiki,
    isIt: (head) => /^(?:<!--[\s\S]*?-->\s*)?\{\|[^\n]*\n(?:\|\+[^\n]*\n)?\s*[|!]/.test(head),
  },
  {
    description: kindMessages.wikiPage,
    isIt: (head) => /^(?:<!--[\s\S]*?-->\s*)?\{\{\w[^{}\n]*\n\s*\|\s*\w+\s*=/.test(head),
  },
  {
    description: kindMessages.latex,
    isIt: (head) =>
      /^(?:[ \t]*(?:%[^\n]*)?\r?\n)*[ \t]*\\(?:documentclass|begin|(?:sub)*section|chapter|usepackage)\b/.test(head),
  },
  { description: kindMessages.query, isIt: isRequest },
  { description: kindMessages.plainSql, isIt: isScript },
  {
    description: kindMessages.notJson,
    isIt: (_, name) => /\.(?:json|geojson|ndjson|jsonl)$/i.test(name),
  },
  {
    description: kindMessages.packageLock,
    isIt: (head, name) => /\.lock$/i.test(name) || /^(?:# .*\r?\n)?# yarn lockfile/.test(head),
  },
  { description: kindMessages.settings, isIt: isSettings },
  { description: kindMessages.sourceCode, isIt: isProgram },
  { description: kindMessages.prose, isIt: isProse },
]

/** Tests for a program. The test for an even table is the cheaper one, and decides for most files. */
function isProgram(head: string, name: string): boolean {
  const isEven = isEvenTable(head)
  return isSourceCode(head, name, isEven) || isShortProgram(head, isEven)
}

/**
 * Recognizes the header fields of a message, with a sender or a path among them, and the blank line after them. In a
 * mailbox (mbox), a line with the sender and the time precedes them.
 */
function isEmail(head: string): boolean {
  const fields = /^(?:[A-Za-z][\w-]*:(?: [^\n]*)?\n(?:[ \t]+\S[^\n]*\n)*){2,}\r?\n/.exec(
    head.replaceAll('\r\n', '\n').replace(/^From \S+ [^\n]*\d{4}[^\n]*\n/, ''),
  )?.[0]
  return (
    fields !== undefined && /^(?:(?:From|Return-Path|Delivered-To):.*@|Received: from |Message-ID: <)/im.test(fields)
  )
}

/** Returns the kind of a text that is not a delimited table, or null if it may be one. */
export function textKind(head: string, name: string): Message | null {
  const text = head.replace(/^\uFEFF/, '').trimStart()
  return kinds.find(({ isIt }) => isIt(text, name))?.description ?? null
}
