import type { CallStored } from '../expressions/expressions.ts'
import { refuse } from '../expressions/translated.ts'
import { passedTo, valueOf, type Variable } from './variables.ts'

export interface StoredFunction {
  /** The name as SQL. */
  readonly sql: string
  readonly parameters: readonly Variable[]
  readonly result: Variable
  readonly isImmutable: boolean
}

/** The functions of the dump that the script creates, by database and name. */
export class StoredFunctions {
  private readonly found = new Map<string, StoredFunction>()

  add(database: string, name: string, made: StoredFunction): void {
    this.found.set(keyOf(database, name), made)
  }

  /** Translates calls in objects of a database. */
  calledFrom(database: string): CallStored {
    return (named, name, args) => {
      const made = this.found.get(keyOf(named ?? database, name))
      if (made === undefined) return null
      if (args.length !== made.parameters.length) return refuse('a wrong number of arguments')
      const passed = made.parameters.flatMap((parameter, at) => {
        const value = args[at]
        return value === undefined ? [] : [passedTo(parameter, value)]
      })
      return {
        ...valueOf(made.result, `${made.sql}(${passed.join(', ')})`),
        isImmutable: made.isImmutable && args.every(({ isImmutable }) => isImmutable),
      }
    }
  }
}

const keyOf = (database: string, name: string): string => `${database}\0${name}`.toLowerCase()
