import type { Reporter } from '../../report/reporter.ts'
import type { DumpPlan } from '../plan/plan-types.ts'
import type { DumpSchema } from '../schema/schema.ts'
import type { ComputedValues } from '../server/computed-values.ts'
import type { Settings } from '../text/settings.ts'
import type { TextRepair } from '../text/text-repair.ts'
import type { DumpBlocks } from './dump-blocks.ts'
import type { FastRows } from './fast-rows.ts'
import type { ReferenceCheck } from './reference-check.ts'

/** The parts of a conversion that the writer of rows uses. */
export interface RowWriterRequest {
  readonly plan: DumpPlan
  readonly schema: DumpSchema
  readonly settings: Settings
  readonly computed: ComputedValues
  readonly block: DumpBlocks
  readonly reporter: Reporter
  readonly repair: TextRepair
  readonly fastRows: FastRows
  readonly references: ReferenceCheck
}
