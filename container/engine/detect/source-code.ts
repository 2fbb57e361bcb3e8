import { isLog } from './log-lines.ts'
import { linesOf } from './lines.ts'

const linesExaminedMax = 400
const linesMin = 3
/** Longer lines are data, or generated programs. */
const lineLengthMax = 500

/** Names of files that contain programs, settings, markup and build rules, and never a table. */
const programName =
  /(?:^|\/)(?:(?:GNU)?[Mm]akefile(?:\..+)?|CMakeLists\.txt|Dockerfile|Gemfile|Rakefile|Vagrantfile|Jenkinsfile)$|\.(?:ac|adoc|am|asm|bash|bat|bib|c|cc|clj|cls|cmake|cmd|coffee|cpp|cs|css|cxx|dart|el|ex|exs|f90|go|gradle|groovy|h|hh|hpp|hs|java|jsx?|kts?|less|lisp|lua|m4|mjs|cjs|mk|ml|mm|php\d?|pl|pm|pod|pot?|proto|ps1|psm1|pyi?|rake|rb|rs|rst|s[ac]ss|scala|service|sh|sty|svelte|swift|tcl|tex|thrift|tsx?|vbs?|vue|zsh)$/

const keyword =
  'abstract|as|assert|async|await|begin|break|case|catch|class|const|continue|def|default|defun|del|die|do|echo|elif|else|elsif|end|ensure|enum|except|export|extends|extern|final|finally|fn|for|foreach|from|func|function|global|goto|if|impl|implements|import|include|inline|int|interface|last|let|local|match|mod|module|my|namespace|new|next|no|our|override|package|pass|print|printf|private|proc|protected|pub|public|raise|require|require_relative|rescue|return|self|set|static|struct|sub|super|switch|template|this|throw|throws|trait|try|type|typedef|typename|union|unless|unset|until|unsigned|use|using|val|var|virtual|void|when|where|while|with|yield'

const directive = /^#\s*(?:include|define|if|ifn?def|endif|else|elif|pragma|undef|error)\b/

/** Lines that hardly occur in any other text. */
const plainSigns: readonly RegExp[] = [
  new RegExp(`^(?:${keyword}|@import|@use)\\b[^;]*;$`),
  /^=(?:head\d|item|over|back|cut|pod|begin|end|encoding|for)\b/,
  directive,
]

