import type { ApiAnswer } from '../contract/answer.ts'
import { type Deprecation, deprecationHeaders, deprecationOf, deprecations } from '../contract/deprecations.ts'
import { routeOf } from './route.ts'

/** The response with the headers that announce the end of its operation, if there is one. `path` is below `/v1`. */
export function withDeprecation(
  answered: ApiAnswer,
  { method, path, origin }: { readonly method: string; readonly path: string; readonly origin: string },
  all: readonly Deprecation[] = deprecations,
): ApiAnswer {
  if (all.length === 0) return answered
  const described = routeOf(path).replace(/^\/v1/, '').replace(':id', '{id}')
  const deprecation = deprecationOf(method, described, all)
  if (deprecation === undefined) return answered
  return { ...answered, headers: { ...answered.headers, ...deprecationHeaders(deprecation, origin) } }
}
