import { dumpTypeRules } from '../contract/spec-values.ts'
import { Choice, Text, Tick } from './fields.tsx'

type TypeRule = keyof typeof dumpTypeRules

/** The words for each rule and its values, in the order of the contract. */
const typeTexts: {
  readonly [Rule in TypeRule]: {
    readonly label: string
    readonly values: { readonly [Value in (typeof dumpTypeRules)[Rule][number]]: string }
  }
} = {
  'tinyint(1)': { label: 'TINYINT(1)', values: { smallint: 'smallint', boolean: 'boolean' } },
  json: { label: 'JSON', values: { json: 'json', jsonb: 'jsonb' } },
  datetime: { label: 'DATETIME', values: { timestamp: 'timestamp', timestamptz: 'timestamptz' } },
  'binary(16)': { label: 'BINARY(16)', values: { bytea: 'bytea', uuid: 'uuid' } },
  enum: { label: 'ENUM', values: { type: 'enum type', check: 'text with a CHECK', text: 'text' } },
  unsigned: { label: 'UNSIGNED', values: { plain: 'no CHECK', check: 'CHECK (column >= 0)' } },
  ci_text: {
    label: 'Case-insensitive text',
    values: { text: 'text, compared exactly', citext: 'citext (extension)', icu: 'text with an ICU collation' },
  },
  spatial: {
    label: 'Spatial columns',
    values: { bytea: 'bytea with WKB', point: 'point', postgis: 'geometry (PostGIS)' },
  },
}

/** Renders the choices of types. Unlike the others, the default of TINYINT(1) is not one of its values. */
const TypeChoices = () => (
  <div class="fields">
    {Object.entries(typeTexts).map(([rule, { label, values }]) => (
      <Choice label={label} name={`dump.types.${rule}`}>
        {rule === 'tinyint(1)' ? <option value="">Decided by the values</option> : null}
        {Object.entries(values).map(([value, text], at) => (
          <option value={rule !== 'tinyint(1)' && at === 0 ? '' : value}>{text}</option>
        ))}
      </Choice>
    ))}
  </div>
)

/** Renders the settings of a MySQL dump. They are disabled for other files, so that they do not enter their spec. */
export const DumpSettings = () => (
  <fieldset id="dump-settings" hidden disabled>
    <div class="fields">
      <Choice label="Write" name="dump.mode">
        <option value="">Schema and rows</option>
        <option value="schema_only">Schema only</option>
        <option value="data_only">Rows only, into existing tables</option>
      </Choice>
      <Choice label="Names" name="dump.names">
        <option value="">snake_case</option>
        <option value="as_written">As written</option>
        <option value="lower">Lower case</option>
      </Choice>
      <Text label="Only these tables" name="dump.tables.include" placeholder="wp_*, users" />
      <Text label="Leave out tables" name="dump.tables.exclude" placeholder="*_log, cache_*" />
    </div>
    <details>
      <summary>Types</summary>
      <TypeChoices />
      <div class="ticks">
        <Tick label="Infer types from the rows if a definition is ambiguous" name="dump.types.infer" />
      </div>
    </details>
    <details>
      <summary>More settings</summary>
      <div class="fields">
        <Choice label="Schemas" name="dump.schemas">
          <option value="">If there are several databases</option>
          <option value="per_database">For every database</option>
        </Choice>
        <Text label="Value of NOW()" name="dump.now" placeholder="2026-03-01T09:30:00Z" />
      </div>
      <div class="ticks">
        <Tick label="Count the rows after the load, and fail if some are missing" name="dump.verify" isOn={false} />
      </div>
    </details>
  </fieldset>
)
