import { type ANTLRErrorListener, CaseChangingStream, CharStreams, CommonTokenStream } from 'antlr4ts-sql'
import { PlSQLGrammar, PlSqlLexer, TSqlLexer, TSQLGrammar } from 'antlr4ts-sql'

/*
 * The grammars of https://github.com/antlr/grammars-v4 are an independent referee: if one refuses a script, users of
 * that database would not have written it.
 */

/** Both grammars only accept keywords in capitals. */
const streamOf = (script: string): CaseChangingStream => new CaseChangingStream(CharStreams.fromString(script), true)

function collecting(errors: string[]): ANTLRErrorListener<unknown> {
  return {
    syntaxError: (_recognizer, _symbol, line, column, message) => {
      errors.push(`line ${line}:${column} ${message.slice(0, 200)}`)
    },
  }
}

/** Returns the errors that the grammar of T-SQL finds in a script. */
export function errorsOfTSql(script: string): string[] {
  const errors: string[] = []
  const lexer = new TSqlLexer(streamOf(script))
  lexer.removeErrorListeners()
  lexer.addErrorListener(collecting(errors))
  const parser = new TSQLGrammar.TSqlParser(new CommonTokenStream(lexer))
  parser.removeErrorListeners()
  parser.addErrorListener(collecting(errors))
  parser.tsql_file()
  return errors
}

/**
 * Returns the errors that the grammar of Oracle finds in a script. It accepts no string in ALTER SESSION, although the
 * manual's own example is NLS_NUMERIC_CHARACTERS. Those lines are left out.
 */
export function errorsOfPlSql(script: string): string[] {
  const errors: string[] = []
  const lexer = new PlSqlLexer(streamOf(script.replaceAll(/^ALTER SESSION SET \w+ = '[^']*';\n/gm, '')))
  lexer.removeErrorListeners()
  lexer.addErrorListener(collecting(errors))
  const parser = new PlSQLGrammar.PlSqlParser(new CommonTokenStream(lexer))
  parser.removeErrorListeners()
  parser.addErrorListener(collecting(errors))
  parser.sql_script()
  return errors
}

/** Words that a grammar needs elsewhere but does not accept as names. Neither Oracle nor SQL Server reserves them. */
const forgotten = new Set(
  (
    'NEGOTIATE RAW SHRINKLOG AUTOBACKUP BACKUPSET CANONICAL CHANGETRACKING DATAGUARDCONFIG DECODE DUMPSET ELSIF NATURALN ONLINELOG PARAMETERFILE ' +
    'PIPE RELIES_ON SEQ TIMEZONE XDB XMLINDEX XTRANSPORT'
  ).split(' '),
)

/** Returns every other word in the grammar of PL/SQL, reserved or not. */
export const wordsOfPlSql = (): string[] => wordsOf(PlSqlLexer.VOCABULARY)

/** Returns every word in the grammar of T-SQL, reserved or not. */
export const wordsOfTSql = (): string[] => wordsOf(TSqlLexer.VOCABULARY)

const wordsOf = (vocabulary: typeof PlSqlLexer.VOCABULARY): string[] =>
  Array.from({ length: vocabulary.maxTokenType + 1 }, (_, type) => vocabulary.getLiteralName(type) ?? '')
    .map((name) => name.replaceAll("'", ''))
    .filter((name) => /^[A-Z][A-Z_]*$/.test(name) && !forgotten.has(name))
