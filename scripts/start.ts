import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { banner } from './local/banner.ts'
import { readOptions } from './local/options.ts'
import { portErrorOf } from './local/ports.ts'
import { Service } from './local/service.ts'
import { StateFolder } from './local/state-folder.ts'

const startedMs = Date.now()
// Only this user can read the files of the service and its processes, including mails, traces and bundles in the
// temporary folder.
process.umask(0o077)

function exitWith(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

function takeState(path: string): StateFolder {
  try {
    const folder = new StateFolder(path)
    const holder = folder.take()
    return holder === null
      ? folder
      : exitWith(`Process ${holder} already serves from ${path}. Stop it, or set ROWMILL_STATE to another folder.`)
  } catch (error) {
    return exitWith(`Cannot use the state folder ${path}: ${(error as Error).message}`)
  }
}

/** Checks the folder for temporary files, where the engine keeps its runs and the Worker its bundle. */
function tryTemporaryFolder(): void {
  try {
    rmdirSync(mkdtempSync(join(tmpdir(), 'rowmill-start-')))
  } catch (error) {
    exitWith(
      `Cannot use the folder ${tmpdir()} for temporary files: ${(error as Error).message}. Set TMPDIR to another.`,
    )
  }
}

const reading = readOptions(process.argv.slice(2), process.env)
if (!reading.ok) exitWith(reading.sentence)
const { options } = reading
tryTemporaryFolder()
const state = takeState(options.stateFolder)
const portError = await portErrorOf(options.port)
if (portError !== null) {
  state.withdraw()
  exitWith(
    portError === 'EACCES'
      ? `Port ${options.port} is for privileged users alone. Set PORT to one above 1023.`
      : `Port ${options.port} is busy. Stop what uses it, or set PORT to another.`,
  )
}

let stopping = false
async function stop(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  state.withdraw()
  await service.stop()
  process.exit(code)
}

const service = new Service(options, state, (sentence) => {
  if (!stopping) console.error(sentence)
  void stop(1)
})
process.on('SIGINT', () => void stop(0))
process.on('SIGTERM', () => void stop(0))
process.on('SIGHUP', () => void stop(0))

try {
  const announced = await service.start()
  state.announce(announced)
  console.log(banner(announced, (Date.now() - startedMs) / 1000))
} catch (error) {
  if (!stopping) console.error((error as Error).message)
  await stop(1)
}
