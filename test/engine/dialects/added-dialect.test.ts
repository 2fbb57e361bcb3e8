import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sqlDialects } from '../../../container/engine/dialects/all.ts'
import { SqlDialect, words } from '../../../container/engine/dialects/sql-dialect.ts'
import { memorySink, memorySource } from '../../../container/engine/bytes/memory-source.ts'
import { convert } from '../../../container/engine/convert.ts'
import { nodeInflate } from '../../../container/run/node-inflate.ts'
import { type Dialect, readSpec } from '../../../src/contract/spec.ts'

/** A dialect that a new contributor might add. This class has all its facts. */
class MadeUpDialect extends SqlDialect {
  readonly identifierMax = 5
  override readonly systemColumns = /^b$/
  protected readonly bareName = /^[a-z]+$/
  protected readonly reservedWords = words('c thing')
  readonly columnsMax = 6
  readonly fractionDigits = 2
  protected readonly widestDecimal = { precision: 5, scale: 2 }
  protected override readonly differences = {
    boolean: { before: 'yes', after: 'no' },
    text: { before: 'T"', after: '"', notHere: [33] },
  }

  typeName(type: { readonly kind: string }): string {
    return `my_${type.kind}`
  }

  begin(create: string): string {
    return `OPEN;\n${create}`
  }

  end(): string {
    return 'CLOSE;\n'
  }

  protected exists(): string {
    return 'THERE'
  }

  override rowsPerStatementMax(): number {
    return 1000
  }
}

const name = 'made_up' as Dialect

async function converted(text: string, accelerator?: null): Promise<{ script: string; outcome: unknown }> {
  const reading = readSpec({ output: { dialect: 'postgresql' }, inference: { sample_rows: 100 } })
  if (!reading.ok) throw new Error(reading.reasons.join())
  const spec = { ...reading.spec, output: { ...reading.spec.output, dialect: name } }
  const sink = memorySink()
  const request = { name: 'things.csv', source: memorySource(new TextEncoder().encode(text)), sink, spec }
  const outcome = await convert({
    ...request,
    inflate: nodeInflate,
    ...(accelerator === undefined ? {} : { accelerator }),
  })
  return { script: sink.text(), outcome }
}

describe('a dialect is one module and one line', () => {
  beforeAll(() => void Object.assign(sqlDialects, { [name]: new MadeUpDialect() }))
  afterAll(() => void Reflect.deleteProperty(sqlDialects, name))

  const rows = Array.from(
    { length: 5000 },
    (_, row) => `${row},${row % 2 === 0},it's ${row % 3 === 0 ? 'so!' : 'so'},1.5`,
  )
  const file = ['long_number,b,c,d', ...rows].join('\n')

  test('its own facts determine names, types, literals and limits', async () => {
    const { script } = await converted(file)
    expect(script.split('\n').slice(0, 9)).toEqual([
      'OPEN;',
      'CREATE TABLE "thing" (',
      '  "long_" my_integer,',
      '  "b_2" my_boolean,',
      '  "c" my_text,',
      '  d my_decimal',
      ');',
      'INSERT INTO "thing" ("long_", "b_2", "c", d) VALUES',
      `(0, yes, 'it''s so!', 1.5),`,
    ])
    expect(script).toContain(`(1, no, T"it''s so", 1.5),`)
    expect(script.endsWith('CLOSE;\n')).toBe(true)
  })

  test('the script is the same with the kernel and without it', async () => {
    expect(await converted(file)).toEqual(await converted(file, null))
  })

  test('a table wider than its limit is refused', async () => {
    const { outcome } = await converted('a,b,c,d,e,f,g\n1,2,3,4,5,6,7\n')
    expect(outcome).toMatchObject({ kind: 'failed', failure: { code: 'invalid_spec' } })
  })
})
