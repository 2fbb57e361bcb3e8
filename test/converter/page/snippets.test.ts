import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { curlOf } from '../../../src/converter/page/snippets.ts'

const run = promisify(execFile)

test.each(['plain.csv', 'report[1-3].csv', "{a,b} o'clock.csv"])(
  'curl sends %s as its documentation says',
  async (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'rowmill-'))
    writeFileSync(join(folder, name), 'a\n1\n')
    let sent = ''
    const server = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => (sent += chunk.toString())).on('end', () => response.end())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const lines = curlOf('https://api.example/v1', { name, size: 4 }, { output: { dialect: 'sqlite' } }).split('\n')
    const put = lines.find((line) => line.includes(' -T '))?.replace(/"\$\(jq .*\)"/, `http://127.0.0.1:${port}/in`)
    await run('bash', ['-c', put ?? 'false'], { cwd: folder })
    server.close()
    rmSync(folder, { recursive: true })
    expect(sent).toBe('a\n1\n')
  },
)
