import { env, runDurableObjectAlarm } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { outputKey, uploadKey } from '../../../src/storage/keys.ts'
import { withPassword } from '../../../src/storage/sealed-password.ts'
import type { ConversionId } from '../../../src/contract/ids.ts'
import { accountOf, begin, done, open, openAndStart, converted } from '../api/support.ts'
import { Person } from './support.ts'

interface Read {
  readonly data: {
    readonly status: string
    readonly name: string
    readonly spec: { readonly output: { readonly dialect: string }; readonly columns: readonly object[] }
  }
}

const idIn = (location: string | null): ConversionId =>
  (/conversions\/([0-9A-Z]{26})/.exec(location ?? '')?.[1] ?? '') as ConversionId
const read = async (person: Person, id: string): Promise<Read['data']> =>
  ((await person.caller.call('GET', `/v1/conversions/${id}`)).body as unknown as Read).data

test('an ended conversion is repeated with other settings, from the same file', async () => {
  const person = await Person.new()
  const id = await converted(person.caller)
  const response = await person.send(`/settings/conversions/${id}/again`, {
    'output.dialect': 'oracle',
    'inference.date_order': 'day_first',
    as_text: '1',
  })
  expect(response.status).toBe(303)
  const again = idIn(response.headers.get('location'))
  expect(again).not.toBe(id)
  const [before, after] = [await read(person, id), await read(person, again)]
  expect(after).toMatchObject({
    status: 'queued',
    name: before.name,
    spec: {
      output: { dialect: 'oracle' },
      inference: { date_order: 'day_first' },
      columns: [{ index: 1, as_text: true }],
    },
  })
  expect((await begin(person.caller, again)).attempt).toBe(1)
})

test('all sheets can be selected and deselected, and no response contains the password of the form', async () => {
  const person = await Person.new()
  const id = await converted(person.caller)
  const all = {
    'output.dialect': 'oracle',
    'input.sheet': 'Orders',
    'input.sheets': 'all',
    'input.password': ' secret ',
  }
  const again = await person.send(`/settings/conversions/${id}/again`, all)
  expect(again.status).toBe(303)
  const second = idIn(again.headers.get('location'))
  expect(await read(person, second)).toMatchObject({ spec: { input: { sheets: 'all', sheet: null, password: null } } })
  const order = await begin(person.caller, second)
  const { attempt } = order
  expect((await withPassword(order, env.RUN_SECRET)).spec.input.password).toBe(' secret ')
  await accountOf(person.caller).endRun({ ...person.caller, conversionId: second, attempt }, done)
  const third = idIn(
    (await person.send(`/settings/conversions/${second}/again`, { as_text: '0' })).headers.get('location'),
  )
  expect(await read(person, third)).toMatchObject({ spec: { input: { sheets: 'all' } } })
  const last = await person.send(`/settings/conversions/${second}/again`, { 'output.dialect': 'oracle' })
  expect(await read(person, idIn(last.headers.get('location')))).toMatchObject({ spec: { input: { sheets: null } } })
})

test('the sheets in the report are checkboxes for one, several or all of them', async () => {
  const person = await Person.new()
  const id = await openAndStart(person.caller)
  const { attempt } = await begin(person.caller, id)
  const { accountId } = person.caller
  await env.FILES.put(outputKey(accountId, id, attempt), 'output')
  const input = { ...done.report.input, sheet: 'Orders', sheets: ['Orders', 'all', 'Notes'] }
  await accountOf(person.caller).endRun(
    { accountId, conversionId: id, attempt },
    { ...done, report: { ...done.report, input } },
  )
  const { text } = await person.see(`/settings/conversions/${id}`)
  const boxes = [...text.matchAll(/name="input.sheets" value="([^"]+)"( checked)?/g)].map(([, name, on]) => [
    name,
    !!on,
  ])
  expect(boxes).toEqual([
    ['Orders', true],
    ['all', false],
    ['Notes', false],
  ])
  const inputOf = async (sheets: readonly string[]): Promise<unknown> => {
    const fields = { 'output.dialect': 'sqlite', 'input.sheets': sheets }
    const response = await person.send(`/settings/conversions/${id}/again`, fields)
    const { spec } = (await read(person, idIn(response.headers.get('location')))) as unknown as {
      spec: { input: { sheet: unknown; sheets: unknown } }
    }
    return [spec.input.sheet, spec.input.sheets]
  }
  expect(await inputOf(['Orders', 'all'])).toEqual([null, ['Orders', 'all']])
  expect(await inputOf(['all'])).toEqual(['all', null])
  expect(await inputOf(['Orders', 'all', 'Notes'])).toEqual([null, 'all'])
  expect(await inputOf([])).toEqual([null, null])
})

test('the file stays while one of two conversions needs it, and is deleted with the second', async () => {
  const person = await Person.new()
  const id = await converted(person.caller)
  const key = uploadKey(person.caller.accountId, id)
  const again = idIn((await person.send(`/settings/conversions/${id}/again`)).headers.get('location'))
  await person.caller.call('DELETE', `/v1/conversions/${id}`)
  await runDurableObjectAlarm(accountOf(person.caller))
  expect(await env.FILES.head(key)).not.toBeNull()
  await person.caller.call('DELETE', `/v1/conversions/${again}`)
  await runDurableObjectAlarm(accountOf(person.caller))
  await expect.poll(() => env.FILES.head(key)).toBeNull()
})

test('an unfinished conversion and impossible settings are refused in a sentence', async () => {
  const person = await Person.new()
  const waiting = await open(person.caller)
  expect((await person.send(`/settings/conversions/${waiting}/again`)).text).toContain('has not ended yet')
  const wrong = await person.send(`/settings/conversions/${await converted(person.caller)}/again`, {
    'input.header_row': 'x',
  })
  expect([wrong.status, wrong.text]).toEqual([409, expect.stringContaining('header_row')])
})

test('the list can be searched by name, and filters can be combined', async () => {
  const person = await Person.new()
  for (const name of ['Sales March.xlsx', 'orders_100%.csv'])
    await person.caller.call('POST', '/v1/conversions', { name, bytes: 3, spec: { output: { dialect: 'sqlite' } } })
  await converted(person.caller)
  const names = async (query: string): Promise<string[]> => {
    const { text } = await person.see(`/settings/conversions?${query}`)
    return [...text.matchAll(/class="list-name">([^<]+)</g)].map((match) => match[1] ?? '')
  }
  expect(await names('name=sales')).toEqual(['Sales March.xlsx'])
  expect(await names('name=100%25')).toEqual(['orders_100%.csv'])
  expect(await names('name=sales&status=done')).toEqual([])
  expect(await names('name=sales&status=awaiting_upload')).toEqual(['Sales March.xlsx'])
})
