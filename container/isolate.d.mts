import type { Spec } from '../src/contract/spec.ts'
import type { Inflate } from './engine/bytes/byte-source.ts'
import type { ConvertOutcome, ConvertRequest } from './engine/convert-types.ts'

export function convert(request: ConvertRequest): Promise<ConvertOutcome>
/** By the plain code, where the accelerator is null. */
export function convertWith(request: ConvertRequest & { readonly accelerator?: null }): Promise<ConvertOutcome>
/** The memory that an accelerator takes; 0 where the platform has none. */
export function acceleratorBytes(): number
export const nodeInflate: Inflate
export function outputNameOf(name: string, spec: Spec): string
