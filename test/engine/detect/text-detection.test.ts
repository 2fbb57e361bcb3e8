import { expect, test } from 'vitest'
import { detectDialect } from '../../../container/engine/detect/text-dialect.ts'
import { detectTextFormat } from '../../../container/engine/detect/text-format.ts'

test('IP addresses in brackets are lines of text, not JSON', () => {
  expect(detectTextFormat('[248.0.0.120]\n[248.128.0.141]\n', 'ips.csv')).toBe('csv')
  expect(detectTextFormat('[1.5e3, 2]', 'numbers.json')).toBe('json')
})

test('a quoted path that ends with a backslash is closed by its quote', () => {
  const dialect = detectDialect('id,path\n1,C:\\x\n2,"C:\\temp\\"\n3,"a,b"\n', null)
  expect(dialect).toMatchObject({ delimiter: ',', quote: '"', escape: 'doubled' })
})

test('quotes escaped with backslashes are recognized', () => {
  const dialect = detectDialect('id,said\n1,"he said \\"hi, you\\" and left"\n2,"no"\n', null)
  expect(dialect).toMatchObject({ delimiter: ',', quote: '"', escape: 'backslash' })
})

test('a separator that never occurs alone is half of a longer one', () => {
  expect(detectDialect('a||b||c\n1||2||3\n4||||6\n', null).delimiter).toBe('||')
})

test('apostrophes quote fields that contain the separator', () => {
  const dialect = detectDialect("id,town\n1,'New York, NY'\n2,'Reno, NV'\n3,'Ada O''Neil, x'\n", null)
  expect(dialect).toMatchObject({ delimiter: ',', quote: "'" })
})

test.each([
  ['json', '{"a":1}', 't.json'],
  ['ndjson', '{"a":1}\n', 't.jsonl'],
  ['ndjson', '{"a":1}\r\n\r\n{"a":2}', 't.json'],
  ['json', '[1,2]\n', 't.jsonl'],
  ['ndjson', '["id","name"]\n[1,"Ann"]\n', 't.jsonl'],
  ['ndjson', '[1,[2]]\n[3,[4]]\n', 't.json'],
  ['json', '[{"a":1}]\n[{"a":2}]\n', 't.json'],
  ['json', '{\n  "a": 1\n}\n{\n  "a": 2\n}\n', 't.jsonl'],
  ['json', '[\n[1,2],\n[3,4]\n]', 't.jsonl'],
  ['ndjson', '{"a":1,"b\n{"a":2}\n', 't.jsonl'],
  ['ndjson', '{a}\n{"a":2}\n', 't.ndjson'],
  ['json', '{"a":1,"b\n{"a":2}\n', 't.json'],
  ['json', '{a: 1}', 't.json'],
  ['json', "[{'a': 1}]", 't.json'],
  ['csv', '{a: 1}', 't.txt'],
  ['csv', 'a,b\n', 't.json'],
  ['json', '// Settings of "x"\n\n{\n\t"a": 1\n}\n', 't.json'],
  ['json', '/* a ** b */ /* c */\n[\n1]', 't.json'],
  ['json', '# a\n# b\n{\n"a": 1}', 't.json'],
  ['csv', '# a\n# b\nid,{name\n', 't.json'],
  ['csv', '// a\n{\n', 't.csv'],
  ['json', '// a\n[{"id": 1}]\n', ''],
  ['json', '# a\n{"id": 1}\n', 'settings.conf'],
  ['csv', '# a\n[1] b\n', ''],
  ['csv', '[1] a,b\n[2] c,d\n', 't.log'],
  ['csv', '["a"] b\n', ''],
  ['json', '[1]\n\n', ''],
  ['ndjson', '[1]\n[2]\n', ''],
  ['csv', '# a\n"{""id"": 1}",2\n', ''],
  ['csv', '# a\n{"id": 1}\n', 't.txt'],
])('%s is the format of %j in %s', (format, text, name) => {
  expect(detectTextFormat(text, name)).toBe(format)
})
