import type { Child } from 'hono/jsx'
import { Converter } from '../converter/converter.tsx'
import { readLimits } from '../contract/limits.ts'
import { numberForPeople } from '../contract/messages.ts'
import { type Dialect, dialects, dialectTitles } from '../contract/spec-values.ts'
import { Icon, type IconName } from '../design/icons.tsx'
import { bytesText } from '../design/text.ts'
import { examples, type Example } from './examples.ts'
import type { SiteContext } from './site-env.ts'
import { SitePage } from './site-page.tsx'

const title = 'Rowmill: Excel, CSV, JSON and MySQL dumps to SQL that loads'
const description =
  'Convert spreadsheets, CSV, JSON and MySQL dumps to SQL for PostgreSQL, MySQL, MariaDB, SQLite, SQL Server, Oracle or DuckDB. In your browser, without an upload, or with an API.'

export const Landing = ({ c }: { readonly c: SiteContext }) => (
  <SitePage
    c={c}
    title={title}
    description={description}
    path="/"
    styles={['converter.css']}
    scripts={['convert.js', 'home.js']}
  >
    <main id="main" tabindex={-1}>
      <section class="hero site-width" aria-labelledby="hero-title">
        <h1 id="hero-title">Turn any spreadsheet or data file into SQL that loads</h1>
        <p class="lead">
          Drop a spreadsheet, CSV, JSON or MySQL dump. Check the types and rows. Download the SQL. No account needed.
        </p>
        <Converter origin={c.env.PUBLIC_ORIGIN} audience="visitor" />
        <p class="proof">
          <Icon name="lock" />
          <span>
            <strong>Your file stays on your computer.</strong> This page’s security policy forbids every connection, so
            it cannot upload anything. Once it has loaded, it works without a network.
          </span>
        </p>
      </section>
      <Differences />
      <Databases />
      <Api c={c} />
      <Pricing c={c} />
      <Security />
    </main>
  </SitePage>
)

interface SectionProps {
  readonly id: string
  readonly title: string
  readonly lead: string
  readonly children: Child
}

const Section = ({ id, title: heading, lead, children }: SectionProps) => (
  <section class="site-section" id={id} aria-labelledby={`${id}-title`}>
    <div class="site-width">
      <h2 id={`${id}-title`}>{heading}</h2>
      <p class="lead">{lead}</p>
      {children}
    </div>
  </section>
)

const Differences = () => (
  <Section
    id="why"
    title="Nothing changes silently"
    lead="Most converters guess. Rowmill proves each type on your data, lists every change, and names every row that does not fit."
  >
    <div class="examples-grid">
      {examples.map((example) => (
        <ExampleCard example={example} />
      ))}
    </div>
  </Section>
)

const ExampleCard = ({ example: { title: heading, text, fileName, file, sql } }: { readonly example: Example }) => (
  <article class="card example">
    <h3>{heading}</h3>
    <p class="muted">{text}</p>
    <figure>
      <figcaption>{fileName}</figcaption>
      <pre tabindex={0}>{file.trimEnd()}</pre>
    </figure>
    <figure>
      <figcaption>PostgreSQL</figcaption>
      <pre tabindex={0}>{sql}</pre>
    </figure>
  </article>
)

const databases: Readonly<Record<Dialect, string>> = {
  postgresql: 'INSERT or COPY, one transaction, loads with psql.',
  mysql: 'utf8mb4, strict mode, literals that are safe in every sql_mode.',
  mariadb: 'The same script as for MySQL, with MariaDB’s own limits.',
  sqlite: 'One transaction, typed columns, loads with the sqlite3 shell.',
  sql_server: 'Unicode literals, batches with GO, loads with sqlcmd.',
  oracle: 'Safe for SQL*Plus: no substitution, no stray slashes.',
  duckdb: 'One transaction, exact decimals, loads with the duckdb shell.',
}

