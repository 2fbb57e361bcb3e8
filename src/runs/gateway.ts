import { WorkerEntrypoint } from 'cloudflare:workers'
import { Hono } from 'hono'
import type { RunIdentity } from '../contract/run.ts'
import { bearerOf, readCapability } from './capability.ts'
import { runRoutes } from './routes.ts'

const routes = new Hono<{ Bindings: Env }>().route('/runs', runRoutes)

/**
 * The routes of a container's own run, which are all that it can reach. This is a named entrypoint of the Worker, so
 * the internet cannot reach it. A capability that leaked from one container is useless in another.
 */
export class RunGateway extends WorkerEntrypoint<Env, RunIdentity> {
  override async fetch(request: Request): Promise<Response> {
    const { accountId, conversionId } = this.ctx.props
    const capability = await readCapability(bearerOf(request.headers), this.env.RUN_SECRET, Date.now())
    const isOwn = capability?.accountId === accountId && capability.conversionId === conversionId
    if (!isOwn) return Response.json({ error: 'no capability of this run' }, { status: 401 })
    return routes.fetch(request, this.env, this.ctx)
  }
}
