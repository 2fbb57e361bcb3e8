import { isUtf8 } from 'node:buffer'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import * as z from 'zod'
import type { Rowmill } from '../../clients/javascript/rowmill.ts'
import { dialects, outputFormats } from '../../src/contract/spec-values.ts'
import { readSpec, type Spec } from '../../src/contract/spec.ts'
import { convert } from '../engine/convert.ts'
import { preview } from '../engine/preview.ts'
import { nodeInflate } from '../run/node-inflate.ts'
import type { Arguments } from './command.ts'
import { clientOf } from './credentials.ts'
import { guides } from './guides.ts'
import { openLocalInput } from './local-input.ts'
import { openLocalOutput } from './local-output.ts'

const rowsShown = 10
const outputShown = 4000

/** Runs the server until the assistant closes the pipe. */
export async function serve(given: Arguments): Promise<void> {
  const server = await mcpServer(given)
  const closed = new Promise<void>((done) => {
    process.stdin.once('close', done)
    process.stdin.once('end', done)
  })
  await server.connect(new StdioServerTransport())
  await closed
}

const result = (value: unknown) => ({ content: [{ type: 'text' as const, text: JSON.stringify(value, null, 2) }] })
const errorResult = (message: string) => ({ ...result({ error: message }), isError: true })

/** Turns every error into a response that the assistant can read, so no error ends the server. */
async function resultOf(work: () => Promise<ReturnType<typeof result>>): Promise<ReturnType<typeof result>> {
  try {
    return await work()
  } catch (error) {
    return errorResult((error as Error).message)
  }
}

const fileArguments = {
  path: z.string().describe('The path of the file on this machine.'),
  dialect: z.enum(dialects).default('postgresql').describe('The database that the output is for.'),
  spec: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('More of the conversion spec, as the API takes it, such as { "input": { "sheets": "all" } }.'),
}

/** Returns the spec of a tool call. The contract's parser reports mistakes with their reasons. */
function specOf(dialect: string, spec: Record<string, unknown> = {}, output: Record<string, unknown> = {}): Spec {
  const reading = readSpec({ ...spec, output: { ...(spec['output'] as object | undefined), dialect, ...output } })
  if (!reading.ok) throw new Error(reading.reasons.join('\n'))
  return reading.spec
}

async function mcpServer(given: Arguments): Promise<McpServer> {
  const server = new McpServer({ name: 'rowmill', version: '1' })
  addLocalTools(server, given)
  addServiceTools(server, given)
  await addDocuments(server)
  return server
}

function addLocalTools(server: McpServer, given: Arguments): void {
  server.registerTool(
    'inspect_file',
    {
      description: 'Shows what a local file is: format, columns with types, first rows, and how its SQL begins.',
      inputSchema: fileArguments,
    },
    ({ path, dialect, spec }) =>
      resultOf(async () => {
        const input = await openLocalInput(path)
        try {
          const request = { name: input.name, source: input.source, spec: specOf(dialect, spec), inflate: nodeInflate }
          return result(
            await preview({ ...request, rowsMax: rowsShown, outputBytesMax: outputShown, wantsEvidence: true }),
          )
        } finally {
          await input.source.close()
        }
      }),
  )
  server.registerTool(
    'convert_file',
    {
      description:
        'Converts a local file and writes the result to output_path. Returns the report. `where: "service"` uploads the file to the service, which needs ROWMILL_API_KEY or rowmill login.',
      inputSchema: {
        ...fileArguments,
        output_path: z.string().describe('The path of the file to write.'),
        format: z.enum(outputFormats).default('sql').describe('The output to write.'),
        where: z
          .enum(['local', 'service'])
          .default('local')
          .describe('The place of the conversion: this machine, or the service.'),
      },
    },
    ({ path, dialect, spec, output_path: outputPath, format, where }) =>
      resultOf(async () => {
        const whole = specOf(dialect, spec, { format })
        return where === 'local'
          ? convertLocal(path, outputPath, whole)
          : convertOnService(await clientOf(given), path, outputPath, whole)
      }),
  )
}

async function convertLocal(path: string, outputPath: string, spec: Spec) {
  const input = await openLocalInput(path)
  const output = openLocalOutput(outputPath)
  let isFinished = false
  try {
    const request = { name: input.name, source: input.source, sink: output.sink, spec, inflate: nodeInflate, isUtf8 }
    const outcome = await convert(request)
    if (outcome.kind !== 'done') return result(outcome)
    isFinished = true
    await output.finish()
    return result({ output_path: outputPath, report: outcome.report })
  } finally {
    if (!isFinished) await output.discard()
    await input.source.close()
  }
}

async function convertOnService(client: Rowmill, path: string, outputPath: string, spec: Spec) {
  const converted = await client.convert(path, { spec })
  await converted.save(outputPath)
  return result({ output_path: outputPath, id: converted.id, report: converted.report })
}

function addServiceTools(server: McpServer, given: Arguments): void {
  server.registerTool(
    'list_conversions',
    {
      description:
        'Lists the newest conversions of the account on the service. Needs ROWMILL_API_KEY or rowmill login.',
      inputSchema: { limit: z.number().int().min(1).max(100).default(20) },
    },
    ({ limit }) =>
      resultOf(async () => {
        const { data } = await (await clientOf(given)).listConversions({ limit })
        return result(
          data.map(({ id, name, status, error, created_at: createdAt, report }) => ({
            id,
            name,
            status,
            error,
            created_at: createdAt,
            rows: report?.rows ?? null,
          })),
        )
      }),
  )
  server.registerTool(
    'read_report',
    {
      description: 'Reads the report of a conversion on the service: columns, fixes, rejected rows with reasons.',
      inputSchema: { id: z.string().describe('The id of the conversion.') },
    },
    ({ id }) =>
      resultOf(async () => {
        const { status, error, report } = await (await clientOf(given)).getConversion(id)
        return result({ status, error, report })
      }),
  )
}

async function addDocuments(server: McpServer): Promise<void> {
  for (const { name, read } of await guides())
    server.registerResource(name, `rowmill://docs/${name}`, { mimeType: 'text/markdown' }, async (uri) => ({
      contents: [{ uri: uri.href, mimeType: 'text/markdown', text: await read() }],
    }))
}
