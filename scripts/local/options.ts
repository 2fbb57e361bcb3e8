import { resolve } from 'node:path'
import { defaultLimits, readLimits } from '../../src/contract/limits.ts'

export interface StartOptions {
  readonly port: number
  readonly stateFolder: string
  /** The overrides for limits and LOCAL_TRUSTED_ORIGINS, by name. */
  readonly vars: Readonly<Record<string, string>>
}

/** The options of the start command, or a sentence about a mistake in them. */
export type OptionsReading =
  | { readonly ok: true; readonly options: StartOptions }
  | { readonly ok: false; readonly sentence: string }

const varNames = new Set([...Object.keys(defaultLimits), 'LOCAL_TRUSTED_ORIGINS'])

export function readOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): OptionsReading {
  const portText = env['PORT'] ?? '8787'
  const port = Number(portText)
  if (!/^\d+$/.test(portText) || port < 1 || port > 65_535) return wrong(`PORT must be 1 to 65535, not "${portText}".`)
  const vars: Record<string, string> = {}
  for (let at = 0; at < args.length; at += 2) {
    const [flag, pair] = [args[at], args[at + 1] ?? '']
    if (flag !== '--var') return wrong(`Unknown argument "${flag}". Usage: npm start -- [--var NAME:VALUE]…`)
    const colon = pair.indexOf(':')
    const name = pair.slice(0, Math.max(colon, 0))
    if (colon < 1 || !varNames.has(name)) {
      return wrong(`"--var ${pair}" is not NAME:VALUE with one of: ${[...varNames].join(', ')}.`)
    }
    vars[name] = pair.slice(colon + 1)
  }
  try {
    readLimits(vars)
  } catch (error) {
    return wrong(`${(error as Error).message}.`)
  }
  return { ok: true, options: { port, stateFolder: resolve(env['ROWMILL_STATE'] ?? '.rowmill'), vars } }
}

const wrong = (sentence: string): OptionsReading => ({ ok: false, sentence })
