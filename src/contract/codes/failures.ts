import type { CodeEntry } from './code-entry.ts'

interface FailureEntry extends CodeEntry {
  /** Whether the engine finds it in the file, or the service outside of it. */
  readonly by: 'engine' | 'service'
}

/** Codes of `error.code` of a conversion whose status is `failed`. */
export const failures = {
  empty_file: {
    by: 'engine',
    cause: 'The file, or the sheet, has no rows.',
    remedy: 'Check that the right file was sent, and for a workbook name another `input.sheet`.',
    example: 'The file is empty.',
  },
  corrupt_file: {
    by: 'engine',
    cause: 'The file is damaged: it ends too early, or its structure is broken.',
    remedy: 'Open the file in the program that wrote it, save it again and send that.',
    example: 'The workbook is damaged.',
  },
  encrypted_file: {
    by: 'engine',
    cause: 'The file is protected with a password.',
    remedy: 'Send `input.password`, or save the file without a password.',
    example: 'The workbook is protected with a password.',
  },
  unsupported_format: {
    by: 'engine',
    cause: 'The content is not in any format that the service converts.',
    remedy: 'Send a supported format. If a text file was not recognized, set `input.format`.',
    example: 'This does not look like a text file. If it is, set `input.format`.',
  },
  sheet_not_found: {
    by: 'engine',
    cause: 'The workbook has no sheet with the name in `input.sheet`.',
    remedy: 'Use one of the names that the message and `error.problems` list.',
    example: 'The workbook has no sheet "Sales". It has: Orders, Customers.',
  },
  no_columns: {
    by: 'engine',
    cause: 'No column is left to write: the file has none, or every column is excluded.',
    remedy: 'Check `columns` and `input.header_row`.',
    example: 'All columns are excluded.',
  },
  invalid_spec: {
    by: 'engine',
    cause: 'The spec does not fit the file: a column index, a row number, an encoding or a dialect.',
    remedy: 'Correct the field that the message names.',
    example: 'spec.columns: index 9 is not one of the file’s 4 columns (0 to 3).',
  },
  unreachable: {
    by: 'service',
    cause: 'The file could not be downloaded from `url`.',
    remedy: 'Check that the URL answers 200 without a login, then convert again.',
    example: 'The server answered 404.',
  },
  download_stalled: {
    by: 'service',
    cause: 'The download from `url` stopped sending bytes for a minute.',
    remedy: 'Convert again, or upload the file instead.',
    example: 'The download stopped for 60 seconds.',
  },
  too_big: {
    by: 'service',
    cause: 'The file at `url` is larger than 50 GiB.',
    remedy: 'Split the file.',
    example: 'The file is larger than 50 GiB.',
  },
  output_too_large: {
    by: 'service',
    cause:
      'The output needs more than the 10,000 parts that can be stored: 156 GiB for a small file, up to 878 GiB for one of 900 MB or more.',
    remedy: 'Split the file, or set `output.compression` to `gzip`.',
    example:
      'The output is larger than 943,718,400,000 bytes, which is the most that can be stored. Split the file, or set `output.compression` to `gzip`.',
  },
  over_quota: {
    by: 'service',
    cause: 'The file at `url` is larger than what the plan has left this month.',
    remedy: 'Wait for the next period, or ask for a larger allowance.',
    example: 'The file is larger than what is left of the month.',
  },
  not_uploaded: {
    by: 'service',
    cause: 'The uploaded file was deleted or replaced after the conversion started.',
    remedy: 'Open a new conversion, and leave the file alone until it ends.',
    example: 'The uploaded file is not there any more.',
  },
  timed_out: {
    by: 'service',
    cause: 'The conversion took longer than three hours.',
    remedy: 'Split the file.',
    example: 'The conversion took longer than 3 hours.',
  },
  account_suspended: {
    by: 'service',
    cause: 'The account was suspended while the conversion ran.',
    remedy: 'Contact support.',
    example: 'The account was suspended.',
  },
  internal_error: {
    by: 'service',
    cause: 'Something failed on the service’s side. Failed conversions do not count toward your allowance.',
    remedy: 'Convert again. If it fails again, send the conversion to support with a case.',
    example: 'Something went wrong on the service’s side.',
  },
} as const satisfies Record<string, FailureEntry>
