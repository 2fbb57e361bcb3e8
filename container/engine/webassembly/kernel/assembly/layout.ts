// Made by `npm run kernel` from ../layout.ts.
export const CELL_EMPTY: u8 = 0
export const CELL_TEXT: u8 = 1
export const CELL_QUOTED: u8 = 2
export const CELL_NUMBER: u8 = 3
export const CELL_BOOLEAN: u8 = 4
export const CELL_DATE: u8 = 5
export const CELL_TIME: u8 = 6
export const CELL_TIMESTAMP: u8 = 7
export const CELL_ERROR: u8 = 8
export const CELL_JSON: u8 = 9
export const CELL_UNCACHED: u8 = 10
export const CELL_NAMED_NULL: u8 = 11

export const CHECK_ANYTHING: i32 = 0
export const CHECK_INTEGER: i32 = 1
export const CHECK_DECIMAL: i32 = 2
export const CHECK_DATE: i32 = 3
export const CHECK_TIMESTAMP: i32 = 4
export const CHECK_TIMESTAMP_ZONED: i32 = 5
export const CHECK_TIME: i32 = 6
export const CHECK_BOOLEAN: i32 = 7
export const CHECK_UUID: i32 = 8
export const CHECK_FLOAT: i32 = 9

export const SORT_PLAIN: i32 = 0
export const SORT_BOOLEAN: i32 = 1
export const SORT_FINITE: i32 = 2
export const SORT_WITH_T: i32 = 3
export const SORT_IN_QUOTES: i32 = 4
export const SORT_UTC: i32 = 5
export const SORT_OFFSET_APART: i32 = 6

export const REWRITE_LEFT: i32 = 0
export const REWRITE_DATE: i32 = 1
export const REWRITE_TIMESTAMP: i32 = 2
export const REWRITE_TIMESTAMP_ZONED: i32 = 3
export const REWRITE_NUMBER: i32 = 4
export const REWRITE_BOOLEAN: i32 = 5
export const REWRITE_UUID: i32 = 6

export const ORDER_YMD: i32 = 0
export const ORDER_DMY: i32 = 1
export const ORDER_MDY: i32 = 2

export const WORDS_TRUE: i32 = 0
export const WORDS_YES: i32 = 1

export const SHORT_IN_FULL: i32 = 0
export const SHORT_TEXT: i32 = 1
export const SHORT_INTEGER: i32 = 2
export const SHORT_DECIMAL: i32 = 3
export const SHORT_DATE: i32 = 4
export const SHORT_TIMESTAMP: i32 = 5
export const SHORT_BOOLEAN: i32 = 6
export const SHORT_WORDS: i32 = 7
export const SHORT_FIELD: i32 = 8
export const SHORT_NO_VALUE: i32 = 9
export const SHORT_TIMESTAMP_T: i32 = 10
export const SHORT_UUID: i32 = 11

export const TASK_SKIP: i32 = 0
export const TASK_INTEGER: i32 = 1
export const TASK_DECIMAL: i32 = 2
export const TASK_BOOLEAN: i32 = 3
export const TASK_DATE: i32 = 4
export const TASK_TIMESTAMP: i32 = 5
export const TASK_TIME: i32 = 6
export const TASK_INTERVAL: i32 = 7
export const TASK_TEXT: i32 = 8
export const TASK_BYTES: i32 = 9
export const TASK_LABEL: i32 = 10
export const TASK_UUID: i32 = 11
export const TASK_IS_BOOLEAN: i32 = 12
export const TASK_IS_DATE: i32 = 13
export const TASK_IS_TIME: i32 = 14
export const TASK_IS_BELOW_19_DIGITS: i32 = 15
export const TASK_IS_NOT_EMPTY: i32 = 16
export const TASK_IS_COUNTED: i32 = 17
export const TASK_IS_JSON: i32 = 18
export const TASK_PLAIN_CODE: i32 = 19
export const TASK_SAFE_TIMESTAMP: i32 = 20
export const TASK_IS_SAFE_TIMESTAMP: i32 = 21

export const END_MORE: i32 = 0
export const END_FULL: i32 = 1
export const END_STRAY_QUOTE: i32 = 2
export const END_UNCLOSED_QUOTE: i32 = 3
export const END_TOO_WIDE: i32 = 4

export const MARK_NUMBER: u8 = 0
export const MARK_DATE: u8 = 1
export const MARK_TIME: u8 = 2
export const MARK_TIMESTAMP: u8 = 3
export const MARK_HOST: u8 = 255

export const UNFINISHED_NUMBER: u8 = 32
export const UNFINISHED_SHARED: u8 = 33
export const UNFINISHED_ERROR: u8 = 34

export const BYTES_OF_LITERAL: usize = 48
export const BYTES_OF_CAST: usize = 60
export const BYTES_OF_FAST_COLUMN: usize = 160
export const BYTES_OF_FORMAT: usize = 36
export const BYTES_OF_DUMP_COLUMN: usize = 16
