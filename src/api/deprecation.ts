import type { ApiResponse } from '../contract/response.ts'
import { type Deprecation, deprecationHeaders, deprecationOf, deprecations } from '../contract/deprecations.ts'
import { routeOf } from './route.ts'

/**
 * Returns the response with the headers that announce the end of its operation, if there is one. `path` is below `/v1`.
 */
export function withDeprecation(
  response: ApiResponse,
  { method, path, origin }: { readonly method: string; readonly path: string; readonly origin: string },
  all: readonly Deprecation[] = deprecations,
): ApiResponse {
  if (all.length === 0) return response
  const described = routeOf(path).replace(/^\/v1/, '').replace(':id', '{id}')
  const deprecation = deprecationOf(method, described, all)
  if (deprecation === undefined) return response
  return { ...response, headers: { ...response.headers, ...deprecationHeaders(deprecation, origin) } }
}
