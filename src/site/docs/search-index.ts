import { allCodes } from './codes.tsx'
import { guidePage, guides } from './guides.ts'
import { operations } from './reference-data.ts'

export interface SearchEntry {
  readonly href: string
  readonly page: string
  readonly title: string
  readonly text: string
}

/** Returns the index of the documentation's search. The page's script loads it at the first search. */
export function searchIndex(origin: string): SearchEntry[] {
  const sections = guides.flatMap(({ slug, label }) =>
    (guidePage(slug)?.page.sections ?? []).map(({ heading, id, text }) => ({
      href: `/docs/${slug}#${id}`,
      page: label,
      title: heading,
      text: text.slice(0, 400),
    })),
  )
  const requests = operations(origin).map(({ path, method, operation }) => ({
    href: `/docs/api#${operation.operationId}`,
    page: 'API reference',
    title: operation.summary,
    text: `${method.toUpperCase()} ${path} ${operation.description}`,
  }))
  const codes = allCodes().map(({ id, code, entry }) => ({
    href: `/docs/codes#${id}`,
    page: 'Codes',
    title: code,
    text: `${entry.cause} ${entry.remedy}`,
  }))
  return [...sections, ...requests, ...codes]
}
