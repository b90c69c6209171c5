/** One token of SQL: a bare word (as written), a quoted name, a text, a number or a sign. */
export type Token = { kind: 'word' | 'name' | 'text' | 'number' | 'sign'; text: string; upper: string }

/**
 * Splits SQL of any common dialect into tokens: line and block comments go, but what MySQL runs inside a version comment
 * stays; quotes of every kind, dollar quotes and brackets are understood. It never fails: an open quote runs to the end.
 */
export function tokensOf(sql: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  const push = (kind: Token['kind'], text: string) =>
    tokens.push({ kind, text, upper: kind === 'word' ? text.toUpperCase() : text })
  while (at < sql.length) {
    const char = sql[at] ?? ''
    const two = sql.slice(at, at + 2)
    if (/\s/.test(char)) at += 1
    else if (two === '--' || (char === '#' && !/[\w#]/.test(sql[at + 1] ?? ' '))) at = end(sql, '\n', at)
    else if (two === '/*') at = comment(sql, at)
    else if (two === '*/') at += 2
    else if (char === "'" || char === '"' || char === '`') {
      const close = quoteEnd(sql, at)
      push(char === "'" ? 'text' : 'name', unquoted(sql.slice(at + 1, close - 1), char))
      at = close
    } else if (char === '[' && /^\[[A-Za-z_][^\]\n]{0,127}\]/.test(sql.slice(at, at + 130))) {
      const close = sql.indexOf(']', at)
      push('name', sql.slice(at + 1, close))
      at = close + 1
    } else if (char === '$' && dollarTag(sql, at) !== null) {
      const tag = dollarTag(sql, at) ?? '$$'
      const close = sql.indexOf(tag, at + tag.length)
      push('text', sql.slice(at + tag.length, close < 0 ? undefined : close))
      at = close < 0 ? sql.length : close + tag.length
    } else {
      const rest = sql.slice(at, at + 256)
      const word = /^[\p{L}_@#$:\ue000-\ue00f][\p{L}\p{N}_@#$\ue000-\ue00f]*/u.exec(rest)?.[0]
      const number = word === undefined ? /^(?:\d[\d.]*(?:[eE][-+]?\d+)?)/.exec(rest)?.[0] : undefined
      const sign = /^(?:<>|!=|<=|>=|:=|\|\||::|->>?)/.exec(rest)?.[0] ?? char
      const text = word !== undefined && !/^:+$/.test(word) ? word : (number ?? sign)
      push(text === word ? 'word' : text === number ? 'number' : 'sign', text)
      at += text.length
    }
  }
  return tokens
}

/** Statements of a script: tokens between semicolons, and after a lone GO. */
export function statementsOf(tokens: readonly Token[]): Token[][] {
  const statements: Token[][] = [[]]
  for (const token of tokens) {
    if ((token.kind === 'sign' && token.text === ';') || (token.upper === 'GO' && statements.at(-1)?.length === 0))
      statements.push([])
    else statements.at(-1)?.push(token)
  }
  return statements.filter((statement) => statement.length > 0)
}

function end(sql: string, mark: string, from: number): number {
  const found = sql.indexOf(mark, from)
  return found < 0 ? sql.length : found + mark.length
}

/** Past a comment; of a version comment only the opening is skipped, since MySQL runs what is in it. */
function comment(sql: string, at: number): number {
  const version = /^\/\*M?!\d{0,6}/.exec(sql.slice(at, at + 12))
  return version === null ? end(sql, '*/', at + 2) : at + version[0].length
}

function quoteEnd(sql: string, at: number): number {
  const quote = sql[at] ?? ''
  let next = at + 1
  while (next < sql.length) {
    if (sql[next] === '\\' && quote !== '`') next += 2
    else if (sql[next] !== quote) next += 1
    else if (sql[next + 1] === quote) next += 2
    else return next + 1
  }
  return sql.length + 1
}

const unquoted = (text: string, quote: string) => text.replaceAll(quote + quote, quote).replace(/\\(["'\\])/g, '$1')

function dollarTag(sql: string, at: number): string | null {
  return /^\$(?:[A-Za-z_]\w{0,30})?\$/.exec(sql.slice(at, at + 34))?.[0] ?? null
}
