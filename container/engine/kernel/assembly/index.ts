export { attach } from './batch'
export { tokenize, rowCount, cellCount, consumed, rowNumber } from './tokenize'
export { castRows } from './cast'
export { writeRows, written } from './write'
