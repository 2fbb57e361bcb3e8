import { say } from './say.ts'

/**
 * The reasons why a field of the spec cannot apply to a dump. They have a file of their own, because the command line
 * needs them without the parser.
 */
export const dumpRules = {
  ownKeys: say`must be left out for a dump, which has its own keys`,
  dataOnly: say`must be fail or append when dump.mode is data_only`,
  appendAllParts: say`must not be append when dump.parts leaves a part out`,
} as const
