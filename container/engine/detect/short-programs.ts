import { filledLines } from './lines.ts'

const linesExaminedMax = 200
/** Longer lines are data. */
const lineLengthMax = 500
const stylesExaminedMax = 20_000
const linesMin = 3

/** A language whose short programs look like tables, because few lines end with a bracket or a semicolon. */
interface Language {
  /** A line that hardly occurs in anything else. */
  readonly sign: RegExp
  /** The lines of a program. Nearly all must match. */
  readonly line: RegExp
  readonly remark: RegExp
  /** The first line, if not every line of a program may be first. */
  readonly first?: RegExp
}

const nearlyAll = 0.8
const signShare = 0.1
const never = /^\b$/

const cobolColumns = String.raw`(?:\d{6})?\s*`
const mnemonics =
  'adc|add[lqs]?|and[lq]?|b[lx]?|beq|bne|bpl|bmi|brk|call[lq]?|clc|cli|cmp[lq]?|dec[lq]?|dex|dey|div|idiv|imul|inc|int|inx|iny|ja|jae|jb|jbe|je|jg|jge|jl|jle|jmp|jne|jnz|jsr|jz|lda|ldr|ldx|ldy|lea[lq]?|leave|li|loop|lw|mov[lqbwsz]?|movabs|movz[bw]l|mul|neg|nop|not|or|pop[lq]?|push[lq]?|ret[lq]?|rts|sbc|sec|sei|shl|shr|sta|str|stx|sty|sub[lqs]?|sw|syscall|tax|tay|test[lq]?|txa|tya|xor[lq]?'
const directives = String.raw`\.\w+|section|segment|global|extern|org|db|dw|dd|equ|bits`
const commands =
  'alias|apt|apt-get|awk|brew|cargo|cat|cd|chmod|chown|cp|curl|diff|dnf|docker|echo|exit|export|find|git|grep|gunzip|gzip|head|if|for|while|do|done|then|else|fi|jq|kubectl|ln|ls|make|mkdir|mv|node|npm|npx|pip3?|pm2|printf|ps|pwd|python3?|rm|rsync|scp|sed|service|set|sleep|sort|source|ssh|sudo|systemctl|tail|tar|tee|touch|uniq|unset|unzip|wc|wget|which|yarn|yum'

