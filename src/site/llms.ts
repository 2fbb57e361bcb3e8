import { guides } from './docs/guides.ts'

/** Returns `/llms.txt` (llmstxt.org), which describes Rowmill and lists its documentation for assistants. */
export const llmsText = (origin: string): string => `# Rowmill

> Rowmill turns xlsx, xls, xlsb, ods, CSV, TSV, JSON, NDJSON and MySQL dumps into SQL that loads unchanged into PostgreSQL,
> MySQL, MariaDB, SQLite, SQL Server, Oracle or DuckDB, or into clean CSV or JSON. Every change and every rejected row is in a report.

Ways to use it, simplest first:

- Command line, no account, nothing is uploaded: \`npx rowmill convert orders.xlsx --to postgresql > orders.sql\`
- Model Context Protocol server on standard input and output: \`npx rowmill mcp\`, with the tools \`inspect_file\`, \`convert_file\`, \`read_report\` and \`list_conversions\`
- HTTP API at ${origin}/v1 with a bearer key. A small file needs one request: \`POST /v1/conversions?wait=60\` with \`name\`, \`content\` and \`spec\`

Every error has a stable \`code\`. ${origin}/docs/codes lists each with its cause and what to do.

## Guides

${guides.map(({ slug, label, description }) => `- [${label}](${origin}/docs/${slug}.md): ${description}`).join('\n')}

## Reference

- [OpenAPI description](${origin}/docs/openapi.json): every endpoint, field and limit
- [Codes](${origin}/docs/codes): errors, failures, fixes and reasons of rejected rows
`

/** Returns the text of a guide by the name of its file, or null if there is none. */
export const guideText = (file: string): string | null => guides.find(({ slug }) => `${slug}.md` === file)?.text ?? null
