import { type Arguments, type Command } from './command.ts'
import { serviceOptions } from './credentials.ts'

export const command: Command = {
  name: 'mcp',
  summary: 'Serve the converter to AI assistants over MCP (standard input and output)',
  usage: '[options]',
  options: serviceOptions,
  examples: ['rowmill mcp', 'claude mcp add rowmill -- npx rowmill mcp'],
  run,
}

async function run(given: Arguments): Promise<number> {
  const { serve } = await import('./mcp-server.ts')
  await serve(given)
  return 0
}
