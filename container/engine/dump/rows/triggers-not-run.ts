import { dumpRowMessages } from '../../catalog/dump-rows.ts'
import type { Reporter } from '../../report/reporter.ts'
import type { Replay } from '../schema/replay.ts'
import type { DumpTable, OtherObject } from '../schema/schema.ts'
import type { InsertHead } from '../text/statements.ts'
import { isWord } from '../text/tokens.ts'

export type TriggerEvent = 'INSERT' | 'UPDATE' | 'DELETE'

const runsOn = ({ tokens }: OtherObject, event: TriggerEvent): boolean => {
  const at = tokens.findIndex((token) => isWord(token, 'BEFORE', 'AFTER'))
  return isWord(tokens[at + 1], event)
}

/** Reports triggers that a server runs for statements of the dump. Their changes are not in the script. */
export class TriggersNotRun {
  private readonly reported = new Set<OtherObject>()
  private readonly replay: Replay
  private readonly reporter: Reporter

  constructor(replay: Replay, reporter: Reporter) {
    this.replay = replay
    this.reporter = reporter
  }

  /** Notes an INSERT, or a REPLACE, which also deletes rows. */
  noteInsert(table: DumpTable | undefined, { onDuplicate }: InsertHead): void {
    this.note(table, 'INSERT')
    if (onDuplicate === 'replace') this.note(table, 'DELETE')
  }

  /** Notes that a statement changes rows of a table. */
  note(table: DumpTable | undefined, event: TriggerEvent): void {
    if (table === undefined) return
    for (const trigger of this.replay.triggersOf(table)) {
      if (!runsOn(trigger, event) || this.reported.has(trigger)) continue
      this.reported.add(trigger)
      const { name, text } = trigger
      this.reporter.fix({
        code: 'trigger_not_run',
        table: table.name,
        message: dumpRowMessages.trigger_not_run(name, text),
        example: name,
      })
    }
  }
}
