import { readFileSync } from 'node:fs'

const folder = 'docs/operate/monitoring'
/** The plugin that Cloudflare recommends for the SQL of Analytics Engine. */
const source = { type: 'vertamedia-clickhouse-datasource', uid: 'rowmill-analytics' }

interface Panel {
  readonly query: string
  readonly title: string
  /** `steps` draws lines over time. */
  readonly shape: 'steps' | 'table'
  readonly unit?: 'ms' | 'bytes'
}

const panels: readonly Panel[] = [
  { query: 'requests', title: 'Requests by status', shape: 'steps' },
  { query: 'request-times', title: 'Time of requests', shape: 'steps', unit: 'ms' },
  { query: 'conversions', title: 'Conversions by how they ended', shape: 'steps' },
  { query: 'conversion-times', title: 'Waiting and running', shape: 'steps', unit: 'ms' },
  { query: 'deliveries', title: 'Webhook calls', shape: 'steps' },
  { query: 'failures', title: 'Failed conversions by code', shape: 'table' },
  { query: 'formats', title: 'Formats and databases', shape: 'table' },
  { query: 'slow-routes', title: 'Slowest routes', shape: 'table' },
  { query: 'accounts', title: 'Accounts with most bytes', shape: 'table' },
]

export interface Alert {
  readonly query: string
  /** The title of the alert in alerts.md, which explains its meaning and what to do. */
  readonly title: string
  /** The alert fires above this value. */
  readonly above: number
}

export const alerts: readonly Alert[] = [
  { query: 'alert-broken-requests', title: 'over 1 % of requests ≥ 500 in 15 minutes', above: 0.01 },
  {
    query: 'alert-engine-deaths',
    title: '`conversion` points with code `internal_error`, more than 3 an hour',
    above: 3,
  },
  { query: 'alert-long-waits', title: '95th percentile of ms waited over 60,000', above: 60_000 },
  { query: 'alert-timed-out', title: 'code `timed_out`, any', above: 0 },
  { query: 'alert-dead-letters', title: '`dead_letter` points, any', above: 0 },
  {
    query: 'alert-failed-deliveries',
    title: '`delivery` failed over 50 % across accounts in 15 minutes',
    above: 0.5,
  },
]

export const queryOf = (name: string): string => readFileSync(`${folder}/queries/${name}.sql`, 'utf8')

const targetOf = (query: string, format: 'time_series' | 'table') => ({
  refId: 'A',
  datasource: source,
  rawQuery: true,
  query: queryOf(query),
  format,
  dateTimeType: 'DATETIME',
})

const dashboard = () => ({
  uid: 'rowmill',
  title: 'Rowmill',
  schemaVersion: 39,
  refresh: '5m',
  time: { from: 'now-24h', to: 'now' },
  panels: panels.map(({ query, title, shape, unit }, at) => ({
    id: at + 1,
    title,
    type: shape === 'steps' ? 'timeseries' : 'table',
    datasource: source,
    gridPos: { x: (at % 2) * 12, y: Math.floor(at / 2) * 8, w: 12, h: 8 },
    fieldConfig: { defaults: unit === undefined ? {} : { unit }, overrides: [] },
    targets: [targetOf(query, shape === 'steps' ? 'time_series' : 'table')],
  })),
})

const alertRules = () => ({
  apiVersion: 1,
  groups: [
    {
      orgId: 1,
      name: 'rowmill',
      folder: 'Rowmill',
      interval: '5m',
      rules: alerts.map(({ query, title, above }) => ({
        uid: query,
        title: title.replaceAll('`', ''),
        condition: 'B',
        for: '0s',
        noDataState: 'OK',
        execErrState: 'Error',
        annotations: { description: 'The meaning and the remedy are in docs/operate/alerts.md.' },
        data: [
          {
            refId: 'A',
            relativeTimeRange: { from: 3600, to: 0 },
            datasourceUid: source.uid,
            model: targetOf(query, 'table'),
          },
          {
            refId: 'B',
            relativeTimeRange: { from: 3600, to: 0 },
            datasourceUid: '__expr__',
            model: {
              refId: 'B',
              type: 'threshold',
              expression: 'A',
              conditions: [{ evaluator: { type: 'gt', params: [above] } }],
            },
          },
        ],
      })),
    },
  ],
})

/** Returns the files that are generated from the queries. */
export const monitoringFiles = (): Readonly<Record<string, string>> => ({
  [`${folder}/grafana-dashboard.json`]: `${JSON.stringify(dashboard(), null, 2)}\n`,
  [`${folder}/grafana-alerts.json`]: `${JSON.stringify(alertRules(), null, 2)}\n`,
})
