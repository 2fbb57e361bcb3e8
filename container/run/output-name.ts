import { outputEnding } from '../../src/contract/spec-values.ts'
import type { Spec } from '../../src/contract/spec.ts'
import { beginningOf } from './file-name.ts'

const baseCharactersMax = 240

/** Characters that a file system refuses, or that change the direction of the text after them. */
const unsafe = /[\p{Cc}<>:"|?*\u{200E}\u{200F}\u{202A}-\u{202E}\u{2066}-\u{2069}]/gu

/**
 * Returns `Orders 2024.sql` for `Orders 2024.csv.gz`. A client that saves the output under this name never writes
 * outside of its folder.
 */
export function outputNameOf(name: string, spec: Spec): string {
  const base = name
    .replace(/^.*[/\\]/s, '')
    .replace(/(?:\.tar)?\.(?:gz|zst|xz|bz2|zip|tgz|txz|tbz2?|tzst)$|\.tar$/i, '')
    .replace(/\.[a-z0-9]{1,8}$/i, '')
    .replaceAll(unsafe, '_')
    .replace(/^\s+|[\s.]+$/g, '')
  return `${base === '' ? 'output' : beginningOf(base, baseCharactersMax)}.${outputEnding(spec)}`
}
