import type { CodeEntry } from './code-entry.ts'

interface FailureEntry extends CodeEntry {
  /** Whether the engine finds the failure in the file, or the service finds it elsewhere. */
  readonly by: 'engine' | 'service'
}

/** Codes of `error.code` of a conversion whose status is `failed`. */
export const failures = {
  empty_file: {
    by: 'engine',
    cause: 'The file, or the sheet, has no rows.',
    remedy: 'Check that you sent the right file. For a workbook, set `input.sheet` to another sheet.',
    example: 'The file is empty.',
  },
  corrupt_file: {
    by: 'engine',
    cause: 'The file is damaged: it ends too early, or its structure is broken.',
    remedy: 'Open the file in the program that wrote it, save it again and send the new file.',
    example: 'The zip is damaged or incomplete: its directory cannot be read.',
  },
  encrypted_file: {
    by: 'engine',
    cause: 'The file is protected with a password.',
    remedy: 'Send `input.password`, or save the file without a password.',
    example: 'The workbook is protected with a password.',
  },
  unsupported_format: {
    by: 'engine',
    cause: 'The service does not convert files of this kind.',
    remedy: 'Send a supported format. If a text file was not recognized, set `input.format`.',
    example: 'This does not look like a text file. If it is, set input.format.',
  },
  sheet_not_found: {
    by: 'engine',
    cause: 'The workbook has no sheet with the name in `input.sheet`.',
    remedy: 'Use one of the names that the message and `error.problems` list.',
    example: 'The workbook has no sheet "Sales". It has: Orders, Customers.',
  },
  no_columns: {
    by: 'engine',
    cause: 'There is no column to write: the file has none, or every column is excluded.',
    remedy: 'Check `columns` and `input.header_row`.',
    example: 'Every column is excluded.',
  },
  invalid_spec: {
    by: 'engine',
    cause: 'The spec does not fit the file, such as a column index, a row number, an encoding or a dialect.',
    remedy: 'Correct the field that the message names.',
    example: 'columns: index 9 is out of range. The file has 4 columns, counted from 0 to 3.',
  },
  unreachable: {
    by: 'service',
    cause: 'The file could not be downloaded from `url`.',
    remedy: 'Check that the URL returns status 200 without a login, then convert again.',
    example: 'The server responded with status 404.',
  },
  download_stalled: {
    by: 'service',
    cause: 'The server at `url` sent no bytes for a minute, or the download took too long.',
    remedy: 'Convert again, or upload the file instead.',
    example: 'Nothing arrived for 60 seconds.',
  },
  too_big: {
    by: 'service',
    cause: 'The file at `url` is larger than 50 GiB.',
    remedy: 'Split the file.',
    example: 'The file is larger than 50 GiB (53,687,091,200 bytes).',
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
    example: 'The file is larger than the allowance left this month.',
  },
  not_uploaded: {
    by: 'service',
    cause: 'The uploaded file was replaced or deleted after the conversion started.',
    remedy: 'Open a new conversion. Do not upload again or delete the conversion before it ends.',
    example: 'The uploaded file was replaced or deleted after the conversion started.',
  },
  timed_out: {
    by: 'service',
    cause: 'The conversion took longer than three hours.',
    remedy: 'Split the file.',
    example: 'The conversion took longer than its time limit. Split the file.',
  },
  account_suspended: {
    by: 'service',
    cause: 'The account was suspended before the conversion ended.',
    remedy: 'Contact support.',
    example: 'The account was suspended while the conversion waited.',
  },
  internal_error: {
    by: 'service',
    cause: 'Something failed in the service. Failed conversions do not count toward your allowance.',
    remedy: 'Convert again. If it fails again, send the conversion to support with a case.',
    example: 'The conversion stopped because of an error in the service.',
  },
} as const satisfies Record<string, FailureEntry>
