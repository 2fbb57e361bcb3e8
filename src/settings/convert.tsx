import { Hono } from 'hono'
import type { Child } from 'hono/jsx'
import { fileUrlCharactersMax } from '../contract/limits.ts'
import { dialects, inputFormats } from '../contract/spec-values.ts'
import type { SettingsEnv } from './guard.ts'
import { Icon } from '../design/icons.tsx'
import { Page, show } from './layout.tsx'
import { CopyButton } from '../design/parts.tsx'
import { dialectNames, formatText } from '../design/text.ts'

/** What the page converts itself; larger files go through the service. */
const inPageBytesMax = 50_000_000

/** The page is drawn here whole; its script only fills it. Nothing is uploaded before a button says so. */
export const convert = new Hono<SettingsEnv>().get('/', (c) =>
  show(
    c,
    <Page
      c={c}
      title="Convert"
      place="convert"
      lead="See what is in a file before anything leaves this machine."
      scripts={['convert.js']}
    >
      <noscript>
        <p class="notice plain">This page reads files in the browser and needs scripts. The API needs none.</p>
      </noscript>
      <form
        id="convert"
        class="stack"
        data-in-page-max={inPageBytesMax}
        data-plan={c.get('visitor').plan}
        data-base={`${c.env.PUBLIC_ORIGIN}/v1`}
      >
        <DropZone />
        <p id="trouble" class="notice bad" role="alert" hidden></p>
        <div id="seen" class="stack" hidden>
          <FileCard />
          <Settings />
          <Run isPro={c.get('visitor').plan === 'pro'} />
          <Seen />
          <SameWithApi />
        </div>
      </form>
      <ByAddress isPro={c.get('visitor').plan === 'pro'} />
    </Page>,
  ),
)

const DropZone = () => (
  <div class="drop" id="drop">
    <input type="file" id="file" class="unseen" aria-describedby="file-hint" />
    <label for="file">
      <Icon name="convert" />
      <span class="drop-title" id="file-name">
        Drop a file here, or choose one
      </span>
      <span class="hint" id="file-hint">
        Excel, OpenDocument, CSV, TSV, JSON, NDJSON or a MySQL dump; also as .gz or .zip
      </span>
    </label>
    <p id="reading" class="muted small" role="status"></p>
  </div>
)

const Choice = ({
  label,
  name,
  children,
}: {
  readonly label: string
  readonly name: string
  readonly children: Child
}) => (
  <div class="field">
    <label for={`spec-${name}`}>{label}</label>
    <select id={`spec-${name}`} name={name}>
      {children}
    </select>
  </div>
)

interface TextProps {
  readonly label: string
  readonly name: string
  readonly placeholder?: string
  readonly type?: 'text' | 'number'
  readonly maxlength?: number
  readonly list?: string
}

const Text = ({ label, name, ...input }: TextProps) => (
  <div class="field">
    <label for={`spec-${name}`}>{label}</label>
    <input id={`spec-${name}`} name={name} autocomplete="off" spellcheck={false} {...input} />
  </div>
)

const Tick = ({ label, name, isOn }: { readonly label: string; readonly name: string; readonly isOn: boolean }) => (
  <label class="choice">
    <input type="checkbox" name={name} checked={isOn} /> {label}
  </label>
)

const Settings = () => (
  <section class="card" aria-labelledby="settings-title" id="settings-card">
    <h2 id="settings-title">Output</h2>
    <div class="fields">
      <Choice label="Database" name="output.dialect">
        {dialects.map((dialect) => (
          <option value={dialect}>{dialectNames[dialect]}</option>
        ))}
      </Choice>
      <Choice label="Written as" name="output.format">
        <option value="">SQL script</option>
        <option value="csv">CSV</option>
        <option value="json">JSON</option>
      </Choice>
      <Choice label="Rows" name="output.style">
        <option value="">INSERT statements</option>
        <option value="bulk">Bulk load</option>
      </Choice>
      <Text label="Table" name="output.table" maxlength={255} placeholder="from the file’s name" />
    </div>
    <details>
      <summary>More settings</summary>
      <div class="fields">
        <Text label="Schema" name="output.schema" maxlength={255} placeholder="none" />
        <Choice label="Column names" name="output.column_names">
          <option value="">snake_case</option>
          <option value="as_written">As written</option>
        </Choice>
        <Text label="Rows in a statement" name="output.batch_rows" type="number" placeholder="500" />
        <Choice label="Format of the file" name="input.format">
          <option value="">Detected</option>
          {inputFormats.map((format) => (
            <option value={format}>{formatText(format)}</option>
          ))}
        </Choice>
        <Text label="Encoding" name="input.encoding" placeholder="detected" maxlength={64} />
        <Text label="Delimiter" name="input.delimiter" placeholder="detected" maxlength={8} />
        <Text label="Sheet" name="input.sheet" placeholder="the first" maxlength={255} />
        <Text label="Header row" name="input.header_row" type="number" placeholder="detected" />
        <Choice label="Dates like 03/04" name="inference.date_order">
          <option value="">Told by the column</option>
          <option value="day_first">Day first</option>
          <option value="month_first">Month first</option>
          <option value="year_first">Year first</option>
        </Choice>
        <Text label="Locale" name="inference.locale" placeholder="none" maxlength={64} />
        <Text label="Sample rows" name="inference.sample_rows" type="number" placeholder="10000" />
      </div>
      <div class="ticks">
        <Tick label="Write CREATE TABLE" name="output.create_table" isOn />
        <Tick label="Keep values with leading zeros as text" name="inference.keep_leading_zeros" isOn />
      </div>
    </details>
  </section>
)

