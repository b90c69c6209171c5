import { termTruth } from './term-truth.ts'
import type { Token } from './tokens.ts'

/** Real conditions are not nested this deep. A condition that cannot be followed counts as none. */
const DEEPEST = 20

/**
 * Whether a WHERE lets every row through, judged by what it selects: constants, ranges and null tests on keys, a column
 * compared with itself, alternatives that complete each other, and a subquery that gives every row of the table. `tables` are the names of that table.
 */
export const alwaysTrue = (condition: readonly Token[], tables?: ReadonlySet<string>): boolean =>
  truthOf(condition, { depth: 0, tables }) === true

/** How deep a condition is nested, and the names of the table it is about, where they are known. */
type Within = { depth: number; tables: ReadonlySet<string> | undefined }

/** What a condition says of every row: true, false, or null when it depends on the row. */
function truthOf(condition: readonly Token[], at: Within): boolean | null {
  const within = { ...at, depth: at.depth + 1 }
  const tokens = unwrapped(condition)
  if (tokens.length === 0) return null
  if (at.depth > DEEPEST || isEnclosed(tokens)) return true
  const alternatives = splitBy(tokens, 'OR')
  if (alternatives.length > 1) {
    const truths = alternatives.map((one) => truthOf(one, within))
    if (truths.includes(true) || areComplements(alternatives)) return true
    return truths.every((truth) => truth === false) ? false : null
  }
  const terms = splitBy(tokens, 'AND')
  if (terms.length > 1) {
    const truths = terms.map((one) => truthOf(one, within))
    if (truths.includes(false)) return false
    return truths.every((truth) => truth === true) ? true : null
  }
  if (tokens[0]?.kind === 'word' && tokens[0].upper === 'NOT') {
    const truth = truthOf(tokens.slice(1), within)
    return truth === null ? null : !truth
  }
  return subquery(tokens, within) ?? chosen(tokens, within) ?? termTruth(tokens)
}

const isEnclosed = (tokens: readonly Token[]) =>
  tokens[0]?.text === '(' && tokens.length > 2 && closing(tokens, 0) === tokens.length - 1

/** `EXISTS (SELECT 1)`, `id IN (SELECT id FROM t)`: a subquery that picks nothing out. */
function subquery(tokens: readonly Token[], within: Within): boolean | null {
  const at = tokens.findIndex(({ upper }, index) => upper === 'SELECT' && tokens[index - 1]?.text === '(')
  const before = tokens[at - 2]?.upper ?? ''
  if (at < 2 || !/^(?:EXISTS|IN|ANY|SOME)$/.test(before) || closing(tokens, at - 1) !== tokens.length - 1) return null
  const inner = tokens.slice(at, -1)
  const where = inner.findIndex(({ kind, upper }) => kind === 'word' && upper === 'WHERE')
  if (inner.some(({ upper }) => /^(?:JOIN|HAVING|LIMIT|EXCEPT|INTERSECT|UNION|GROUP|OFFSET|FETCH|TOP)$/.test(upper)))
    return null
  const truth = where < 0 ? true : truthOf(inner.slice(where + 1), within)
  const negated = tokens[at - 3]?.upper === 'NOT'
  if (truth === null) return null
  if (before === 'EXISTS') return truth
  // The column is asked for among all values of the same column.
  const outer = tokens.slice(0, at - (negated ? 3 : before === 'IN' ? 2 : 3))
  const from = inner.findIndex(({ upper }) => upper === 'FROM')
  const table = inner.slice(from + 1).find(({ text }, index, all) => text !== '.' && all[index + 1]?.text !== '.')
  const isOwn = within.tables === undefined || within.tables.has(table?.upper.toUpperCase() ?? '')
  const isSame = from > 0 && isOwn && inner[from - 1]?.upper === outer.at(-1)?.upper
  return isSame || !truth ? truth !== negated : null
}

/** `CASE WHEN 1=1 THEN true ELSE ... END`, with what it gives decided by its first condition. */
function chosen(tokens: readonly Token[], within: Within): boolean | null {
  if (tokens[0]?.upper !== 'CASE' || tokens[1]?.upper !== 'WHEN') return null
  const then = tokens.findIndex(({ upper }) => upper === 'THEN')
  const end = tokens.findIndex(({ upper }, at) => at > then && /^(?:WHEN|ELSE|END)$/.test(upper))
  if (then < 0 || end < 0 || truthOf(tokens.slice(2, then), within) !== true) return null
  const last = tokens.findIndex(({ upper }) => upper === 'END')
  return truthOf([...tokens.slice(then + 1, end), ...tokens.slice(last + 1)], within)
}

const opposite: Readonly<Record<string, string>> = { '=': '<>', '<': '>=', '>': '<=', 'IS NULL': 'IS NOT NULL' }

/** `a = 1 OR a <> 1`, `a IS NULL OR a IS NOT NULL`. */
function areComplements(terms: readonly (readonly Token[])[]): boolean {
  const written = new Set(
    terms.slice(0, 50).map((term) =>
      unwrapped(term)
        .map(({ upper }) => (upper === '!=' ? '<>' : upper))
        .join(' '),
    ),
  )
  return [...written].some((term) =>
    Object.entries(opposite).some(
      ([sign, other]) => term.includes(` ${sign}`) && written.has(term.replace(` ${sign}`, ` ${other}`)),
    ),
  )
}

/** Without brackets that enclose the whole. */
function unwrapped(tokens: readonly Token[]): readonly Token[] {
  let from = 0
  let to = tokens.length
  while (from < 50 && from < to && tokens[from]?.text === '(' && closing(tokens, from) === to - 1) {
    from += 1
    to -= 1
  }
  return from === 0 ? tokens : tokens.slice(from, to)
}

function closing(tokens: readonly Token[], from: number): number {
  let depth = 0
  for (let at = from; at < tokens.length; at += 1) {
    const token = tokens[at]
    if (token?.kind !== 'sign') continue
    if (token.text === '(') depth += 1
    if (token.text === ')') depth -= 1
    if (depth === 0) return at
  }
  return -1
}

/** The parts between a word outside of brackets and CASE; the AND of BETWEEN parts nothing. */
function splitBy(tokens: readonly Token[], word: string): Token[][] {
  const parts: Token[][] = [[]]
  let depth = 0
  let isRange = false
  for (const token of tokens) {
    const isWord = token.kind === 'word'
    if ((token.kind === 'sign' && token.text === '(') || (isWord && token.upper === 'CASE')) depth += 1
    if ((token.kind === 'sign' && token.text === ')') || (isWord && token.upper === 'END')) depth -= 1
    if (depth === 0 && isWord && token.upper === 'BETWEEN') isRange = true
    if (depth === 0 && isWord && token.upper === word && !(isRange && word === 'AND')) parts.push([])
    else {
      if (isWord && token.upper === 'AND' && depth === 0) isRange = false
      parts.at(-1)?.push(token)
    }
  }
  return parts
}
