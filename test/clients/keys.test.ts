import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { Rowmill } from '../../clients/javascript/rowmill.ts'

// A key that is read from a file often ends in a line break, and HTTP libraries quote the key in their error.
const keys = ['rm_key_secret\n', ' rm_key_secret', 'rm_key_ secret', 'rm_key_sécret', '“rm_key_secret”']

test.each(keys)('the key %j is refused without being shown', (apiKey) => {
  expect(() => new Rowmill({ apiKey })).toThrow(/^The API key has spaces, line breaks or other characters/)
})

test('the Python client refuses the same keys, and a URL without https://', () => {
  const program = `
import json, sys
sys.path.insert(0, "clients/python")
sys.dont_write_bytecode = True
from rowmill import Rowmill
def error(**options):
    try:
        Rowmill(**options)
    except ValueError as refused:
        return str(refused)
print(json.dumps([error(api_key=key) for key in json.loads(sys.argv[1])] + [error(api_key="rm_key_a", base_url="example.com/v1")]))
`
  const { stdout } = spawnSync('python3', ['-c', program, JSON.stringify(keys)], { encoding: 'utf8' })
  expect(JSON.parse(stdout)).toEqual([
    ...keys.map(() => 'The API key has spaces, line breaks or other characters that no key has.'),
    'base_url must begin with https://; got "example.com/v1".',
  ])
})
