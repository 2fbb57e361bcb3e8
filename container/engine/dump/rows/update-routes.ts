import type { Replay } from '../schema/replay.ts'
import type { HeldTable } from '../server/held-table.ts'
import { type Route, routeOf } from './route.ts'
import { RowRules, type RuleServices } from './row-rules.ts'

interface KnownRoute {
  /** The version of the definitions from which the route comes. */
  readonly version: number
  readonly route: Route
}

/** The columns in which UPDATE stores values: those of its own table at this point of the dump. */
export class UpdateRoutes {
  private readonly replay: Replay
  private readonly services: RuleServices
  private readonly known = new Map<HeldTable, KnownRoute>()

  constructor(replay: Replay, services: RuleServices) {
    this.replay = replay
    this.services = services
  }

  routeIn(held: HeldTable): Route {
    const { version } = this.replay
    const known = this.known.get(held)
    if (known?.version === version) return known.route
    const { table } = held
    const head = { database: null, table: table.source.name, columns: null, onDuplicate: null, isDelayed: false }
    const found = this.replay.updatedIn(table.source)
    const plain = routeOf(table, found, head, { fillsIn: false, isTimeGiven: false })
    const rules = RowRules.rulesFor(table, plain.columns, found, this.services)
    const route = { ...plain, numbered: null, held, onDuplicate: null, watch: null, rules }
    this.known.set(held, { version, route })
    return route
  }
}
