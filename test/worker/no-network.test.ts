import { expect, test } from 'vitest'

// Tests call the Worker with public addresses, which it asks for a file's size and sends webhooks to.
test.each(['https://203.0.114.1/a.csv', 'https://files.example/a.csv', 'http://127.0.0.1:9/'])(
  'nothing that is sent to %s leaves this machine',
  async (address) => {
    const answer = await fetch(address)
    expect([answer.status, await answer.text()]).toEqual([503, 'Tests have no network.'])
  },
)
