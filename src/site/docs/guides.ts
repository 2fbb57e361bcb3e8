import api from '../../../docs/guide/api.md'
import changelog from '../../../docs/guide/changelog.md'
import databaseTypes from '../../../docs/guide/database-types.md'
import dumps from '../../../docs/guide/mysql-dumps.md'
import dumpRoutines from '../../../docs/guide/mysql-routines.md'
import dumpRows from '../../../docs/guide/mysql-rows.md'
import dumpSchema from '../../../docs/guide/mysql-schema.md'
import workbooks from '../../../docs/guide/workbooks.md'
import output from '../../../docs/guide/output-per-dialect.md'
import inference from '../../../docs/guide/type-inference.md'
import nested from '../../../docs/guide/nested-values.md'
import textFiles from '../../../docs/guide/text-files.md'
import webhooks from '../../../docs/guide/webhooks.md'
import { renderMarkdown, type RenderedPage } from './markdown.ts'

interface Guide {
  readonly slug: string
  /** The name in the sidebar. */
  readonly label: string
  readonly description: string
  readonly text: string
}

/** The guides of `docs/guide`, in the order of a reader's questions. */
export const guides: readonly Guide[] = [
  {
    slug: 'guide',
    label: 'Use the API',
    description: 'Convert a file with the Rowmill API, step by step.',
    text: api,
  },
  {
    slug: 'webhooks',
    label: 'Webhooks',
    description: 'Receive and verify the signed calls of Rowmill.',
    text: webhooks,
  },
  {
    slug: 'type-inference',
    label: 'How types are decided',
    description: 'How Rowmill decides column types, dates and numbers.',
    text: inference,
  },
  {
    slug: 'output-per-dialect',
    label: 'What each database gets',
    description: 'Types, quoting and loading for each database.',
    text: output,
  },
  {
    slug: 'database-types',
    label: 'Types of each database',
    description: 'The type that each database gets for a column, and why.',
    text: databaseTypes,
  },
  {
    slug: 'text-files',
    label: 'Text files',
    description: 'How Rowmill finds the encoding, delimiter, column names and rows of a text file.',
    text: textFiles,
  },
  {
    slug: 'workbooks',
    label: 'Workbooks',
    description: 'Convert one sheet or all of them, and see which cells become the table.',
    text: workbooks,
  },
  {
    slug: 'nested-values',
    label: 'JSON and XML',
    description: 'The values of a JSON or XML document that become rows and columns, and how to choose others.',
    text: nested,
  },
  {
    slug: 'mysql-dumps',
    label: 'MySQL dumps',
    description: 'Move a MySQL or MariaDB dump to PostgreSQL.',
    text: dumps,
  },
  {
    slug: 'mysql-schema',
    label: 'The schema of a dump',
    description: 'How types, keys, expressions and views of MySQL become those of PostgreSQL.',
    text: dumpSchema,
  },
  {
    slug: 'mysql-rows',
    label: 'The rows of a dump',
    description: 'The values that a MySQL server would have stored, and the rows that are rejected.',
    text: dumpRows,
  },
  {
    slug: 'mysql-routines',
    label: 'Triggers and functions of a dump',
    description: 'The triggers, functions and procedures that become PL/pgSQL, and those that are left out.',
    text: dumpRoutines,
  },
  { slug: 'changelog', label: 'Changelog', description: 'Changes to the Rowmill service and API.', text: changelog },
]

const slugOfFile: Readonly<Record<string, string>> = { api: 'guide' }

/** Turns links between the files of the repository into links of the site. */
function linkOf(target: string): string {
  const guide = /^(?:\.\/)?([\w-]+)\.md(#.*)?$/.exec(target)
  if (guide !== null) return `/docs/${slugOfFile[guide[1] ?? ''] ?? guide[1]}${guide[2] ?? ''}`
  const snippet = /^\.\.\/snippets\/(.+)$/.exec(target)
  return snippet === null ? target : `/assets/snippets/${snippet[1]}`
}

const rendered = new Map<string, RenderedPage>()

export function guidePage(slug: string): { readonly guide: Guide; readonly page: RenderedPage } | null {
  const guide = guides.find((one) => one.slug === slug)
  if (guide === undefined) return null
  const page = rendered.get(slug) ?? renderMarkdown(guide.text, linkOf)
  rendered.set(slug, page)
  return { guide, page }
}