const languages: readonly Language[] = [
  {
    // Matches COBOL, with or without the columns of a punched card.
    sign: new RegExp(
      String.raw`^(?:\d{6})?\s*(?:(?:IDENTIFICATION|ID|ENVIRONMENT|DATA|PROCEDURE) DIVISION\.|\d\d\s+[\w-]+\s+PIC\s+\S)`,
      'i',
    ),
    line: new RegExp(`^${cobolColumns}\\S.*\\.\\s*$|^${cobolColumns}\\S+(?: \\S+)+$`),
    remark: /^.{6}\*/,
  },
  {
    // Matches R.
    sign: /^\s*[\w.]+\s*<-\s*\S|^\s*(?:library|require)\([\w."']+\)$|\s%>%\s/,
    line: /^\s*[\w.$[\]"', ]+\s*<-\s*\S|^\s*[\w.:]+\(.*\)$|%>%|\|>|^\s+\S|^\}/,
    remark: /^\s*#/,
  },
  {
    // Matches Lisp, Scheme and Clojure.
    sign: /^\((?:def[a-z*-]*|setq|setf|define(?:-[\w-]+)?|require|ns|in-package|use-package|let\*?)[\s(]/,
    line: /^\s*[('[`]|^\s+\S|^\)+$/,
    remark: /^\s*;/,
  },
  {
    // Matches Haskell.
    sign: /^\w[\w']* :: .*->|^(?:module|instance|class) [A-Z].* where$|^(?:data|newtype) [A-Z].* = |^\w+ (?:\[\]|\(\w+:\w+\))(?: \w+)* = /,
    line: /^\w[\w']* :: \S|^(?:module|import|newtype|instance|data|class|type) [A-Z]|^\w[\w']*(?: \S+)* = |^\s+\S/,
    remark: /^\s*(?:--|\{-)/,
  },
  {
    // Matches Visual Basic.
    sign: /^\s*(?:(?:Public|Private|Friend|Protected) )?(?:Sub|Function|Property) \w+\(|^\s*End (?:Sub|Function|Class|Module|Property)$|^\s*Dim \w+(?:\(.*\))? As \w+/,
    line: /^\s*(?:(?:Public|Private|Friend|Protected|Sub|Function|Class|Module|Property|Dim|Set|Let|If|Else|ElseIf|End|For|Each|Next|Do|Loop|While|Wend|With|Select|Case|Exit|Call|Option|Attribute|Const|Imports|Return|On|GoTo|MsgBox|Debug\.\w+)\b|[\w.()]+(?:\(.*\))?(?:\.\w+)* ?=|\.\w|[\w.]+\(.*\)$)/,
    remark: /^\s*'/,
  },
  {
    // Matches BASIC with numbered lines.
    sign: /^\d+ (?:PRINT|GOTO|GOSUB|INPUT|FOR|NEXT|LET|REM|DIM)\b/i,
    line: /^\d+ (?:PRINT|GOTO|GOSUB|INPUT|FOR|NEXT|LET|REM|DIM|IF|END|STOP|RETURN|READ|DATA|CLS|ON|POKE|DEF)\b/i,
    remark: never,
  },
  {
    // Matches assembler.
    sign: new RegExp(
      String.raw`^\s*(?:[\w.$]+:)?\s+(?:${mnemonics})\s+\S|^(?:${mnemonics})\s+(?:[re]?[abcd]x|[re][sd]i|[re][sb]p|r\d+|%\w+)\b`,
      'i',
    ),
    line: new RegExp(
      String.raw`^\s*[\w.$@]+:\s*$|^\s*(?:[\w.$@]+:)?\s*(?:\w+\s+)?(?:${mnemonics}|${directives})\b`,
      'i',
    ),
    remark: /^\s*[;#@]/,
  },
  {
    // Matches a makefile without variables.
    sign: /^\t@?(?:\$[({]|ar|cargo|cc|clang|cp|docker|echo|g?cc|g\+\+|go|install|javac|ld|make|mkdir|mv|node|npm|python3?|rm|tar) /,
    line: /^\t\S|^[\w.%$(){}/-]+(?: [\w.%$(){}/-]+)* ?:(?: .*)?$|^[A-Z_]+ ?[:?+]?= /,
    remark: /^#/,
  },
  {
    // Matches commands of a shell.
    sign: new RegExp(String.raw`^\s*(?:sudo )?(?:${commands})\s.*(?:\s-{1,2}\w| \| | && |[>$~]|\S/\S)`),
    line: new RegExp(String.raw`^\s*(?:sudo )?(?:${commands})(?:\s+\S.*)?;?(?:\s*(?:do|then))?$`),
    remark: /^\s*#/,
  },
  {
    // Matches a session in a shell, with its prompts. Everything else is its output.
    sign: new RegExp(String.raw`^\$ (?:sudo )?(?:${commands})(?:\s|$)`),
    line: /^/,
    remark: never,
    first: /^\$ \S/,
  },
  {
    // Matches Prolog.
    sign: /^:- \w+\(|^\w+\(.*\) :- \S/,
    line: /^:- |^\w+\(.*\)(?: :-.*)?\.?$|^\s+\S/,
    remark: /^\s*%/,
  },
  { sign: /^@echo off$/i, line: /^/, remark: never, first: /^@echo off$/i },
  {
    sign: /^\s*FROM\s+\w/i,
    first: /^SELECT\s/i,
    line: /^\s*(?:SELECT|FROM|(?:LEFT |INNER )?JOIN|ON|WHERE|AND|OR|GROUP BY|ORDER BY|HAVING|LIMIT|UNION)\b/i,
    remark: /^--/,
  },
]

/**
 * Recognizes short programs whose lines look like rows. The first line that is not a remark belongs to the program, so
 * a name above a column of commands makes it a table.
 */
export function isShortProgram(head: string, isEven: boolean): boolean {
  const lines = filledLines(head).slice(0, linesExaminedMax)
  if (lines.some(({ length }) => length > lineLengthMax)) return false
  return isStyleSheet(head) || (!isEven && languages.some((language) => isProgram(language, lines)))
}

function isProgram({ sign, line, remark, first = line }: Language, all: readonly string[]): boolean {
  const lines = all.filter((one) => !remark.test(one))
  if (lines.length < linesMin || !first.test(lines[0] as string)) return false
  const count = (pattern: RegExp): number => lines.filter((one) => pattern.test(one)).length
  const signs = count(sign)
  return signs > 0 && signs >= lines.length * signShare && count(line) >= lines.length * nearlyAll
}

/** Recognizes rules of CSS: selectors with declarations between braces. */
function isStyleSheet(head: string): boolean {
  const text = head.replaceAll(/\/\*[\s\S]*?\*\//g, '').slice(0, stylesExaminedMax)
  const blocks = text
    .split('}')
    .slice(0, -1)
    .filter((block) => block.trim() !== '')
  return blocks.length > 1 && blocks.every(isRule)
}

/** Tests for a selector and declarations, which may follow the start of a group such as `@media print {`. */
function isRule(block: string): boolean {
  const parts = block.split('{')
  const [selector = '', declarations = ''] = parts.slice(-2)
  return (
    (parts.length === 2 || (parts.length === 3 && /^\s*@/.test(block))) &&
    /[^\s,]/.test(selector) &&
    // A delimiter before the brace belongs to a table of rules.
    !/[,|\t] *$/.test(selector) &&
    !/[;"]/.test(selector) &&
    declarations.split(';').every((one) => one.trim() === '' || /^\s*-{0,2}[a-z][\w-]*\s*:/i.test(one))
  )
}
