import type { Child } from 'hono/jsx'
import { fileUrlCharactersMax } from '../contract/limits.ts'
import { dialects, dialectTitles } from '../contract/spec-values.ts'
import { Icon } from '../design/icons.tsx'
import { LanguageTabs } from '../design/language-tabs.tsx'
import { CopyButton } from '../design/parts.tsx'
import { SettingsPanel } from './settings-panel.tsx'

/** The largest file that a page converts itself. Files are streamed, so the limit is the size of a download that browsers can keep. */
const inPageBytesMax = 2_000_000_000

interface ConverterProps {
  /** The origin of the API, for the equivalent commands. */
  readonly origin: string
  /** The audience of the page: a visitor of the site, or an account with its plan. */
  readonly audience: 'visitor' | 'free' | 'pro'
}

/**
 * Renders the converter. The page contains all of its parts, and its script fills them. Only the button for the service
 * uploads a file.
 */
export const Converter = ({ origin, audience }: ConverterProps) => (
  <form
    id="convert"
    class="converter"
    autocomplete="off"
    data-in-page-max={inPageBytesMax}
    data-audience={audience}
    data-base={`${origin}/v1`}
  >
    <noscript>
      <p class="notice plain">This converter runs in the browser and needs JavaScript. The API does not.</p>
    </noscript>
    <Databases />
    <DropZone />
    <Starters audience={audience} />
    <div id="trouble" class="notice bad" role="alert" hidden></div>
    <div id="preview" class="bench" hidden>
      <SettingsPanel />
      <Outcome />
    </div>
    <ActionBar audience={audience} />
  </form>
)

const Databases = () => (
  <fieldset class="segments" id="databases">
    <legend>Convert to</legend>
    <div class="segments-row">
      {dialects.map((dialect, at) => (
        <label>
          <input type="radio" name="output.dialect" value={dialect} checked={at === 0} />
          <span>{dialectTitles[dialect]}</span>
        </label>
      ))}
    </div>
    <p class="hint" id="database-hint" hidden></p>
  </fieldset>
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
        Excel, OpenDocument, CSV, TSV, JSON, NDJSON, XML or a MySQL dump, also as .gz, .zst, .xz, .bz2, .tar or .zip
      </span>
    </label>
    <p id="reading" class="muted small" role="status"></p>
  </div>
)

const samples = [
  { name: 'csv', label: 'Messy CSV' },
  { name: 'xlsx', label: 'Workbook with a title' },
  { name: 'json', label: 'Nested JSON' },
  { name: 'dump', label: 'MySQL dump' },
] as const

const Starters = ({ audience }: { readonly audience: ConverterProps['audience'] }) => (
  <div class="starters" id="starters">
    <div class="chips" role="group" aria-label="Samples">
      <span class="muted small">Try a sample:</span>
      {samples.map(({ name, label }) => (
        <button type="button" class="chip" data-sample={name}>
          {label}
        </button>
      ))}
    </div>
    <details>
      <summary>Paste a table</summary>
      <textarea
        id="pasted"
        rows={6}
        spellcheck={false}
        aria-label="Table as text"
        placeholder={'id,name,joined\n1,Ana,2024-02-13'}
      ></textarea>
    </details>
    {audience === 'visitor' ? null : (
      <details id="by-url">
        <summary>Convert from a URL</summary>
        <div class="row">
          <div class="field">
            <label for="url">File URL</label>
            <input
              id="url"
              type="url"
              maxlength={fileUrlCharactersMax}
              placeholder="https://example.com/orders.csv"
              aria-describedby="url-hint url-error"
            />
          </div>
          <button class="button" type="button" id="url-go" disabled={audience !== 'pro'}>
            Download and convert
          </button>
        </div>
        <p class="hint" id="url-hint">
          The service downloads it: public HTTPS on port 443 or 8443, up to 50 GiB.
          {audience === 'pro' ? '' : ' This is part of the Pro plan.'}
        </p>
        <p class="error" id="url-error" role="alert"></p>
      </details>
    )}
  </div>
)

const Card = ({ id, title, hint, children }: { id: string; title: string; hint?: string; children: Child }) => (
  <section class="card" id={`${id}-card`} aria-labelledby={`${id}-title`}>
    <div class="head">
      <h3 id={`${id}-title`}>{title}</h3>
      {hint === undefined ? null : <p class="hint">{hint}</p>}
    </div>
    {children}
  </section>
)

const Outcome = () => (
  <div class="outcome">
    <ul class="facts-line" id="facts" aria-label="What was detected"></ul>
    <Card id="rows" title="Rows" hint="Rename a column, change its type, or leave it out.">
      <div class="scroll" tabindex={0} role="group" aria-label="First rows">
        <table class="cells" id="rows"></table>
      </div>
    </Card>
    <Card id="tables" title="Tables">
      <div id="tables"></div>
    </Card>
    <section class="card" id="output-card" aria-labelledby="output-title">
      <div class="head">
        <h3 id="output-title">SQL</h3>
        <button type="button" class="button small" id="copy-output" disabled>
          Copy
        </button>
      </div>
      <pre class="output sql" id="output" tabindex={0} aria-labelledby="output-title"></pre>
    </section>
    <Card id="changes" title="Changes and rejected rows" hint="Every change is listed here.">
      <ul class="notes" id="warnings"></ul>
    </Card>
    <SameElsewhere />
  </div>
)

const ways = [
  { name: 'curl', label: 'curl' },
  { name: 'node', label: 'Node' },
  { name: 'python', label: 'Python' },
  { name: 'cli', label: 'CLI' },
  { name: 'spec', label: 'Spec' },
] as const

const SameElsewhere = () => (
  <section class="card" id="elsewhere-card" aria-labelledby="elsewhere-title">
    <h3 id="elsewhere-title">Do the same in code</h3>
    <LanguageTabs
      id="elsewhere"
      panelClass="code"
      tabs={ways.map(({ name, label }) => ({
        name,
        label,
        content: (
          <>
            <pre id={`text-${name}`} tabindex={0} aria-label={label}></pre>
            <CopyButton id={`copy-${name}`} size="small" text="" label="Copy" />
          </>
        ),
      }))}
    />
  </section>
)

/** Renders the action bar, which stays in view. It shows the findings and the possible actions. */
const ActionBar = ({ audience }: { readonly audience: ConverterProps['audience'] }) => (
  <div class="action-bar" id="action-bar" role="region" aria-label="Conversion" hidden>
    <div class="action-words">
      <p id="summary" role="status"></p>
      <div id="progress" hidden>
        <progress id="bar" max="1" value="0" aria-label="Progress"></progress>
        <p class="hint" id="progress-text"></p>
      </div>
    </div>
    <div class="actions">
      <button type="button" class="button" id="stop" hidden>
        Cancel
      </button>
      {audience === 'visitor' ? (
        <a class="button" id="sign-up" href="/settings/sign-up" hidden>
          Sign up to convert larger files
        </a>
      ) : (
        <button type="button" class="button" id="service" disabled={audience !== 'pro'}>
          Convert on the service
        </button>
      )}
      <button type="button" class="button primary" id="here" hidden>
        Convert in this page
      </button>
      <span id="result"></span>
    </div>
  </div>
)
