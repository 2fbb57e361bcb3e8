import type { Spec } from '../src/contract/spec.ts'
import type { Inflate } from './engine/bytes/byte-source.ts'
import type { ConvertOutcome, ConvertRequest } from './engine/convert-types.ts'

export function convert(request: ConvertRequest): Promise<ConvertOutcome>
export const nodeInflate: Inflate
export function outputNameOf(name: string, spec: Spec): string
