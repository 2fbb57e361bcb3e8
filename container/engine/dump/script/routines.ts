import { attempt, refuse } from '../expressions/translated.ts'
import { quoted } from '../expressions/quoted.ts'
import { qualified } from '../expressions/quoted-names.ts'
import { words } from '../../dialects/sql-dialect.ts'
import { dumpOptions } from '../plan/dump-options.ts'
import type { DumpPlan } from '../plan/plan-types.ts'
import type { Spec } from '../../../../src/contract/spec.ts'
import type { DumpSchema, OtherObject } from '../schema/schema.ts'
import { splitAtCommas, TokenReader } from '../text/token-reader.ts'
import { isSymbol, isWord, type Token } from '../text/tokens.ts'
import type { Existing } from './existing.ts'
import { isOfPostgresql } from './functions-of-postgresql.ts'
import { relationsOf, type Relations } from './relations-of-tables.ts'
import { RoutineBody } from './routine-body.ts'
import { StoredFunctions } from './stored-functions.ts'
import { type Direction, type Variable, variableOf } from './variables.ts'

interface RoutineRequest {
  readonly plan: DumpPlan
  readonly schema: DumpSchema
  readonly spec: Spec
  readonly isChosen: (routine: OtherObject) => boolean
  readonly existing: Existing
}

interface TranslatedRoutines {
  readonly functions: StoredFunctions
  readonly statements: readonly string[]
}

/**
 * Translates the functions and procedures of the dump to PL/pgSQL, each after the functions that it calls. The others
 * stay in `schema.others`, which the report lists.
 */
export function routines(request: RoutineRequest): TranslatedRoutines {
  const { schema, isChosen } = request
  const translator = new Translator(request)
  const statements: string[] = []
  let waiting = [...schema.others].filter(([, other]) => /^(?:function|procedure)$/.test(other.kind) && isChosen(other))
  for (let before = -1; before !== waiting.length;) {
    before = waiting.length
    waiting = waiting.filter(([key, routine]) => {
      const statement = attempt(() => translator.translated(routine))
      if (statement === null) return true
      statements.push(statement)
      schema.others.delete(key)
      return false
    })
  }
  return { functions: translator.functions, statements }
}

/** The words at the beginning of the characteristics and the body of a routine. */
const afterType = [
  ...words('DETERMINISTIC NOT CONTAINS NO READS MODIFIES SQL COMMENT LANGUAGE'),
  ...words('RETURN BEGIN IF CASE SET WHILE LOOP REPEAT SELECT INSERT UPDATE DELETE'),
]

/** Characteristics without a meaning for the result. */
const characteristics = [
  ['DETERMINISTIC'],
  ['NOT', 'DETERMINISTIC'],
  ['CONTAINS', 'SQL'],
  ['NO', 'SQL'],
  ['READS', 'SQL', 'DATA'],
  ['MODIFIES', 'SQL', 'DATA'],
  ['SQL', 'SECURITY', 'DEFINER'],
  ['SQL', 'SECURITY', 'INVOKER'],
  ['LANGUAGE', 'SQL'],
]

/** The maximum number of parameters in PostgreSQL. */
const parametersMax = 100

class Translator {
  readonly functions = new StoredFunctions()
  private readonly request: RoutineRequest
  private readonly relations: Relations
  /** The names of the routines in each schema. */
  private readonly names = new Map<string | null, ReturnType<DumpPlan['nameColumns']>>()

  constructor(request: RoutineRequest) {
    this.request = request
    this.relations = relationsOf(request.plan)
  }

