import { expect, test } from 'vitest'
import { dumpFlags, withDumpFlags } from '../../../container/commands/dump-flags.ts'
import { readSpec } from '../../../src/contract/spec.ts'

const base = { output: { dialect: 'postgresql' } }

test('every field of spec.dump has a flag', () => {
  const given = {
    types: 'json=jsonb, tinyint(1)=boolean,infer=false',
    names: 'lower',
    schemas: 'per_database',
    tables: 'wp_*,orders',
    'exclude-tables': '*_log',
    mode: 'everything',
    parts: 'before,data',
    partitions: 'keep',
    verify: true as const,
    write: 'verify_mysql',
    now: '2026-03-01T09:30:00Z',
    'time-zone': 'Europe/Berlin',
  }
  expect(Object.keys(given).toSorted()).toEqual(Object.keys(dumpFlags).toSorted())
  const reading = readSpec(withDumpFlags(base, given))
  expect(reading.ok && reading.spec.dump).toMatchObject({
    types: { json: 'jsonb', 'tinyint(1)': 'boolean', infer: false, enum: 'type' },
    names: 'lower',
    schemas: 'per_database',
    tables: { include: ['wp_*', 'orders'], exclude: ['*_log'] },
    mode: 'everything',
    parts: ['before', 'data'],
    partitions: 'keep',
    verify: true,
    write: 'verify_mysql',
    now: '2026-03-01T09:30:00Z',
    time_zone: 'Europe/Berlin',
  })
})

test('flags override a spec, rule by rule', () => {
  const spec = { ...base, dump: { types: { json: 'jsonb', enum: 'check' }, names: 'lower' } }
  const reading = readSpec(withDumpFlags(spec, { types: 'enum=text' }))
  expect(reading.ok && reading.spec.dump).toMatchObject({ types: { json: 'jsonb', enum: 'text' }, names: 'lower' })
})

test.each([
  [{ types: 'jsno=jsonb' }, 'spec.dump.types.jsno'],
  [{ types: 'json=jsobb' }, 'must be one of json, jsonb'],
  [{ types: 'infer=maybe' }, 'spec.dump.types.infer must be true or false'],
  [{ mode: 'all' }, 'spec.dump.mode'],
  [{ parts: 'first' }, 'before, data, after'],
  [{ now: 'yesterday' }, 'spec.dump.now'],
  [{ 'time-zone': 'Mars/Olympus' }, 'spec.dump.time_zone must be'],
  [{ 'time-zone': '+25:00' }, 'spec.dump.time_zone must be'],
  [{ mode: 'data_only', parts: 'data' }, 'spec.dump.parts must be left out unless mode is everything'],
])('%j is refused with the name of the rule', (flags, message) => {
  const reading = readSpec(withDumpFlags(base, flags))
  expect(reading.ok ? '' : reading.reasons.join('\n')).toContain(message)
})

test('a spec whose dump is not an object is left for the contract to refuse', () => {
  const reading = readSpec(withDumpFlags({ ...base, dump: 'all' }, { names: 'lower' }))
  expect(reading.ok ? '' : reading.reasons.join()).toContain('spec.dump must be an object')
})
