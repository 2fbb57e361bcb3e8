import { outputEnding } from '../../src/contract/spec-values.ts'
import type { Spec } from '../../src/contract/spec.ts'
import { beginningOf } from './file-name.ts'

const baseCharactersMax = 240

/** `Orders 2024.csv.gz` → `Orders 2024.sql`. */
export function outputNameOf(name: string, spec: Spec): string {
  const base = name
    .replace(/(?:\.tar)?\.(?:gz|zst|xz|bz2|zip|tgz|txz|tbz2?|tzst)$|\.tar$/i, '')
    .replace(/\.[a-z0-9]{1,8}$/i, '')
  return `${base === '' ? 'output' : beginningOf(base, baseCharactersMax)}.${outputEnding(spec)}`
}
