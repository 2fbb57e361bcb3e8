import type { Report } from '../../../src/contract/report.ts'

/** Rows in the file, as the report counts them. */
export const rowsCounted = ({ rows }: Pick<Report, 'rows'>): number =>
  rows.converted + rows.rejected + (rows.left_out?.count ?? 0)
