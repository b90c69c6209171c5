import { comparison, constantOf } from './constant.ts'
import type { Token } from './tokens.ts'

/** Names of keys: never null, and counted from one upwards or random. */
const key =
  /^(?:\w*_)?(?:id|uuid|guid|pk|key|oid|rowid|ctid|seq)$|^(?:_id|rowid|_rowid_|id\w{0,2}|\w+ID|\w+Id|objectid)$/i
/** Names of times that every row has. */
const stamp = /^(?:created|inserted|updated|modified|added)(?:_?(?:at|on|date|time|ts))?$|^(?:timestamp|ts)$/i

/** Keys above this are not in use; a range up to it takes in every row. */
const LARGEST_KEY = 1_000_000

/**
 * What a condition without AND and OR says of every row of a table: true or false where its text alone tells, as it does
 * for constants, ranges and null tests on keys, patterns that match everything; else null.
 */
export function termTruth(tokens: readonly Token[]): boolean | null {
  if (tokens.length === 1) return constantTruth(tokens)
  if (tokens.length === 3 && tokens[1]?.kind === 'sign' && /^[=<>]/.test(tokens[1].text)) return compares(tokens)
  return (
    nullTest(tokens) ??
    matchesAll(tokens) ??
    memberOf(tokens) ??
    between(tokens) ??
    compares(tokens) ??
    constantTruth(tokens)
  )
}

function constantTruth(tokens: readonly Token[]): boolean | null {
  const value = constantOf(tokens)
  return typeof value === 'number' ? value !== 0 : null
}

/** The name of the column that tokens are: `id`, `t.id`, `public.t.id`; null for anything else. */
function columnOf(tokens: readonly Token[]): string | null {
  if (tokens.length === 0 || tokens.length > 5 || tokens.length % 2 === 0) return null
  const isName = tokens.every(({ kind, text }, at) =>
    at % 2 === 0 ? kind === 'word' || kind === 'name' : text === '.',
  )
  return isName ? (tokens.at(-1)?.text ?? null) : null
}

const isKey = (name: string | null) => name !== null && key.test(name)

function nullTest(tokens: readonly Token[]): boolean | null {
  const is = tokens.findIndex(
    ({ kind, upper }) => kind === 'word' && (upper === 'IS' || upper === 'NOTNULL' || upper === 'ISNULL'),
  )
  if (is < 1) return null
  const words = tokens.slice(is).map(({ upper }) => upper)
  const column = columnOf(tokens.slice(0, is))
  const said = words.join(' ')
  if (/^(?:IS NOT NULL|NOTNULL)$/.test(said))
    return isKey(column) || (column !== null && stamp.test(column)) ? true : null
  if (/^(?:IS NULL|ISNULL)$/.test(said)) return isKey(column) ? false : null
  if (said.startsWith('IS NOT DISTINCT FROM')) return same(tokens.slice(0, is), tokens.slice(is + 4)) ? true : null
  return null
}

/** `LIKE '%'`, `~ '.*'`, `REGEXP '^'`: every text has that. */
function matchesAll(tokens: readonly Token[]): boolean | null {
  const at = tokens.findIndex(({ upper }) => /^(?:LIKE|ILIKE|GLOB|REGEXP|RLIKE|TO|~|~\*)$/.test(upper))
  if (at < 1) return null
  const negated = tokens[at - 1]?.upper === 'NOT'
  const pattern = constantOf(tokens.slice(at + 1))
  if (typeof pattern !== 'string') return null
  const isPlain = /^(?:LIKE|ILIKE|TO)$/.test(tokens[at]?.upper ?? '')
  const all = isPlain ? /^%+$/ : tokens[at]?.upper === 'GLOB' ? /^\*+$/ : /^\^?(?:\.\*|\.\+|\[\\s\\S\]\*)?\$?$/
  return all.test(pattern) ? !negated : null
}

/** `id NOT IN (0)`, `id IN (0, -1)`: keys are never that. A list of constants with the constant in it. */
function memberOf(tokens: readonly Token[]): boolean | null {
  const at = tokens.findIndex(({ kind, upper }) => kind === 'word' && upper === 'IN')
  if (at < 1 || tokens[at + 1]?.text !== '(' || tokens[at + 2]?.upper === 'SELECT') return null
  const negated = tokens[at - 1]?.upper === 'NOT'
  const left = tokens.slice(0, negated ? at - 1 : at)
  const items = tokens.slice(at + 2, -1).filter(({ text }) => text !== ',' && text !== '-')
  const isNegative = (item: Token) => tokens[tokens.indexOf(item) - 1]?.text === '-'
  if (
    isKey(columnOf(left)) &&
    items.every((item) => item.kind === 'number' && (Number(item.text) === 0 || isNegative(item)))
  )
    return negated
  const value = constantOf(left)
  if (value === null || !items.every(({ kind }) => kind === 'number' || kind === 'text')) return null
  return items.some(({ text }) => text === String(value)) !== negated
}

