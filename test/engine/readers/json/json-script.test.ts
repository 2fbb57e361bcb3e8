import { describe, expect, test } from 'vitest'
import { withoutScript } from '../../../../container/engine/readers/json/json-script.ts'
import { converted } from '../../support.ts'
import { readJson } from './read-json.ts'

const people = [
  { id: 1, name: 'Ann); x = 1;' },
  { id: 2, name: null },
]
const json = JSON.stringify(people, null, 1)
const many = Array.from({ length: 30_000 }, (_, id) => ({ id, name: `name ${id} );` }))

describe('JSON in a script', () => {
  test.each([
    ["an archive of Twitter's", `window.YTD.tweets.part0 = ${json}`, 'tweets.js', 'window.YTD.tweets.part0 ='],
    ['a variable', `var people = ${json};\n`, 'p.js', 'var people ='],
    ['a module', `export default ${json};`, 'p.mjs', 'export default'],
    ['another module', `module.exports = ${json}\n`, 'p.js', 'module.exports ='],
    ['a member', `data["of people"]['x'][3]=${json} ;  \n`, 'p.json', `data["of people"]['x'][3]=`],
    ['a call', `callback(${json})`, 'p.jsonp', 'callback('],
    ['a call of Rails', `/**/jQuery_1.cb(${json});\r\n`, 'p.json', '/**/jQuery_1.cb('],
    ['a call of Google', `/*O_o*/\ngoogle.visualization.Query.setResponse(${json});`, 'p.json', '/*O_o*/\ngoogle.'],
    ['a call of a name that may be missing', `/**/ typeof cb === 'function' && cb(${json});`, 'p.js', '/**/ typeof cb'],
    ['a guard', `)]}'\n${json}`, 'p.json', ")]}'"],
    ['a guard with a comma', `)]}',\r\n\r\n${json}`, 'p.json', ")]}',"],
    ['a guard that loops', `for(;;);${json}`, 'p.json', 'for(;;);'],
    ['after white space and a byte order mark', `\uFEFF \n var people =\n${json};`, 'p.js', 'var people ='],
  ])('is read: %s', async (_, file, name, script) => {
    const { rows, report } = await readJson(file, name)
    expect(rows).toEqual(people)
    expect(report.notes).toEqual([expect.stringContaining(`Code around the JSON was skipped: ${script}`)])
  })

  test('may have many rows', async () => {
    const { rows } = await readJson(`cb(${JSON.stringify(many)}) ;\n`, 'p.js')
    expect(rows).toHaveLength(many.length)
    expect(rows).toEqual(many)
  })

  test('is read with spaces instead of the script, so that every byte keeps its position, wherever chunks end', async () => {
    const text = Buffer.from(`\n of.people = ${json} ;\n`)
    async function* inChunks(size: number) {
      for (let at = 0; at < text.length; at += size) yield text.subarray(at, at + size)
    }
    for (let size = 1; size <= text.length; size++) {
      const found: Uint8Array[] = []
      for await (const chunk of withoutScript(inChunks(size), '\n of.people = ')) found.push(chunk.slice())
      expect(Buffer.concat(found).toString()).toBe(`${' '.repeat(14)}${json}   `)
    }
  })

  test('has errors reported at their byte', async () => {
    const file = 'cb([{"a": 1}, {"a": tru}]);'
    await expect(readJson(file, 'p.js')).rejects.toThrow(`not valid at byte ${file.indexOf('tru}') + 3}`)
  })

  test('is refused if it occurs more than once', async () => {
    await expect(readJson(`var a = ${json};\nvar b = ${json};`, 'p.js')).rejects.toThrow('corrupt_file')
  })

  test('is not assumed without the name of a script', async () => {
    const { report } = await converted('f(["a"],b\nx,1\ny,2\n', { output: { dialect: 'postgresql' } }, 't.csv')
    expect(report.rows.converted).toBe(2)
  })
})