  translated(routine: OtherObject): string {
    const { plan, schema, spec, existing } = this.request
    const { database, mode, tokens } = routine
    const isFunction = routine.kind === 'function'
    if (isWord(tokens[tokens.findIndex((token) => isWord(token, 'FUNCTION')) - 1], 'AGGREGATE')) refuse('an aggregate')
    const reader = new TokenReader(tokens)
    reader.at = tokens.findIndex((token) => isSymbol(token, '('))
    const listed = splitAtCommas(reader.takeParentheses() ?? refuse('no parameters')).map(parameterOf)
    const type = isFunction ? this.resultType(reader) : []
    const nameVariable = plan.nameColumns()
    const rules = dumpOptions(spec).types
    const isUtf8 = type.some(({ text }) => /^utf8(?:mb3|mb4)?(?:_|$)/i.test(text))
    const variable = (source: string, ofType: readonly Token[]): Variable =>
      variableOf({ source, name: nameVariable(source, 'variable_1'), type: ofType, rules, isUtf8 })
    const parameters = listed.map(({ name, type: ofType, direction }) => ({ ...variable(name, ofType), direction }))
    if (isFunction && parameters.some(({ direction }) => direction !== 'IN')) refuse('a result among the parameters')
    if (parameters.length > parametersMax) refuse('too many parameters')
    const result = isFunction ? variable('result', type) : null
    skipCharacteristics(reader)
    const body = new RoutineBody(reader, {
      plan,
      schema,
      database,
      mode,
      parameters,
      result,
      variable,
      call: this.functions.calledFrom(database),
      relations: this.relations,
    })
    const { sql, volatility } = body.translated()
    const name = this.nameOf(routine)
    const passed = parameters.map(passedParameter).join(', ')
    const head = result === null ? '' : ` RETURNS ${result.passedAs}`
    const promise = result === null ? '' : ` ${volatility}`
    if (result !== null)
      this.functions.add(database, routine.name, {
        sql: name,
        parameters,
        result,
        isImmutable: volatility === 'IMMUTABLE',
      })
    const signature = `${name}(${parameters.map(({ passedAs }) => passedAs).join(', ')})`
    const kind = isFunction ? 'FUNCTION' : 'PROCEDURE'
    return existing.routine(
      signature,
      `CREATE ${kind} ${name}(${passed})${head} LANGUAGE plpgsql${promise} AS ${quoted(sql)};\n`,
    )
  }

  /** Returns the tokens of the type after RETURNS. */
  private resultType(reader: TokenReader): readonly Token[] {
    if (!reader.takeWords('RETURNS')) return refuse('a function of another kind')
    const start = reader.at
    while (!reader.isDone && !isWord(reader.current, ...afterType)) if (reader.takeParentheses() === null) reader.at++
    return reader.tokens.slice(start, reader.at)
  }

  /** Returns the name as SQL. A name of PostgreSQL's own functions would call those. */
  private nameOf({ database, name: wanted }: OtherObject): string {
    const { plan } = this.request
    const schema = plan.schemaOf(database)
    const namer = this.names.get(schema) ?? plan.nameColumns()
    this.names.set(schema, namer)
    const name = namer(wanted, 'routine_1')
    return isOfPostgresql(name) ? refuse('a name of a function of PostgreSQL') : qualified(schema, name)
  }
}

/**
 * Returns the parameter as callers pass it. A caller passes NULL for an OUT parameter, as all versions of PostgreSQL
 * accept for INOUT.
 */
const passedParameter = ({ sql, passedAs, direction }: Variable): string =>
  `${direction === 'IN' ? '' : 'INOUT '}${sql} ${passedAs}`

interface Parameter {
  readonly name: string
  readonly type: readonly Token[]
  readonly direction: Direction
}

const directions = ['INOUT', 'OUT', 'IN'] as const

function parameterOf(tokens: readonly Token[]): Parameter {
  const reader = new TokenReader(tokens)
  const hasDirection = tokens.length > 2 && !isSymbol(tokens[2], '(')
  const direction = (hasDirection ? directions.find((word) => reader.takeWords(word)) : undefined) ?? 'IN'
  const name = reader.takeName() ?? refuse('a parameter without a name')
  return { name, type: tokens.slice(reader.at), direction }
}

function skipCharacteristics(reader: TokenReader): void {
  for (;;) {
    if (reader.takeWords('COMMENT')) reader.at++
    else if (!characteristics.some((phrase) => reader.takeWords(...phrase))) return
  }
}
