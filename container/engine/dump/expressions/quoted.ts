/** Returns a string literal of SQL. */
export const quoted = (text: string): string => `'${text.replaceAll('\0', '').replaceAll("'", "''")}'`
