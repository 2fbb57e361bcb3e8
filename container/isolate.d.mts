import type { Spec } from '../src/contract/spec.ts'
import type { Inflate } from './engine/bytes/byte-source.ts'
import type { ConvertOutcome, ConvertRequest } from './engine/convert-types.ts'

/** Converts a file. If the accelerator is null, the plain code does everything. */
export function convert(request: ConvertRequest & { readonly accelerator?: null }): Promise<ConvertOutcome>
/** Returns the memory of an accelerator, or 0 if the platform has none. */
export function acceleratorBytes(): number
export const nodeInflate: Inflate
export function outputNameOf(name: string, spec: Spec): string
