import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Conversion {
  readonly from: string
  readonly to: string
  readonly input: Uint8Array | string
}

export interface TextIn {
  readonly text: string
  readonly encoding: string
}

/**
 * Runs iconv for each conversion. Starting a process takes a large program ten times as long as a shell, so one shell
 * starts them all. Returns the bytes before the first error, and whether there was none.
 */
function iconv(
  conversions: readonly Conversion[],
  ...options: readonly string[]
): { readonly bytes: Uint8Array; readonly isWhole: boolean }[] {
  const folder = mkdtempSync(join(tmpdir(), 'rowmill-iconv-'))
  try {
    const commands = conversions.map(({ from, to, input }, at) => {
      writeFileSync(join(folder, `${at}.in`), input)
      const command = ['/usr/bin/iconv', ...options, '-f', from, '-t', to].join(' ')
      return `${command} < ${at}.in > ${at}.out 2> /dev/null || echo ${at}\n`
    })
    const { stdout } = spawnSync('/bin/sh', ['-s'], { input: commands.join(''), cwd: folder, encoding: 'utf8' })
    const failed = new Set(stdout.split('\n'))
    return conversions.map((_, at) => ({
      bytes: new Uint8Array(readFileSync(join(folder, `${at}.out`))),
      isWhole: !failed.has(String(at)),
    }))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Encodes each text. The result of a text is null if its encoding lacks a character. */
export function encodedExactly(texts: readonly TextIn[]): (Uint8Array | null)[] {
  const conversions = texts.map(({ text, encoding }) => ({ from: 'UTF-8', to: encoding, input: text }))
  return iconv(conversions).map(({ bytes, isWhole }) => (isWhole ? bytes : null))
}

/** Returns the words that each encoding preserves. */
export function representable(words: readonly string[], encodings: readonly string[]): string[][] {
  const there = iconv(
    encodings.map((encoding) => ({ from: 'UTF-8', to: encoding, input: `${words.join('\n')}\n` })),
    '-c',
  )
  const back = iconv(
    there.map(({ bytes }, at) => ({ from: encodings[at] ?? '', to: 'UTF-8', input: bytes })),
    '-c',
  )
  return back.map(({ bytes }) => {
    const read = new TextDecoder().decode(bytes).split('\n')
    return words.filter((word, at) => read[at]?.normalize('NFC') === word.normalize('NFC'))
  })
}

/**
 * Encodes strings, without the characters that their encoding lacks. Escape sequences would carry over to the next
 * string, so each string is encoded separately.
 */
export function encodeAll(texts: readonly TextIn[]): Uint8Array[] {
  const conversions = texts.map(({ text, encoding }) => ({ from: 'UTF-8', to: encoding, input: text }))
  return iconv(conversions, '-c').map(({ bytes }) => bytes)
}
