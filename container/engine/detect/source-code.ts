const linesJudged = 200
const linesMin = 4
/** This many statements are not a coincidence. */
const openingsMin = 3
/** A statement of its own that hardly any row begins with. */
const opening =
  /^\s*(?:#\s*(?:include|define|ifn?def|endif|pragma)\b|(?:import|from)\s+[\w.]+(?:\s+import\b|\s*;|\s*$|\s+from\s|\s*,\s*\w+\s*$)|import\s+[{*"'\w].*\bfrom\s+["']|(?:public|private|protected|static|export)\s+\w+|(?:async\s+)?(?:def|function|func|fn)\s+\w+\s*\(|(?:class|interface|struct|namespace|package|using)\s+[\w.:]+\s*[{;:(]?\s*$|(?:const|let|var|val)\s+[\w{[].*=|#!|library\(|require\()/
/** The ends of lines in languages with braces, and of heads of blocks in those without. */
const ending = /(?:[{};]|\)\s*:|\belse:|\)\s*=>|\*\/)\s*$/
const remark = /^\s*(?:\/\/|\/\*|\*|#|--|""")/

/** Recognizes the text of a program by statements that only programs have, and by the ends of its lines. */
export function isSourceCode(head: string): boolean {
  const lines = head
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, linesJudged)
  const [first = ''] = lines
  if (lines.length < linesMin || !(opening.test(first) || ending.test(first) || remark.test(first))) return false
  const own = lines.filter((line) => !remark.test(line))
  const openings = lines.filter((line) => opening.test(line)).length
  const endings = own.filter((line) => ending.test(line)).length
  const hasBlocks = own.some((line) => /^(?:\t| {2,})\S/.test(line))
  return hasBlocks && (openings >= openingsMin || (openings > 0 && (openings + endings) * 5 >= own.length * 2))
}

/** Recognizes settings by a section, and below it nothing but keys and values. */
export function isSettings(head: string): boolean {
  const lines = head
    .split(/\r\n|\r|\n/)
    .slice(0, -1)
    .filter((line) => line.trim() !== '' && !/^\s*[#;]/.test(line))
    .slice(0, linesJudged)
  const isSection = (line = ''): boolean => /^\[{1,2}[^[\],;\t]+\]{1,2}\s*$/.test(line)
  return (
    isSection(lines[0]) && lines.length > 2 && lines.every((line) => isSection(line) || /^\s*[\w.\-" ]+\s*=/.test(line))
  )
}

/** Recognizes YAML without its first line by keys with nothing but deeper lines below them. */
export function isNestedYaml(head: string): boolean {
  const lines = head
    .split(/\r\n|\r|\n/)
    .slice(0, -1)
    .filter((line) => line.trim() !== '' && !/^\s*#/.test(line))
    .slice(0, linesJudged)
  const isItem = (line: string): boolean => /^\s*(?:-\s+)?["']?[\w.$@/ -]+["']?:(?:\s|$)|^\s*-\s+\S/.test(line)
  const opensBlock = lines.some(
    (line, at) => /^[\w"'.$@/-]+:\s*$/.test(line) && /^(?:\s+\S|-\s)/.test(lines[at + 1] ?? ''),
  )
  return lines.length > 2 && opensBlock && lines.every(isItem)
}
