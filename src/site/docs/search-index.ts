import { causeOfCode } from '../../api/description/codes.ts'
import { failureTexts } from './code-texts.ts'
import { guidePage, guides } from './guides.ts'
import { operations } from './reference-data.ts'

export interface SearchEntry {
  readonly href: string
  readonly page: string
  readonly title: string
  readonly text: string
}

/** Everything that the search of the documentation finds. The page's script loads it once somebody searches. */
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
  const errors = Object.entries(causeOfCode).map(([code, text]) => ({
    href: `/docs/codes#${code}`,
    page: 'Codes',
    title: code,
    text,
  }))
  const failures = Object.entries(failureTexts)
    .filter(([code]) => !Object.hasOwn(causeOfCode, code))
    .map(([code, [text]]) => ({ href: `/docs/codes#${code}`, page: 'Codes', title: code, text }))
  return [...sections, ...requests, ...errors, ...failures]
}
