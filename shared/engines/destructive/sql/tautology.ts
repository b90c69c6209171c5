import type { Token } from './tokens.ts'

/**
 * Whether a WHERE lets every row through as far as its text alone tells: `1=1`, `true`, `'a'='a'`, `id = id`, `NOT
 * false`, and any of these joined by OR.
 */
export function alwaysTrue(condition: readonly Token[], depth = 0): boolean {
  const tokens = unwrapped(condition)
  if (tokens.length === 0) return false
  // Real conditions are not nested this deep. A condition that cannot be followed counts as none.
  if (
    depth > 20 ||
    (tokens[0]?.text === '(' &&
      tokens.at(-1)?.text === ')' &&
      tokens.length > 2 &&
      closing(tokens, 0) === tokens.length - 1)
  )
    return true
  const alternatives = splitBy(tokens, 'OR')
  if (alternatives.length > 1) return alternatives.some((one) => alwaysTrue(one, depth + 1))
  const terms = splitBy(tokens, 'AND')
  if (terms.length > 1) return terms.every((one) => alwaysTrue(one, depth + 1))
  if (tokens[0]?.upper === 'NOT') return alwaysFalse(tokens.slice(1))
  return isTrueTerm(tokens)
}

function isTrueTerm(tokens: readonly Token[]): boolean {
  const [left, sign, right] = tokens
  if (tokens.length === 1) return left?.upper === 'TRUE' || (left?.kind === 'number' && Number(left.text) !== 0)
  if (left === undefined || sign === undefined || right === undefined) return false
  if (tokens.length === 3 && isConstant(left) && isConstant(right)) return compared(left, sign.upper, right)
  if (isReflexive(tokens)) return true
  if (tokens.length === 3 && sign.upper === 'LIKE') return right.kind === 'text' && /^%+$/.test(right.text)
  return false
}

/** `a.id = a.id`: the same on both sides. */
function isReflexive(tokens: readonly Token[]): boolean {
  const at = tokens.findIndex(({ kind, text }) => kind === 'sign' && /^(?:=|<=|>=|==)$/.test(text))
  const left = tokens.slice(0, at)
  const right = tokens.slice(at + 1)
  return at > 0 && left.length === right.length && left.every(({ upper }, index) => upper === right[index]?.upper)
}

function alwaysFalse(condition: readonly Token[]): boolean {
  const tokens = unwrapped(condition)
  const [left, sign, right] = tokens
  if (tokens.length === 1) return left?.upper === 'FALSE' || left?.text === '0'
  if (left === undefined || sign === undefined || right === undefined || tokens.length !== 3) return false
  return isConstant(left) && isConstant(right) && !compared(left, sign.upper, right)
}

const isConstant = ({ kind, upper }: Token) =>
  kind === 'number' || kind === 'text' || upper === 'TRUE' || upper === 'FALSE'

function compared(left: Token, sign: string, right: Token): boolean {
  switch (sign) {
    case '=':
    case '==':
    case 'LIKE':
    case 'IS':
      return left.upper === right.upper
    case '<>':
    case '!=':
      return left.upper !== right.upper
    case '<':
    case '<=':
      return Number(left.text) < Number(right.text) || (sign === '<=' && left.text === right.text)
    case '>':
    case '>=':
      return Number(left.text) > Number(right.text) || (sign === '>=' && left.text === right.text)
    default:
      return false
  }
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

function splitBy(tokens: readonly Token[], word: string): Token[][] {
  const parts: Token[][] = [[]]
  let depth = 0
  for (const token of tokens) {
    if (token.kind === 'sign' && token.text === '(') depth += 1
    if (token.kind === 'sign' && token.text === ')') depth -= 1
    if (depth === 0 && token.kind === 'word' && token.upper === word) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts
}
