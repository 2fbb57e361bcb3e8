import type { Spec } from '../src/contract/spec.ts'
import type { Inflate } from './engine/bytes/byte-source.ts'
import type { ConvertOutcome, ConvertRequest } from './engine/convert-types.ts'

export function convert(request: ConvertRequest): Promise<ConvertOutcome>
/** With the kernel of the request; null for the plain code. */
export function convertWith(request: ConvertRequest): Promise<ConvertOutcome>
/** The memory that a kernel takes; 0 where the platform has none. */
export function kernelBytes(): number
export const nodeInflate: Inflate
export function outputNameOf(name: string, spec: Spec): string