function between(tokens: readonly Token[]): boolean | null {
  const at = tokens.findIndex(({ kind, upper }) => kind === 'word' && upper === 'BETWEEN')
  const and = tokens.findIndex(({ kind, upper }, index) => index > at && kind === 'word' && upper === 'AND')
  if (at < 1 || and < 0) return null
  const [low, high] = [constantOf(tokens.slice(at + 1, and)), constantOf(tokens.slice(and + 1))]
  if (low === null || high === null) return null
  const column = columnOf(tokens.slice(0, at))
  if (isKey(column)) return Number(low) <= 1 && Number(high) >= LARGEST_KEY ? true : null
  const value = constantOf(tokens.slice(0, at))
  return value === null ? null : comparison(value, '>=', low) === true && comparison(value, '<=', high) === true
}

const mirrored: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' }

function compares(tokens: readonly Token[]): boolean | null {
  const at = tokens.findIndex(
    ({ kind, text, upper }) =>
      (kind === 'sign' && /^(?:=|==|<>|!=|<|<=|>|>=)$/.test(text)) || (kind === 'word' && upper === 'IS'),
  )
  if (at < 1) return null
  // MySQL's `<=>` is two signs here.
  const width = tokens[at]?.text === '<=' && tokens[at + 1]?.text === '>' ? 2 : 1
  const sign = width === 2 ? '=' : (tokens[at]?.upper ?? '')
  const [left, right] = [tokens.slice(0, at), tokens.slice(at + width)]
  if (same(left, right)) return /^(?:=|==|<=|>=|IS)$/.test(sign) ? true : /^(?:<>|!=|<|>)$/.test(sign) ? false : null
  const [a, b] = [constantOf(left), constantOf(right)]
  if (a !== null && b !== null) return comparison(a, sign, b)
  if (b !== null) return ofColumn(left, sign, b)
  return a === null ? olderThanNow(left, sign, right) : ofColumn(right, mirrored[sign] ?? sign, a)
}

/** `created_at <= now()`: rows of the future are few. */
function olderThanNow(left: readonly Token[], sign: string, right: readonly Token[]): boolean | null {
  const column = columnOf(left)
  const isNow = /^(?:NOW \( \)|CURRENT_TIMESTAMP|CURRENT_DATE|SYSDATE|GETDATE \( \)|LOCALTIMESTAMP)$/.test(
    right.map(({ upper }) => upper.toUpperCase()).join(' '),
  )
  return column !== null && stamp.test(column) && isNow && /^<=?$/.test(sign) ? true : null
}

function ofColumn(left: readonly Token[], sign: string, value: number | string): boolean | null {
  const column = columnOf(left)
  const isNumber = typeof value === 'number' || /^-?\d+$/.test(value)
  if (column !== null && isKey(column)) {
    if (!isNumber) return value === '' && /^(?:<>|!=|>)$/.test(sign) ? true : null
    const bound = Number(value)
    if (sign === '>') return bound <= 0 ? true : null
    if (sign === '>=') return bound <= 1 ? true : null
    if (sign === '<>' || sign === '!=') return bound <= 0 ? true : null
    if (sign === '<' || sign === '<=') return bound >= LARGEST_KEY ? true : bound < 0 ? false : null
    return (sign === '=' || sign === '==') && bound < 0 ? false : null
  }
  if (column !== null && stamp.test(column) && /^>=?$/.test(sign))
    return /^(?:0|0{4}|1[0-9]{3})\b/.test(String(value)) ? true : null
  // Lengths and absolute values are never negative.
  const measure = /^(?:LENGTH|CHAR_LENGTH|CHARACTER_LENGTH|LEN|ABS|OCTET_LENGTH|CARDINALITY)$/.test(
    left[0]?.upper ?? '',
  )
  if (!measure || left[1]?.text !== '(' || !isNumber) return null
  return (sign === '>=' && Number(value) <= 0) || (sign === '>' && Number(value) < 0) ? true : null
}

const same = (left: readonly Token[], right: readonly Token[]) =>
  left.length > 0 && left.length === right.length && left.every(({ upper }, at) => upper === right[at]?.upper)
