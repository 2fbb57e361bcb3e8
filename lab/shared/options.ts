/** The options of a script, as `--name value`. */
const args = process.argv.slice(2)

export function textOption(flag: string): string | undefined {
  return args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined
}

export function numberOption(flag: string, otherwise: number): number {
  const text = textOption(flag)
  if (text === undefined) return otherwise
  const value = Number(text)
  if (text === '' || !Number.isFinite(value)) throw new Error(`${flag} needs a number, not "${text}"`)
  return value
}
