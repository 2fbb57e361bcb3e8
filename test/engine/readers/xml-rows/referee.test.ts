import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { converted } from '../../support.ts'
import { announced } from '../../../databases/announced.ts'
import { runs } from '../../../property-runs.ts'

/**
 * Runs Expat through Python. An element without attributes and elements is its text, and any other one is an object.
 */
const script = `
import json, sys, xml.etree.ElementTree as tree
def value(element, path, lists):
    texts = (element.text or '') + ''.join(child.tail or '' for child in element)
    if len(element) == 0 and not element.attrib and path: return texts
    found = {'@' + name: text for name, text in element.attrib.items()}
    for child in element:
        below = path + '/' + child.tag
        found.setdefault(child.tag, []).append(value(child, below, lists))
    for name, values in list(found.items()):
        if isinstance(values, list):
            if len(values) > 1: lists.add(path + '/' + name)
    if texts.strip() or (texts and not found): found['#text'] = texts
    return found
def settle(found, path, lists):
    if not isinstance(found, dict): return found
    return {name: settled(values, path + '/' + name, lists) for name, values in found.items()}
def settled(values, path, lists):
    if not isinstance(values, list): return values
    inner = [settle(one, path, lists) for one in values]
    return inner if path in lists else inner[0]
def rows(text):
    lists = set()
    found = [value(row, '', lists) for row in tree.fromstring(text.encode())]
    return [settle(row, '', lists) for row in found]
print(json.dumps([rows(text) for text in json.load(sys.stdin)]))
`
const hasPython = spawnSync('python3', ['--version']).status === 0
announced(hasPython, 'python3 is not installed: apt-get install python3')

/** Documents consist of tokens that every parser must read the same way. The referee gives their content. */
const word = fc.string({
  unit: fc.constantFrom('a', 'b', ' ', '\n', '\r\n', '\t', 'é', '日', '😀', ']', '>'),
  maxLength: 6,
})
const reference = fc.constantFrom('&lt;', '&amp;', '&gt;', '&quot;', '&apos;', '&#38;', '&#x1F600;', '&#10;', '&#13;')
const cdata = fc.constantFrom('<![CDATA[<b> & "c"]]>', '<![CDATA[]]>', '<![CDATA[ ] ]> ]]>', '<![CDATA[&amp;]]>')
const aside = fc.constantFrom('<!-- <x> & -->', '<?php echo "<y>" ?>', '')
const text = fc
  .array(fc.oneof(word, reference, cdata, aside), { maxLength: 4 })
  .map((parts) => `x${parts.join('').replaceAll(']]>', ']]&gt;')}`)
  .map((joined) => joined.replaceAll(/<!\[CDATA\[((?:(?!]]&gt;)[\s\S])*)]]&gt;/g, '<![CDATA[$1]]>'))
const attribute = fc
  .array(
    fc.oneof(
      word.map((one) => one.replaceAll('"', '')),
      reference,
    ),
    { maxLength: 3 },
  )
  .chain((parts) =>
    fc.constantFrom('"', "'").map((quote) => `${quote}y${parts.join('').replaceAll(quote, '')}${quote}`),
  )
const gap = fc.constantFrom('', '\n  ', '<!-- - -->', '<?p?>')
/** Leaf elements have names that no other node has, so that each column has one type. */
const leaf = fc.tuple(fc.constantFrom('a', 'b'), text).map(([name, value]) => `<${name}>${value}</${name}>`)
const marked = fc
  .tuple(fc.constantFrom('c'), attribute, text)
  .map(([name, one, value]) => `<${name} k = ${one} >${value}</${name} >`)
const nested = fc
  .tuple(gap, text, fc.option(attribute))
  .map(([space, value, one]) => `<d ${one === null ? '' : `k=${one}`}>${space}<e>${value}</e>${space}</d>`)
const row = fc
  .tuple(attribute, gap, fc.array(fc.oneof(leaf, marked, nested), { maxLength: 5 }))
  .map(([id, space, children]) => `<r id=${id}>${space}${children.join(space)}</r>`)
const document = fc
  .tuple(gap, fc.array(row, { minLength: 2, maxLength: 6 }))
  .map(([space, rows]) => `<?xml version="1.0"?>\n<t>${space}${rows.join(space)}</t>\n`)

/** An empty cell is NULL, and a JSON value is compared by value. */
function cellsOf(cells: Record<string, unknown>): Record<string, unknown> {
  const given = Object.entries(cells).filter(([, value]) => value !== null)
  return Object.fromEntries(given.map(([name, value]) => [name.replace(/^@/, ''), value]))
}

test.runIf(hasPython)('random documents have the values that another parser reads', async () => {
  const documents = fc.sample(document, { numRuns: runs(80), seed: 35 })
  const { stdout, stderr } = spawnSync('python3', ['-c', script], {
    input: JSON.stringify(documents),
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  const expected = JSON.parse(stdout) as Record<string, unknown>[][]
  const output = { dialect: 'postgresql', format: 'json', column_names: 'as_written' } as const
  for (const [at, file] of documents.entries()) {
    const input = { path: '/t/r', flatten: 0 }
    const { script: written, report } = await converted(file, { output, input }, 't.xml')
    const rows = JSON.parse(written) as Record<string, unknown>[]
    expect(report.rows).toMatchObject({ converted: rows.length, rejected: 0 })
    expect(rows.map(cellsOf), file).toEqual(expected[at]?.map(cellsOf))
  }
})
