import { afterAll, expect, test, vi } from 'vitest'

// The types of the page are not those of the tests.
const page: string = '../../../src/converter/page/setting-labels.ts'
const { withLabels } = (await import(page)) as { readonly withLabels: (message: string) => string }

class Input {
  readonly labels: readonly { textContent: string }[]
  constructor(label: string) {
    this.labels = [{ textContent: ` ${label} ` }]
  }
}

class Select extends Input {
  readonly options = [
    { value: '', text: 'Detected' },
    { value: 'csv', text: 'CSV' },
  ]
}

const controls: Readonly<Record<string, Input>> = {
  'spec-input.path': new Input('Path to the rows'),
  'spec-input.range': new Input('Range'),
  'spec-input.null_values': new Input('NULL values'),
  'spec-input.header_row': new Input('Row of the names'),
  'spec-input.format': new Select('Format'),
}
vi.stubGlobal('HTMLInputElement', Input)
vi.stubGlobal('HTMLSelectElement', Select)
vi.stubGlobal('document', { getElementById: (id: string) => controls[id] ?? null })
afterAll(() => vi.unstubAllGlobals())

test.each([
  ['Set input.path to choose another element.', 'Set “Path to the rows” to choose another element.'],
  ['To convert one of them, set input.path to it.', 'To convert one of them, set “Path to the rows” to it.'],
  ['set input.range to its name.', 'set “Range” to its name.'],
  ['Set input.header_row to 5 to convert it.', 'Set “Row of the names” to 5 to convert it.'],
  ['set input.format to csv to read it', 'set “Format” to “CSV” to read it'],
  ['set input.format to sql_dump if it is one', 'set “Format” to sql_dump if it is one'],
  ['use input.null_values with "NULL".', 'use “NULL values” with "NULL".'],
  ['set input.other_field to csv', 'set input.other_field to csv'],
  ['Leave some out with columns[].exclude.', 'Leave some out with the checkboxes of the columns.'],
  ['The members of "input.path" and input.format.', 'The members of "input.path" and input.format.'],
])('%s', (message, expected) => {
  expect(withLabels(message)).toBe(expected)
})
