import type { Child } from 'hono/jsx'
import type { Conversion } from '../contract/conversion.ts'
import type { Report as ReportData, ReportInput, ReportTable } from '../contract/report.ts'
import { countText, formatText, inputText, nounFor } from '../design/text.ts'
import { AgainAsText, canConvertAgain } from './convert-again.tsx'
import type { SettingsContext } from './guard.ts'

interface ReportProps {
  readonly c: SettingsContext
  readonly conversion: Conversion
  readonly report: ReportData
}

/** Renders the engine's report on a conversion: the input, the output, the fixes and the rejected rows. */
export const Report = ({ c, conversion, report }: ReportProps) => (
  <>
    <Problems c={c} conversion={conversion} report={report} />
    <section class="card" aria-labelledby="read">
      <h2 id="read">Input</h2>
      <InputFacts input={report.input} />
      {report.notes.length === 0 ? null : (
        <ul class="notes">
          {report.notes.map((note) => (
            <li>{note}</li>
          ))}
        </ul>
      )}
    </section>
    {report.tables.map((table, at) => (
      <Table table={table} isOpen={at === 0} />
    ))}
    <Fixes fixes={report.fixes} />
  </>
)

const inputLabels: readonly (readonly [keyof ReportInput, string])[] = [
  ['format', 'Format'],
  ['wrapping', 'Compression or archive'],
  ['encoding', 'Encoding'],
  ['delimiter', 'Delimiter'],
  ['quote', 'Quote'],
  ['sheet', 'Sheet'],
  ['path', 'Path to the rows'],
  ['header_row', 'Header row'],
  ['date_order', 'Dates'],
  ['decimal', 'Decimal separator'],
]

const InputFacts = ({ input }: { readonly input: ReportInput }) => (
  <dl class="facts">
    {inputLabels.map(([name, label]) => {
      const value = input[name]
      if (value === undefined || value === null) return null
      const text = String(value)
      return (
        <div>
          <dt>{label}</dt>
          <dd>{name === 'format' ? formatText(text) : inputText(text)}</dd>
        </div>
      )
    })}
  </dl>
)

const ScrollTable = ({
  label,
  stacks,
  children,
}: {
  readonly label: string
  readonly stacks?: boolean
  readonly children: Child
}) => (
  <div class="scroll" tabindex={0} role="group" aria-label={label}>
    <table class={stacks === true ? 'stacks' : undefined}>{children}</table>
  </div>
)

const Table = ({
  table: { name, rows, columns },
  isOpen,
}: {
  readonly table: ReportTable
  readonly isOpen: boolean
}) => (
  <details class="card" open={isOpen} id={`table-${name}`}>
    <summary>
      <span class="title">
        Table <code>{name}</code>
      </span>{' '}
      <span class="muted small">
        {countText(rows.converted)} {nounFor(rows.converted, 'row')}
        {rows.rejected === 0 ? '' : `, ${countText(rows.rejected)} rejected`}, {columns.length}{' '}
        {nounFor(columns.length, 'column')}
      </span>
    </summary>
    <ScrollTable label={`Columns of ${name}`}>
      <thead>
        <tr>
          <th scope="col">Column</th>
          <th scope="col">Name in the file</th>
          <th scope="col">Type</th>
          <th scope="col">Written as</th>
          <th scope="col">Nullable</th>
        </tr>
      </thead>
      <tbody>
        {columns.map((column) => (
          <tr class={column.excluded === true ? 'left-out' : undefined}>
            <th scope="row">{column.name}</th>
            <td class="muted">{column.source_name}</td>
            <td>{column.excluded === true ? 'left out' : column.type}</td>
            <td>{column.excluded === true ? '' : <code>{column.sql_type}</code>}</td>
            <td>{column.excluded === true ? '' : column.nullable ? 'Yes' : 'No'}</td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  </details>
)

const Fixes = ({ fixes }: { readonly fixes: ReportData['fixes'] }) => (
  <section class="card" aria-labelledby="fixes">
    <h2 id="fixes">Fixes</h2>
    {fixes.length === 0 ? (
      <p class="muted">No value was changed.</p>
    ) : (
      <ScrollTable label="Fixes" stacks>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Changes</th>
            <th scope="col" class="number">
              Count
            </th>
            <th scope="col" class="number">
              First row
            </th>
          </tr>
        </thead>
        <tbody>
          {fixes.map(({ code, table, column, message, count, first_row, examples }) => (
            <tr>
              <th scope="row">{[table, column].filter((part) => part !== undefined).join('.')}</th>
              <td>
                {message} <code class="code-name">{code}</code>
                {examples === undefined || examples.length === 0 ? null : (
                  <span class="examples">
                    {examples.map((example) => (
                      <code>{example}</code>
                    ))}
                  </span>
                )}
              </td>
              <td class="number" data-label="Count">
                {countText(count)}
              </td>
              <td class="number" data-label="First row">
                {first_row === undefined ? '' : countText(first_row)}
              </td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    )}
  </section>
)

const Problems = ({ c, conversion, report }: ReportProps) => {
  const { problems, problems_summary: summary } = report
  if (problems.length === 0) return null
  return (
    <section class="card" aria-labelledby="problems">
      <h2 id="problems">Rejected rows</h2>
      <ul class="problem-groups">
        {summary.map((group) => (
          <ProblemGroup c={c} conversion={conversion} report={report} group={group} />
        ))}
      </ul>
      <details>
        <summary>
          {summary.reduce((sum, { count }) => sum + count, 0) > problems.length
            ? `The first ${countText(problems.length)} rows`
            : 'Row by row'}
        </summary>
        <ScrollTable label="Problems" stacks>
          <thead>
            <tr>
              <th scope="col" class="number">
                Row
              </th>
              <th scope="col">Column</th>
              <th scope="col">Value</th>
              <th scope="col">Reason</th>
            </tr>
          </thead>
          <tbody>
            {problems.map(({ code, row, table, column, value, message }) => (
              <tr>
                <td class="number" data-label="Row">
                  {row === undefined ? '' : countText(row)}
                </td>
                <td data-label="Column">{[table, column].filter((part) => part !== undefined).join('.')}</td>
                <td data-label="Value">{value === undefined ? '' : <code class="value">{value}</code>}</td>
                <td>
                  {message} <code class="code-name">{code}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </ScrollTable>
      </details>
    </section>
  )
}

interface GroupProps extends ReportProps {
  readonly group: ReportData['problems_summary'][number]
}

/** Renders a reason for rejected rows, with the setting that keeps them. */
const ProblemGroup = ({ c, conversion, report, group: { code, table, column, count } }: GroupProps) => {
  const example = report.problems.find((problem) => problem.code === code && problem.column === column)
  const index = report.columns.find(({ name }) => name === column)?.index
  const canKeep = index !== undefined && canConvertAgain(conversion) && report.tables.length === 1
  return (
    <li>
      <span>
        <strong>
          {countText(count)} {nounFor(count, 'row')}
        </strong>
        {column === undefined ? '' : `, ${[table, column].filter((part) => part !== undefined).join('.')}`}:{' '}
        {example?.message ?? code} {example?.value === undefined ? null : <code class="value">{example.value}</code>}
      </span>
      {canKeep && column !== undefined ? (
        <AgainAsText c={c} conversion={conversion} index={index} name={column} />
      ) : null}
    </li>
  )
}
