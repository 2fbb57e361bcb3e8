import { fields as say, rules } from './catalog/fields.ts'
import {
  caseInsensitiveNames,
  datetimeNames,
  enumNames,
  modeNames,
  nameStyleNames,
  partitionNames,
  partNames,
  spatialNames,
  tinyintNames,
  unsignedNames,
  writeNames,
} from './other-value-names.ts'
import { otherDumpFields, otherTableFields, otherTypeFields } from './other-field-names.ts'
import { closedWithSpec, flag, listOf, oneOf, textOf, timestamp, timeZone } from './shapes.ts'
import {
  dumpModes,
  dumpNameStyles,
  dumpOutputs,
  dumpPartitions,
  dumpParts,
  dumpSchemas,
  dumpTypeRules as types,
  specDefaults,
  specNameCharactersMax,
} from './spec-values.ts'

const { dump: defaults } = specDefaults

const pattern = textOf(1, specNameCharactersMax)
const patterns = listOf(pattern, 1000).default([])

const typesSchema = closedWithSpec(
  {
    infer: flag.default(defaults.types.infer).meta({
      description:
        'Whether the rows decide a type that the definition leaves open. With `false`, the same definitions always give the same schema.',
      examples: [false],
    }),
    'tinyint(1)': oneOf(types['tinyint(1)'], tinyintNames)
      .nullable()
      .default(defaults.types['tinyint(1)'])
      .meta({
        description: '`smallint` or `boolean`. If null, the values decide. Without `infer` it is `smallint`.',
        examples: ['boolean'],
      }),
    json: oneOf(types.json)
      .default(defaults.types.json)
      .meta({ description: '`json` keeps the text as it is; `jsonb` can be indexed.', examples: ['jsonb'] }),
    datetime: oneOf(types.datetime, datetimeNames)
      .default(defaults.types.datetime)
      .meta({
        description: '`timestamp`, or `timestamptz` in the time zone of the dump.',
        examples: ['timestamptz'],
      }),
    'binary(16)': oneOf(types['binary(16)'])
      .default(defaults.types['binary(16)'])
      .meta({ description: '`bytea`, or `uuid` of the same 16 bytes.', examples: ['uuid'] }),
    enum: oneOf(types.enum, enumNames)
      .default(defaults.types.enum)
      .meta({
        description: '`type` creates an enum type; `check` is text with a CHECK of the labels; `text` is text.',
        examples: ['check'],
      }),
    unsigned: oneOf(types.unsigned, unsignedNames)
      .default(defaults.types.unsigned)
      .meta({ description: '`check` adds a CHECK that unsigned numbers are not negative.', examples: ['check'] }),
    ci_text: oneOf(types.ci_text, caseInsensitiveNames)
      .default(defaults.types.ci_text)
      .meta({
        description:
          'The type of text columns whose collation ignores case. `text` compares exactly, `citext` is the extension, and `icu` is a collation that ignores case and accents.',
        examples: ['icu'],
      }),
    spatial: oneOf(types.spatial, spatialNames)
      .default(defaults.types.spatial)
      .meta({
        description:
          '`bytea` holds WKB; `point` is the type of PostgreSQL for POINT columns; `postgis` is the type `geometry` with its SRID.',
        examples: ['point'],
      }),
  },
  otherTypeFields,
  rules.types,
)

const tablesSchema = closedWithSpec(
  {
    include: patterns.meta({
      description:
        'Patterns. Only tables and views that match one of them are converted. `*` and `?` stand for any characters.',
      examples: [['wp_*']],
    }),
    exclude: patterns.meta({
      description:
        'Patterns. Tables and views that match one of them are left out, such as `*_log` or `database.table`.',
      examples: [['*_log']],
    }),
  },
  otherTableFields,
  rules.tables,
)

/** The options for MySQL and MariaDB dumps. Every other format ignores them. */
export const dumpSchema = closedWithSpec(
  {
    types: typesSchema.prefault({}).meta({ description: 'How types of MySQL become types of PostgreSQL.' }),
    names: oneOf(dumpNameStyles, nameStyleNames)
      .nullable()
      .default(defaults.names)
      .meta({
        description: 'The spelling of names. When it is null, `output.column_names` applies.',
        examples: ['lower'],
      }),
    schemas: oneOf(dumpSchemas)
      .default(defaults.schemas)
      .meta({
        description:
          '`auto` creates schemas only if the dump has several databases. `per_database` also creates one for a single database.',
        examples: ['per_database'],
      }),
    tables: tablesSchema.prefault({}).meta({ description: 'The tables to convert.' }),
    mode: oneOf(dumpModes, modeNames)
      .default(defaults.mode)
      .meta({
        description:
          '`data_only` fills existing tables. It empties them first and turns off their triggers. `schema_only` writes no rows.',
        examples: ['schema_only'],
      }),
    parts: listOf(oneOf(dumpParts, partNames), dumpParts.length)
      .min(1, { error: say.onePart })
      .default([...defaults.parts])
      .meta({
        description:
          'The parts of the script to write. `before` creates tables, `data` fills them, and `after` adds keys, checks, views and the rest.',
        examples: [['before']],
      }),
    partitions: oneOf(dumpPartitions, partitionNames)
      .default(defaults.partitions)
      .meta({
        description:
          '`plain` converts a partitioned table to one table. `keep` creates its partitions if they hold the same rows.',
        examples: ['keep'],
      }),
    verify: flag.default(defaults.verify).meta({
      description: 'Whether the script counts the loaded rows at its end, and fails if some are missing.',
      examples: [true],
    }),
    write: oneOf(dumpOutputs, writeNames)
      .default(defaults.write)
      .meta({
        description:
          'The output to write. `script` loads the dump. `verify` and `verify_mysql` print counts, sums and checksums of every table in both databases. `report` is a page of Markdown.',
        examples: ['verify'],
      }),
    now: timestamp
      .nullable()
      .default(defaults.now)
      .meta({
        description: 'The value of NOW() in the rows. If null, NOW() is the time at which the script is loaded.',
        examples: ['2026-03-01T09:30:00Z'],
      }),
    time_zone: timeZone
      .nullable()
      .default(defaults.time_zone)
      .meta({
        description: 'The time zone of a dump that sets none. If null, it is UTC.',
        examples: ['Europe/Berlin'],
      }),
  },
  otherDumpFields,
  rules.dump,
).refine(({ mode, parts }) => mode === 'everything' || parts.length === dumpParts.length, {
  path: ['parts'],
  error: say.partsOfEverything,
})
