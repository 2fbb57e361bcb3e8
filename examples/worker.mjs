// A Cloudflare Worker that converts an uploaded file and returns the SQL. Set ROWMILL_API_KEY as a secret.
import { ConversionFailedError, Rowmill } from 'rowmill'

export default {
  async fetch(request, env) {
    if (request.method !== 'POST') return new Response('POST a file.', { status: 405 })
    const name = new URL(request.url).searchParams.get('name') ?? 'file.csv'
    const rowmill = new Rowmill({ apiKey: env.ROWMILL_API_KEY, baseUrl: env.ROWMILL_BASE_URL })
    try {
      const converted = await rowmill.convert(await request.blob(), { to: 'postgresql', name })
      return new Response(await converted.stream(), { headers: { 'content-type': 'application/sql' } })
    } catch (error) {
      if (error instanceof ConversionFailedError) return Response.json({ error: error.message }, { status: 422 })
      throw error
    }
  },
}
