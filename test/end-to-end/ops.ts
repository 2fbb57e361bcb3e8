import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { commandNames } from '../../scripts/ops/commands.ts'

const run = promisify(execFile)

/** Every command that has run, so that a test can check that all were covered. */
export const commandsRun = new Set<string>()

/** Runs the operator's command line against the service of a state folder and reads the JSON that it prints. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests read any part of a response
export async function ops(stateFolder: string, ...args: readonly string[]): Promise<any> {
  commandsRun.add(commandNames.find((name) => `${args.join(' ')} `.startsWith(`${name} `)) ?? '')
  const { stdout } = await run(process.execPath, ['scripts/launch.mjs', 'scripts/ops.ts', ...args], {
    env: { ...process.env, ROWMILL_STATE: stateFolder },
  })
  return JSON.parse(stdout)
}

/** Creates an account that no other test uses. */
export const newAccount = (stateFolder: string): Promise<{ readonly account_id: string; readonly api_key: string }> =>
  ops(stateFolder, 'account', 'create', '--email', `${crypto.randomUUID()}@example.com`)

/** Returns the exit code and message of a command that was refused. */
export async function refusedOps(stateFolder: string, ...args: readonly string[]): Promise<[number, string]> {
  try {
    await ops(stateFolder, ...args)
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string }
    return [code, stderr]
  }
  throw new Error(`${args.join(' ')} was carried out`)
}