const Databases = () => (
  <Section
    id="databases-list"
    title="Seven databases, each in its own dialect"
    lead="Names, types, quoting and limits follow the database you choose. Our tests load the scripts into PostgreSQL, MariaDB, SQLite and DuckDB, and check those for SQL Server and Oracle against published grammars."
  >
    <ul class="database-grid">
      {dialects.map((dialect) => (
        <li class="card">
          <h3>{dialectTitles[dialect]}</h3>
          <p class="muted">{databases[dialect]}</p>
        </li>
      ))}
    </ul>
    <p class="muted">
      Clean CSV and JSON are available too. <a href="/docs/output-per-dialect">What each database gets</a>
    </p>
  </Section>
)

const Api = ({ c }: { readonly c: SiteContext }) => (
  <Section
    id="api"
    title="The same engine behind an API"
    lead="Open a conversion, upload the file, start it. A signed webhook tells you when it is done. Files up to 50 GiB, deleted after 24 hours."
  >
    <div class="api-split">
      <pre class="api-code" tabindex={0} aria-label="A request with curl">
        {`curl ${c.env.PUBLIC_ORIGIN}/v1/conversions \\
  -H "Authorization: Bearer $KEY" \\
  -H "Content-Type: application/json" \\
  -d '{
    "url": "https://example.com/orders.xlsx",
    "spec": { "output": { "dialect": "postgresql" } }
  }'`}
      </pre>
      <ul class="ticks-list">
        <li>Idempotent requests: a retry never converts twice</li>
        <li>A report for every file: types, changes, rejected rows with reasons</li>
        <li>Errors with a code, a cause and a fix</li>
        <li>OpenAPI 3.1, and examples in curl, Node and Python</li>
        <li class="actions">
          <a class="button primary" href="/docs">
            Read the docs
          </a>
          <a class="button" href="/docs/api">
            API reference
          </a>
        </li>
      </ul>
    </div>
  </Section>
)

const Plan = ({
  name,
  price,
  points,
  children,
}: {
  name: string
  price: string
  points: string[]
  children: Child
}) => (
  <article class="card plan-card">
    <h3>{name}</h3>
    <p class="price">{price}</p>
    <ul class="ticks-list">
      {points.map((point) => (
        <li>{point}</li>
      ))}
    </ul>
    {children}
  </article>
)

const Pricing = ({ c }: { readonly c: SiteContext }) => {
  const limits = readLimits({ ...c.env })
  const price = c.env.PRO_PRICE ?? ''
  return (
    <Section
      id="pricing"
      title="Pricing and limits"
      lead="Convert in your browser for free. Pay when a program does it for you."
    >
      <div class="plans">
        <Plan
          name="Free"
          price="Free, without an account"
          points={[
            'Convert in the browser, up to 2 GB per file',
            'All formats and databases',
            'The command line on your own computer',
            'Nothing is uploaded',
          ]}
        >
          <a class="button" href="#main">
            Convert a file
          </a>
        </Plan>
        <Plan
          name="Pro"
          price={price === '' ? 'For teams and programs' : price}
          points={[
            `${bytesText(limits.ALLOWANCE_BYTES)} of files converted on the service each month`,
            'API, webhooks and conversions from a URL, up to 50 GiB per file',
            `${limits.ACTIVE_LIMIT} conversions at once, ${numberForPeople(limits.RATE_LIMIT_PER_MINUTE)} requests per minute`,
            'Failed and canceled conversions do not count',
          ]}
        >
          <a class="button primary" href="/settings/plan">
            Get Pro
          </a>
        </Plan>
      </div>
    </Section>
  )
}

const securityPoints: readonly (readonly [IconName, string, string])[] = [
  ['lock', 'Nothing leaves the browser', 'The converter runs in the page. Its policy forbids every connection.'],
  [
    'clock',
    'Files live 24 hours',
    'On the service, uploads and outputs are deleted a day after the conversion, or at once.',
  ],
  ['shield', 'The engine holds no keys', 'The engine that reads your file can reach that file and nothing else.'],
  ['quote', 'Output is written, not copied', 'We quote every value. Nothing in a file can become a statement.'],
]

const Security = () => (
  <Section
    id="security"
    title="Security"
    lead="Files come from strangers, so the service is built as if every file were hostile."
  >
    <ul class="database-grid">
      {securityPoints.map(([icon, heading, text]) => (
        <li class="card">
          <Icon name={icon} />
          <h3>{heading}</h3>
          <p class="muted">{text}</p>
        </li>
      ))}
    </ul>
  </Section>
)
