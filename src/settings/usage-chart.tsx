import type { UsageMonth } from '../contract/settings.ts'
import { Day } from '../design/parts.tsx'
import { bytesText, countText, monthText } from '../design/text.ts'

const width = 720
const height = 240
const margin = { left: 64, right: 8, top: 16, bottom: 28 }
const plotHeight = height - margin.top - margin.bottom

/** Returns a round number of bytes above the highest bar: 1, 2 or 5 with zeros. */
function roundTop(bytes: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(bytes, 1)))
  return ([1, 2, 5, 10].find((step) => step * power >= bytes) ?? 10) * power
}

interface Months {
  readonly months: readonly UsageMonth[]
}

/** Renders bars of the months, oldest first, and the same numbers as a table for screen readers. */
export const UsageChart = ({ months, limit }: Months & { readonly limit: number }) => (
  <>
    <div class="scroll from-end" tabindex={0} role="group" aria-label="Chart of bytes converted by month">
      <svg
        class="chart"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label="Bytes converted by month; the table below has the numbers"
      >
        <Bars months={months} limit={limit} />
      </svg>
    </div>
    <details>
      <summary>As a table</summary>
      <MonthTable months={months} />
    </details>
  </>
)

const Bars = ({ months, limit }: Months & { readonly limit: number }) => {
  const top = roundTop(Math.max(...months.map(({ used }) => used), 1000))
  const y = (bytes: number): number => margin.top + plotHeight * (1 - bytes / top)
  const step = (width - margin.left - margin.right) / months.length
  const barWidth = Math.min(36, step * 0.62)
  return (
    <>
      {[0, 0.5, 1].map((part) => (
        <>
          <line class="grid" x1={margin.left} x2={width - margin.right} y1={y(top * part)} y2={y(top * part)} />
          <text class="axis end" x={margin.left - 10} y={y(top * part) + 4}>
            {bytesText(top * part).replace('0 bytes', '0')}
          </text>
        </>
      ))}
      {limit <= top ? (
        <>
          <line class="limit" x1={margin.left} x2={width - margin.right} y1={y(limit)} y2={y(limit)} />
          <text class="axis end" x={width - margin.right} y={y(limit) - 5}>
            allowance
          </text>
        </>
      ) : null}
      {months.map(({ period_start, used }, at) => {
        const middle = margin.left + step * (at + 0.5)
        const barHeight = used === 0 ? 0 : Math.max(2, margin.top + plotHeight - y(used))
        return (
          <>
            <rect
              class={at === months.length - 1 ? 'bar now' : 'bar'}
              x={middle - barWidth / 2}
              y={margin.top + plotHeight - barHeight}
              width={barWidth}
              height={barHeight}
              rx="3"
            >
              <title>{`${monthText(period_start)}: ${bytesText(used)}`}</title>
            </rect>
            <text class="axis middle" x={middle} y={height - 8}>
              {monthText(period_start)}
            </text>
          </>
        )
      })}
    </>
  )
}

const MonthTable = ({ months }: Months) => (
  <table>
    <thead>
      <tr>
        <th scope="col">Month starting</th>
        <th scope="col" class="number">
          Converted
        </th>
        <th scope="col" class="number">
          Conversions
        </th>
      </tr>
    </thead>
    <tbody>
      {months.toReversed().map(({ period_start, used, conversions }) => (
        <tr>
          <td>
            <Day iso={period_start} />
          </td>
          <td class="number">{bytesText(used)}</td>
          <td class="number">{countText(conversions)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
