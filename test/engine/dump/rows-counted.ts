import type { Report } from '../../../src/contract/report.ts'

/** Returns the number of rows in the file according to the report. */
export const rowsCounted = ({ rows }: Pick<Report, 'rows'>): number =>
  rows.converted + rows.rejected + (rows.left_out?.count ?? 0)
