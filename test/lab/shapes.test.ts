import { describe, expect, test } from 'vitest'
import { dumpShapes } from '../../lab/shapes/dump-shapes.ts'
import { jsonShapes } from '../../lab/shapes/json-shapes.ts'
import { shapeOf } from '../../lab/shapes/shape.ts'
import { textShapes } from '../../lab/shapes/text-shapes.ts'
import { converted } from '../engine/support.ts'

// A shape could be fast because it loses rows, so the rows are counted.
describe.each([
  ['delimited text', textShapes],
  ['JSON', jsonShapes],
  ['dumps', dumpShapes],
])('every row of a shape of %s is converted or rejected', (_, shapes) => {
  test.each(Object.entries(shapes))('%s', async (_name, lines) => {
    const shape = shapeOf(lines, 400_000)
    const { report } = await converted(
      shape.bytes,
      { output: { dialect: 'postgresql', style: 'bulk' } },
      shape.fileName,
    )
    const { converted: done, rejected } = report.rows
    expect(done + rejected).toBe(shape.rows)
    expect(rejected).toBeLessThanOrEqual(shape.rows / 50)
  })
})
