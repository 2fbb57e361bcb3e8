import { type Load, type LoadResult, requestText } from '../bench-api/http-load.ts'
import { startLoadRunner } from '../bench-api/load-runner.ts'
import { workerdSeconds } from '../bench-api/processor-time.ts'
import { startWorkers, type Workers } from '../bench-api/start-workers.ts'
import { measured, type Section } from './figures.ts'

const connections = 8

interface Page {
  readonly data: readonly { readonly id: string }[]
  readonly meta: { readonly next_cursor: string | null }
}

/** Measures the cost of a call as an account fills up: workerd's processor time per request, by type of call. */
export async function accountsGrowth(largest: number, seconds: number): Promise<Section> {
  const sizes = [10, 100, 1000, 10_000, 100_000].filter((count) => count <= largest)
  const workers = await startWorkers()
  const loads = startLoadRunner()
  const put = (load: Pick<Load, 'requests' | 'expectedStatus'> & Partial<Load>): Promise<LoadResult> =>
    loads.put({ port: Number(workers.rowmill.port), connections, seconds, ...load })
  async function* points(): AsyncGenerator<string[]> {
    for (const size of sizes) {
      const account = await openAccount(workers, size)
      for (let held = 0; held < size;)
        held += (await put({ requests: [account.opening], expectedStatus: 201, most: size - held, seconds: 60 })).times
          .length
      const { requests, pages } = await account.requests()
      const cells = [size.toLocaleString('en')]
      for (const request of requests) cells.push(await cost(() => put({ requests: [request], expectedStatus: 200 })))
      cells.push(await cost(() => put({ requests: [account.opening], expectedStatus: 201 })))
      if (pages * 100 < size) throw new Error(`${size} conversions came on ${pages} pages`)
      yield cells
    }
  }
  try {
    return await measured(
      'Over the conversions of an account: processor time of workerd, and median time, of a call',
      ['conversions', 'read one', 'first page', 'page in the middle', 'page of a status nobody has', 'open'],
      points(),
    )
  } finally {
    await loads.stop()
    await workers.stop()
  }
}

async function cost(load: () => Promise<LoadResult>): Promise<string> {
  const before = workerdSeconds()
  const { times } = await load()
  const micros = ((workerdSeconds() - before) / times.length) * 1e6
  return `${micros.toFixed(0)} µs, ${(times[times.length >> 1] ?? 0).toFixed(1)} ms`
}

async function openAccount(workers: Workers, size: number) {
  const { api_key: key } = await fetchJson<{ api_key: string }>(new URL('/ops/accounts', workers.rowmill), {
    method: 'POST',
    headers: { authorization: `Bearer ${workers.operatorToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: `growth-${size}@example.com` }),
  })
  const authorization = `Bearer ${key}`
  const url = (path: string): URL => new URL(path, workers.rowmill)
  const page = (query: string): Promise<Page> =>
    fetchJson<Page>(url(`/v1/conversions?${query}`), { headers: { authorization } })
  const get = (path: string): string => requestText('GET', url(path), { authorization })
  return {
    opening: requestText(
      'POST',
      url('/v1/conversions'),
      { authorization, 'content-type': 'application/json' },
      JSON.stringify({ name: 'people.csv', bytes: 1234, spec: { output: { dialect: 'postgresql' } } }),
    ),
    /** Returns the requests to a full account. It reads all pages to find the cursor in the middle. */
    async requests(): Promise<{ requests: string[]; pages: number }> {
      const cursors: (string | null)[] = [null]
      let one = ''
      for (let at: string | null | undefined = null; at !== undefined; at = cursors.at(-1)) {
        const { data, meta } = await page(`limit=100${at === null ? '' : `&cursor=${encodeURIComponent(at)}`}`)
        one = data.at(-1)?.id ?? one
        if (meta.next_cursor === null) break
        cursors.push(meta.next_cursor)
      }
      const middle = cursors[cursors.length >> 1] ?? null
      return {
        pages: cursors.length,
        requests: [
          get(`/v1/conversions/${one}`),
          get('/v1/conversions?limit=10'),
          get(`/v1/conversions?limit=10${middle === null ? '' : `&cursor=${encodeURIComponent(middle)}`}`),
          get('/v1/conversions?limit=10&status=failed'),
        ],
      }
    },
  }
}

async function fetchJson<T>(url: URL, init: RequestInit): Promise<T> {
  const response = await fetch(url, init)
  if (!response.ok) throw new Error(`${url.pathname} returned ${response.status}: ${await response.text()}`)
  // The service's own responses have the expected type.
  return (await response.json()) as T
}
