import { inputFormats } from '../contract/spec-values.ts'
import { formatText } from '../design/text.ts'
import { DumpSettings } from './dump-settings.tsx'
import { Choice, idOf, Text, Tick } from './fields.tsx'

/** Renders the first option of a reading choice: the script adds what was detected. */
const Detected = () => (
  <option value="" data-detected>
    Detected
  </option>
)

const delimiters: readonly (readonly [string, string])[] = [
  [',', 'Comma'],
  [';', 'Semicolon'],
  ['\t', 'Tab'],
  ['|', 'Pipe'],
  [':', 'Colon'],
  [' ', 'Space'],
]

const encodings = [
  ['utf-8', 'UTF-8'],
  ['windows-1252', 'Western European (Windows-1252)'],
  ['windows-1250', 'Central European (Windows-1250)'],
  ['windows-1251', 'Cyrillic (Windows-1251)'],
  ['iso-8859-15', 'Western European (ISO 8859-15)'],
  ['iso-8859-2', 'Central European (ISO 8859-2)'],
  ['macintosh', 'Western European (Mac)'],
  ['utf-16le', 'UTF-16'],
  ['shift_jis', 'Japanese (Shift JIS)'],
  ['euc-kr', 'Korean (EUC-KR)'],
  ['gb18030', 'Chinese (GB 18030)'],
  ['big5', 'Chinese (Big5)'],
] as const

const locales = [
  ['en-US', 'English: 1,234.50 and 12/31/2024'],
  ['en-GB', 'British: 1,234.50 and 31/12/2024'],
  ['de-DE', 'German: 1.234,50 and 31.12.2024'],
  ['fr-FR', 'French: 1 234,50 and 31/12/2024'],
  ['es-ES', 'Spanish: 1.234,50 and 31/12/2024'],
  ['it-IT', 'Italian: 1.234,50 and 31/12/2024'],
  ['pt-BR', 'Brazilian: 1.234,50 and 31/12/2024'],
] as const

/** Renders the settings that most people never change. */
const MoreSettings = () => (
  <details>
    <summary>More settings</summary>
    <div class="fields">
      <Choice label="Column names" name="output.column_names">
        <option value="">snake_case</option>
        <option value="as_written">As written</option>
      </Choice>
      <Text label="Schema" name="output.schema" maxlength={255} placeholder="None" />
      <Choice label="If the table exists" name="output.if_exists">
        <option value="">Fail</option>
        <option value="drop">Drop it first</option>
        <option value="skip">Skip the load</option>
        <option value="append">Append the rows</option>
      </Choice>
      <Text label="Primary key" name="output.primary_key" placeholder="id, or several with commas" />
      <Text label="NULL values" name="input.null_values" placeholder="-999, unknown" />
      <Text label="Rows per statement" name="output.batch_rows" type="number" min={1} placeholder="500" />
      <Text label="Rows in the sample" name="inference.sample_rows" type="number" min={1} placeholder="10000" />
      <Text label="Path to the rows" name="input.path" maxlength={1024} placeholder="Detected" />
      <Text label="Nested levels to columns" name="input.flatten" type="number" min={0} placeholder="Detected" />
      <Text label="Fixed widths" name="input.widths" placeholder="11, 9, 10" />
      <Choice label="File format" name="input.format">
        <Detected />
        {inputFormats.map((format) => (
          <option value={format}>{formatText(format)}</option>
        ))}
      </Choice>
    </div>
    <div class="ticks">
      <Tick label="Create the table" name="output.create_table" />
      <Tick label="Keep leading zeros as text" name="inference.keep_leading_zeros" />
      <Tick label="Load in one transaction" name="output.transaction" />
      <Tick label="Remove spaces around text" name="input.trim" isOn={false} />
    </div>
  </details>
)

/** Renders the settings of a table. Every choice names the detected value, which applies unless the user changes it. */
const TableSettings = () => (
  <fieldset id="table-settings">
    <div class="fields">
      <Choice label="Write as" name="output.format">
        <option value="">SQL script</option>
        <option value="csv">CSV</option>
        <option value="json">JSON</option>
      </Choice>
      <Text label="Table" name="output.table" maxlength={255} placeholder="Named after the file" />
      <Choice label="Sheet" name="input.sheet">
        <Detected />
      </Choice>
      <div class="field" hidden>
        <label for={idOf('input.password')}>Workbook password</label>
        <input id={idOf('input.password')} name="input.password" type="password" autocomplete="off" maxlength={255} />
      </div>
      <Choice label="Header row" name="input.header_row">
        <Detected />
        {Array.from({ length: 20 }, (_, at) => (
          <option value={at + 1}>Row {at + 1}</option>
        ))}
      </Choice>
      <Choice label="Delimiter" name="input.delimiter">
        <Detected />
        {delimiters.map(([value, label]) => (
          <option value={value}>{label}</option>
        ))}
      </Choice>
      <Choice label="Encoding" name="input.encoding">
        <Detected />
        {encodings.map(([value, label]) => (
          <option value={value}>{label}</option>
        ))}
      </Choice>
      <Choice label="Date order" name="inference.date_order">
        <Detected />
        <option value="day_first">Day first</option>
        <option value="month_first">Month first</option>
        <option value="year_first">Year first</option>
      </Choice>
      <Choice label="Locale of numbers and dates" name="inference.locale">
        <Detected />
        {locales.map(([value, label]) => (
          <option value={value}>{label}</option>
        ))}
      </Choice>
    </div>
    <fieldset id="sheets" class="ticks" hidden>
      <legend>Sheets to convert, each to its own table</legend>
    </fieldset>
    <MoreSettings />
  </fieldset>
)

/** Renders all settings. A dump has its own settings, and those for one table do not apply to it. */
export const SettingsPanel = () => (
  <section class="card panel" id="settings-card" aria-labelledby="settings-title">
    <h3 id="settings-title">Settings</h3>
    <div class="fields">
      <Choice label="Write rows as" name="output.style">
        <option value="">INSERT statements</option>
        <option value="bulk">Bulk load</option>
      </Choice>
    </div>
    <TableSettings />
    <DumpSettings />
  </section>
)
