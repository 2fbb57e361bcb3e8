import { filledLines } from './lines.ts'

const linesMin = 2
const linesExaminedMax = 200
const pathStart = /^(?:[A-Za-z]:|~|\.{1,2})?[\\/]/
const extension = /\.\w{1,5}$/
/** Matches the end of one path or the start of another within a line. */
const secondPath = /\.\w{1,5}[\s,]|[\s,](?:[A-Za-z]:|~|\.{1,2})?[\\/]/

/** Recognizes a list of files, such as a playlist. The spaces and commas in their names separate nothing. */
export function areFilePaths(text: string): boolean {
  const [first = '', ...others] = filledLines(text).slice(0, linesExaminedMax)
  const paths = /^["']?\w+["']?$/.test(first) ? others : [first, ...others]
  return paths.length >= linesMin && paths.every(isFilePath)
}

const isFilePath = (line: string): boolean =>
  pathStart.test(line) && extension.test(line.slice(-6)) && !/[\t|;"]/.test(line) && !secondPath.test(line)
