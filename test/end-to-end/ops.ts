import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Runs the operator's command line against the service of a state folder and reads the JSON that it prints. */
// oxlint-disable-next-line typescript/no-explicit-any -- an answer is looked into freely by tests
export async function ops(stateFolder: string, ...args: readonly string[]): Promise<any> {
  const { stdout } = await run(process.execPath, ['scripts/launch.mjs', 'scripts/ops.ts', ...args], {
    env: { ...process.env, ROWMILL_STATE: stateFolder },
  })
  return JSON.parse(stdout)
}

/** The exit code and the words of a command that was not carried out. */
export async function refusedOps(stateFolder: string, ...args: readonly string[]): Promise<[number, string]> {
  try {
    await ops(stateFolder, ...args)
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string }
    return [code, stderr]
  }
  throw new Error(`${args.join(' ')} was carried out`)
}
