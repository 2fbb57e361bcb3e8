import { guides } from './docs/guides.ts'

/** Every page for search engines. */
export const publicPaths: readonly string[] = [
  '/',
  '/docs',
  '/docs/api',
  '/docs/codes',
  '/docs/changelog',
  ...guides.map(({ slug }) => `/docs/${slug}`),
]
