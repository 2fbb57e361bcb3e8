export { attach } from './batch'
export { tokenize, rowCount, cellCount, consumed, rowNumber } from './tokenize'
export { readObjects, jsonRows, jsonCells, jsonConsumed, jsonValueAt } from './json-objects'
export { castRows, castText } from './cast'
export { surveyRows } from './survey'
export { writeRows, written } from './write'
export { takeDumpRows, dumpRows, dumpWritten } from './dump-rows'
export { indexLabels } from './labels'
export { readSharedTexts, sharedTexts, sharedTextsAt } from './shared-texts'
export { readSheetRows, sheetRows, sheetCells, sheetText, sheetAt, sheetLastRow, sheetUnfinished } from './sheet'
export {
  binaryAt,
  binaryCells,
  binaryLastRow,
  binaryRows,
  binaryText,
  binaryRounded,
  binaryUnfinished,
  resumeBatch,
} from './binary-cells'
export { attachStrings, resumeStrings, stringBytes, stringsAt, stringsRead } from './strings'
export { readBiffRows, readBiffStrings, walkBiffRows } from './biff'
export { readXlsbRows, readXlsbStrings } from './xlsb'
export { fastRows, fastLastRow, fastConsumed, fastWritten } from './fast-path'
export { takeShortRecords, takeRecords } from './fast-records'
export { takeObjects, takeShortObjects } from './fast-objects'
export { useSheetParts } from './sheet-parts'