const FileCard = () => (
  <section class="card" aria-labelledby="file-title" id="facts-card">
    <h2 id="file-title">The file</h2>
    <dl class="facts" id="facts"></dl>
    <ul class="notes" id="warnings"></ul>
  </section>
)

/** Filled by the script with what the engine says. */
const Seen = () => (
  <>
    <section class="card" aria-labelledby="columns-title" id="columns-card">
      <div>
        <h2 id="columns-title">Columns</h2>
        <p class="hint">Rename them, keep one as text, or leave it out.</p>
      </div>
      <div class="scroll" tabindex={0} role="group" aria-label="Columns">
        <table>
          <thead>
            <tr>
              <th scope="col">Keep</th>
              <th scope="col">Name</th>
              <th scope="col">In the file</th>
              <th scope="col">Type</th>
              <th scope="col">Written as</th>
            </tr>
          </thead>
          <tbody id="columns"></tbody>
        </table>
      </div>
    </section>
    <section class="card" aria-labelledby="rows-title" id="rows-card">
      <h2 id="rows-title">First rows</h2>
      <div class="scroll" tabindex={0} role="group" aria-label="First rows">
        <table class="cells" id="rows"></table>
      </div>
    </section>
    <section class="card" aria-labelledby="output-title" id="output-card">
      <h2 id="output-title">How the output begins</h2>
      <pre class="output" id="output" tabindex={0} aria-labelledby="output-title"></pre>
    </section>
  </>
)

const Run = ({ isPro }: { readonly isPro: boolean }) => (
  <section class="card run" aria-labelledby="run-title">
    <h2 id="run-title">Convert</h2>
    <div class="actions">
      <button type="button" class="button primary" id="here">
        Convert here
      </button>
      <button type="button" class="button" id="service" disabled={!isPro}>
        Convert on the service
      </button>
      <button type="button" class="button" id="stop" hidden>
        Stop
      </button>
    </div>
    <p class="hint" id="run-hint">
      {isPro
        ? 'Here: nothing is uploaded. On the service: the file is uploaded, counted and kept for 24 hours.'
        : 'Converting on the service is part of the Pro plan.'}
    </p>
    <div id="progress" hidden>
      <progress id="bar" max="1" value="0" aria-label="Progress"></progress>
      <p class="hint" id="progress-text" role="status"></p>
    </div>
    <div id="result" class="stack" aria-live="polite"></div>
  </section>
)

const SameWithApi = () => (
  <details class="card">
    <summary>The same with the API</summary>
    <div class="stack">
      <div class="code">
        <h3>Spec</h3>
        <pre id="spec-text" tabindex={0} aria-label="Spec"></pre>
        <CopyButton id="copy-spec" size="small" text="" label="Copy spec" />
      </div>
      <div class="code">
        <h3>curl</h3>
        <pre id="curl-text" tabindex={0} aria-label="curl commands"></pre>
        <CopyButton id="copy-curl" size="small" text="" label="Copy commands" />
      </div>
    </div>
  </details>
)

const ByAddress = ({ isPro }: { readonly isPro: boolean }) => (
  <details class="card">
    <summary>Convert a file by its address</summary>
    <form id="by-address" class="stack">
      <p class="hint">
        The service downloads it: public HTTPS on port 443 or 8443, up to 50 GiB.
        {isPro ? '' : ' This is part of the Pro plan.'}
      </p>
      <div class="fields">
        <div class="field">
          <label for="address">Address</label>
          <input
            id="address"
            name="url"
            type="url"
            required
            maxlength={fileUrlCharactersMax}
            placeholder="https://example.com/orders.csv"
            aria-describedby="address-error"
          />
          <p class="error" id="address-error" role="alert"></p>
        </div>
        <div class="field">
          <label for="address-dialect">Database</label>
          <select id="address-dialect" name="dialect">
            {dialects.map((dialect) => (
              <option value={dialect}>{dialectNames[dialect]}</option>
            ))}
          </select>
        </div>
      </div>
      <button class="button" type="submit" disabled={!isPro}>
        Download and convert
      </button>
    </form>
  </details>
)
