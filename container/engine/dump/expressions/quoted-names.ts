import { sqlDialects } from '../../dialects/all.ts'

export const quoteName = (name: string): string => sqlDialects.postgresql.quoteIdentifier(name)

export const qualified = (schema: string | null, name: string): string =>
  schema === null ? quoteName(name) : `${quoteName(schema)}.${quoteName(name)}`