/** Lines that are typical of programs, style sheets and build files. */
const signs: readonly RegExp[] = [
  ...plainSigns,
  // A statement has a single semicolon, at its end.
  /^[^;]*[=(][^;]*;$/,
  // Blocks open and close.
  /[{([]$|(?:\bdo|\bthen|=>|\)\s*:)$|\bdo \|[\w, ]+\|$/,
  /^[\])}]+[;,)]*$|^\}.*\{$|^(?:end|fi|done|esac|endif|else|endfunction|endmacro|endforeach)\b[\s(]*[^,;\t]*\)?$/,
  new RegExp(`^(?:${keyword})\\b.*[(){}[\\]=:$"'.]`),
  /^[\w.:$>-]+[!?]?\(.*\)[;,]?$/,
  /^[a-z-]+:\s*[^;{}]+;$/,
  /^(?:ALTER|COMMENT ON|COMMIT|CREATE|DELETE FROM|DROP|GRANT|INSERT INTO|LANGUAGE|RETURNS|SELECT|UPDATE)\b[^,;\t]*[;(]?$/i,
  /^[\w.%$()/ -]+:(?:\s+[\w.%$()/-]+)*$/,
  /^[$@%]?[\w.[\]'"-]+\s*(?:[-+:?|&.]|\|\||&&)?=(?!>)\s*\S/,
  /->\w|\s(?:=>|&&|\|\|)\s|\w::\w|[=!]==?\s|\+=|\$[{(]|\$\w+\s*=/,
  /^@\w+(?:\(.*\))?$|^:\w+:|^\.\. [\w-]+::/,
]
const remark = /^(?:\/\/|\/\*|\*\/|\*(?:\s|$)|#(?:\s|!|#|$)|--\s|;;|%|"""|'''|<!--|dnl\b|rem\b)/i

/**
 * Recognizes the text of a program by its name, or by lines that only programs have. An even table is a program only if
 * its name and its lines are those of one.
 */
export function isSourceCode(head: string, name: string, isEven: boolean): boolean {
  const lines = withoutRemarks(linesOf(head)).slice(0, linesExaminedMax)
  if (isEven) return programName.test(name) && usesCodeSigns(lines)
  return programName.test(name) || (isMostlyCode(lines) && !isLog(lines))
}

/** Returns the lines that are not blank, without those inside block comments. */
function withoutRemarks(all: readonly string[]): string[] {
  let isRemark = false
  return all.filter((line) => {
    const begins = !isRemark && /^\s*\/\*/.test(line)
    const isWithin = isRemark || begins
    if (isWithin) isRemark = !line.includes('*/')
    return !isWithin && line.trim() !== '' && line.length <= lineLengthMax
  })
}

/** If the file has the name of a program, one line in three is enough evidence. */
const usesCodeSigns = (lines: readonly string[]): boolean =>
  lines.filter((line) => signs.some((sign) => sign.test(line.trim()))).length * 3 >= lines.length

function isMostlyCode(lines: readonly string[]): boolean {
  const own = lines.map((line) => line.trim()).filter((line) => directive.test(line) || !remark.test(line))
  if (lines.length < linesMin) return false
  const kinds = new Set<number>()
  let signed = 0
  for (const line of own) {
    const found = signs.flatMap((sign, kind) => (sign.test(line) ? [kind] : []))
    if (found.length > 0) signed++
    for (const kind of found) kinds.add(kind)
  }
  const hasBlocks = lines.some((line) => /^(?:\t| {2,})\S/.test(line))
  const share = own.length === 0 ? 1 : signed / own.length
  const plain = own.filter((line) => plainSigns.some((sign) => sign.test(line))).length
  return (
    (share >= 0.5 && (kinds.size > 2 || plain >= linesMin || areRemarks(lines))) ||
    (share >= 0.4 && kinds.size > 2 && hasBlocks) ||
    (share >= 0.3 && kinds.size > 3 && hasBlocks)
  )
}

const areRemarks = (lines: readonly string[]): boolean =>
  lines.filter((line) => /^\s*(?:\/\/|\*\s)/.test(line)).length * 2 >= lines.length

/** Recognizes settings: a section, followed by nothing but keys and values. */
export function isSettings(head: string): boolean {
  const lines = linesOf(head)
    .slice(0, -1)
    .filter((line) => line.trim() !== '' && !/^\s*[#;]/.test(line))
    .slice(0, linesExaminedMax)
  if (isEnvironment(lines) || holdsServerBlocks(lines)) return true
  const isSection = (line = ''): boolean => /^\[{1,2}[^[\],;\t]+\]{1,2}\s*$/.test(line)
  return (
    isSection(lines[0]) && lines.length > 2 && lines.every((line) => isSection(line) || /^\s*[\w.\-" ]+\s*=/.test(line))
  )
}

/** Recognizes variables of an environment: names in capitals, an equals sign and a value. */
const isEnvironment = (lines: readonly string[]): boolean =>
  lines.length > 2 &&
  lines.every((line) => /^(?:export\s+)?[A-Z][A-Z\d_]*=(?!=)/.test(line)) &&
  lines.some((line) => /^(?:export\s+)?[A-Z\d]+_[A-Z\d_]+=/.test(line))

/** Recognizes the blocks of Apache (`<VirtualHost *:80>`) and nginx (`server {`) and the directives in them. */
function holdsServerBlocks(lines: readonly string[]): boolean {
  if (lines.some(({ length }) => length > lineLengthMax)) return false
  const areApache = lines.every((line) => /^\s*(?:<\/?[A-Z]\w*(?:\s[^<>]*)?>|[A-Z]\w+(?:\s+\S.*)?)$/.test(line))
  const areNginx = lines.every((line) => /^\s*(?:[a-z_]+(?:\s+\S.*)?\s*\{|[a-z_]+\s+\S.*;|\})\s*(?:#.*)?$/.test(line))
  const [opening, closing] = areApache ? [/^\s*<[A-Z]/, /^\s*<\//] : [/\{\s*$/, /^\s*\}/]
  const isBlock = lines.some((line) => opening.test(line)) && lines.some((line) => closing.test(line))
  return (areApache || areNginx) && isBlock && lines.length > 3
}

/** Recognizes YAML without its first line: keys followed by nothing but deeper lines. */
export function isNestedYaml(head: string): boolean {
  const lines = linesOf(head)
    .slice(0, -1)
    .filter((line) => line.trim() !== '' && !/^\s*#/.test(line))
    .slice(0, linesExaminedMax)
  const isItem = (line: string): boolean => /^\s*(?:-\s+)?["']?[\w.$@/ -]+["']?:(?:\s|$)|^\s*-\s+\S/.test(line)
  const opensBlock = lines.some(
    (line, at) => /^[\w"'.$@/-]+:\s*$/.test(line) && /^(?:\s+\S|-\s)/.test(lines[at + 1] ?? ''),
  )
  return lines.length > 2 && opensBlock && lines.every(isItem)
}
