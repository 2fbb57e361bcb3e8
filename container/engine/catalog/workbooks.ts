import { numberForPeople } from '../../../src/contract/messages.ts'
import type { Message } from '../../../src/contract/catalog/message.ts'
import { andMore, countOf } from './lists.ts'
import { say } from '../../../src/contract/catalog/say.ts'

/** Messages about workbooks: xlsx, xlsb, xls, ods and related formats. */
export const workbookMessages = {
  empty_file: {
    noTables: say`No sheet contains a table.`,
    noSheets: say`The workbook has no sheet with cells.`,
    range: (range: string): Message => say`The cells ${range} have no values.`,
    sheet: (sheet: string): Message => say`The sheet "${sheet}" is empty.`,
    allSheets: say`All sheets of the workbook are empty.`,
  },
  notes: {
    sheetSkipped: (name: string, reason: Message): Message => say`The sheet "${name}" was not converted. ${reason}`,
    excelXml: say`The file is an Excel 2003 XML spreadsheet.`,
    oneTable: (table: string, note: Message): Message => say`${table}: ${note}`,
    hiddenSheet: (sheet: string): Message => say`The sheet "${sheet}" is hidden.`,
    hyperlinks: (count: number): Message =>
      say`The sheet has ${countOf(count, 'hyperlink')}. Set input.hyperlinks to convert them to columns of their own.`,
    comments: (count: number): Message =>
      say`The sheet has ${countOf(count, 'comment')}. Set input.comments to convert them to columns of their own.`,
    computedLinks: (count: number): Message =>
      count === 1
        ? say`The URL of 1 hyperlink is computed by a formula, so it was not converted.`
        : say`The URLs of ${count} hyperlinks are computed by formulas, so they were not converted.`,
    annotationsCut: (count: number): Message => say`Only the first ${count} hyperlinks and comments were converted.`,
    currencies: (column: string, currencies: string): Message =>
      say`Column ${column} of the sheet holds amounts in several currencies: ${currencies}. The numbers were converted without them.`,
    hiddenRows: (count: number): Message =>
      count === 1
        ? say`1 row is hidden in the sheet. It was converted like the others.`
        : say`${count} rows are hidden in the sheet. They were converted like the others.`,
    hiddenColumns: say`Hidden columns were converted like the others.`,
    mergedRanges: (count: number): Message =>
      count === 1
        ? say`The sheet has 1 merged range. Its value is in its first cell.`
        : say`The sheet has ${count} merged ranges. Each value is in the first cell of its range.`,
    otherSheets: (sheet: string, others: string, more: number): Message =>
      say`The sheet "${sheet}" was converted. The workbook also has ${others}${andMore(more)}.`,
    tableObjects: (count: number, names: string): Message =>
      say`The sheet has ${count} table objects (${names}), so the whole sheet was converted. To convert one of them, set input.range to its name.`,
    otherRows: (name: string, reference: string): Message =>
      say`The table object ${name} (${reference}) does not include all rows, so the whole sheet was converted. To convert the table object alone, set input.range to ${name}.`,
    tableObject: (name: string, reference: string): Message =>
      say`The sheet's table object ${name} (${reference}) was converted.`,
    codePage: (codePage: number): Message =>
      say`The code page ${codePage} of the workbook is unknown, so it was read as windows-1252. If that is wrong, set input.encoding.`,
  },
  encrypted_file: {
    protected: say`The workbook is protected with a password.`,
    blowfish: (bytes: number): Message => say`The key of the encryption (Blowfish) cannot have ${bytes} bytes.`,
    noPassword: say`The file is protected with a password. Send the password in input.password.`,
    wrongPassword: say`The password in input.password does not open the file.`,
    unknown: (problem: Message): Message =>
      say`The encryption of the file is not supported (${problem}). Save the file without a password.`,
    tooLarge: say`The workbook is too large to be decrypted. Save it without a password.`,
  },
  corrupt_file: {
    mergedRanges: say`The merged ranges of the sheet cover more cells than a sheet can have.`,
    encryptedShort: say`The encrypted workbook is cut short.`,
    noContent: say`The package has no content.xml.`,
    noSheetPart: (sheet: string): Message => say`The part of the sheet "${sheet}" is missing.`,
    noWorkbookPart: say`The package has no workbook part.`,
    manySheets: (most: number): Message => say`The workbook has more than ${most} sheets.`,
    lastColumn: say`A cell is beyond XFD, the last column of a sheet.`,
    lastColumnXls: say`A cell is beyond IV, the last column of an xls sheet.`,
    repeats: say`The repeated cells of the sheet do not fit into a sheet.`,
    sharedString: say`A shared string is longer than 16 MiB.`,
    sharedStrings: (mebibytes: number): Message =>
      say`The workbook shares more than ${mebibytes} MiB of different strings.`,
    manyTables: (most: number): Message => say`The file has more than ${most} tables.`,
    noWorkbook: say`The package contains no workbook.`,
    noFirstSheet: say`The workbook is incomplete: it ends before its first sheet.`,
    sheetPosition: say`The workbook's sheet is not at its recorded position.`,
    unsortedRows: say`The rows of the sheet are out of order, and there are too many to sort.`,
    endsWithinSheet: say`The workbook is incomplete: it ends within the sheet.`,
    noSuchSheet: say`The workbook has no such sheet.`,
    endsWithinRecord: say`A part of the workbook ends within a record.`,
    lastRow: say`A row is below the last possible row of a sheet.`,
  },
  encryptionProblem: {
    notBase64: say`its parameters are not base64`,
    shortHeader: say`its header is cut short`,
    noParameters: say`its parameters are missing`,
    passwordHash: say`the hash of its password`,
    version: (major: number, minor: number): Message => say`version ${major}.${minor}`,
    algorithm: (name: string): Message => say`the algorithm ${name}`,
    missing: (element: string): Message => say`the element ${element} is missing`,
    keyLength: (bytes: number): Message => say`a key of ${bytes} bytes`,
  },
  cell_too_long: (column: number, most: number): Message =>
    say`Cell ${column} of the row is longer than ${numberForPeople(most)} characters, which is the limit of Excel.`,
  missing_shared_text: say`Cells that refer to a missing shared string became NULL.`,
  invalid_bytes: say`Invalid bytes became U+FFFD.`,
  sheet: say`The workbook has this sheet.`,
  sheet_not_found: (wanted: string, hint: string, shown: string, more: string): Message =>
    say`The workbook has no sheet "${wanted}"${hint} It has: ${shown}${more}.`,
  read_until: (row: number): Message => say`The sheet could be read up to row ${row}.`,
  left_of_table: say`The row has a value to the left of the table, where the previous rows are empty.`,
  fifteen_digits: say`Numbers were rounded to the 15 digits that a spreadsheet shows.`,
  excel_leap_day: say`February 29, 1900 exists only in Excel. The date became February 28, 1900.`,
  stream: say`The file has this stream.`,
  unsupported_format: say`The file is an old Office file without a workbook.`,
} as const

/** Tests for the note about sheets that were not converted. It is useless if all sheets are converted. */
export const isAboutOtherSheets = (note: Message): boolean =>
  /^The sheet ".*" was converted\. The workbook also/s.test(note)
