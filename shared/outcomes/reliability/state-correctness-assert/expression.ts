/** A parsed expression. */
export type Node =
  | { kind: 'literal'; value: number | string | boolean | null }
  | { kind: 'pointer'; pointer: string }
  | { kind: 'unary'; op: 'not' | '-'; of: Node }
  | { kind: 'binary'; op: string; left: Node; right: Node }
  | { kind: 'call'; name: string; args: Node[] }

/** What is wrong with an expression, or with its values; the message is for the caller. */
export class ExpressionError extends Error {}

const functions = new Set(['sum', 'count', 'min', 'max', 'avg', 'all', 'any', 'len', 'abs', 'date', 'get'])
const powers: Readonly<Record<string, number>> = {
  or: 1,
  and: 2,
  '==': 4,
  '!=': 4,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
}
const infix = /\s*(==|!=|<=|>=|<|>|\+|-|\*|\/|and\b|or\b)/y
const number = /\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?/y
const text = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/y
const pointer = /(?:\/(?:\*|[\w~.$@:%-]+))+/y
const word = /[a-z_]+/y
const DEEPEST = 60

/**
 * Parses an expression: pointers (`/total`, with `*` for every member), numbers, strings, + - * /, comparisons, and, or, not, functions and
 * parentheses. A slash where a value is expected begins a pointer, elsewhere it divides. Throws ExpressionError.
 */
export function parseExpression(source: string): Node {
  let at = 0
  let depth = 0
  const node = expression(0)
  skip()
  if (at < source.length) throw wrong('an operator')
  return node

  function expression(least: number): Node {
    depth += 1
    if (depth > DEEPEST) throw new ExpressionError(`nested deeper than ${DEEPEST} levels`)
    let left = prefix()
    for (let op = peek(); op !== null && (powers[op.sign] ?? 0) > least; op = peek()) {
      at = op.end
      left = { kind: 'binary', op: op.sign, left, right: expression(powers[op.sign] ?? 0) }
      if (powers[op.sign] === 4 && powers[peek()?.sign ?? ''] === 4)
        throw new ExpressionError('comparisons cannot be chained; use and')
    }
    depth -= 1
    return left
  }

  function prefix(): Node {
    skip()
    if (source[at] === '-') {
      at += 1
      return { kind: 'unary', op: '-', of: expression(6) }
    }
    if (source[at] === '(') {
      at += 1
      const inner = expression(0)
      expect(')')
      return inner
    }
    const path = take(pointer)
    if (path !== null) return { kind: 'pointer', pointer: path[0] }
    const digits = take(number)
    if (digits !== null) return { kind: 'literal', value: finite(Number(digits[0])) }
    const quoted = take(text)
    if (quoted !== null) return { kind: 'literal', value: (quoted[1] ?? quoted[2] ?? '').replace(/\\(.)/g, '$1') }
    const name = take(word)?.[0]
    if (name === undefined) throw wrong('a value')
    if (name === 'not') return { kind: 'unary', op: 'not', of: expression(3) }
    if (name === 'true' || name === 'false') return { kind: 'literal', value: name === 'true' }
    if (name === 'null') return { kind: 'literal', value: null }
    if (!functions.has(name))
      throw new ExpressionError(`${name} is no function; there are ${[...functions].join(', ')}`)
    expect('(')
    const args = [expression(0)]
    for (skip(); source[at] === ','; skip()) {
      at += 1
      args.push(expression(0))
    }
    expect(')')
    return { kind: 'call', name, args }
  }

  function peek(): { sign: string; end: number } | null {
    infix.lastIndex = at
    const sign = infix.exec(source)?.[1]
    return sign === undefined ? null : { sign, end: infix.lastIndex }
  }

  function take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at
    const match = pattern.exec(source)
    if (match !== null) at = pattern.lastIndex
    return match
  }

  function skip(): void {
    while (/\s/.test(source[at] ?? '')) at += 1
  }

  function expect(sign: string): void {
    skip()
    if (source[at] !== sign) throw wrong(`"${sign}"`)
    at += 1
  }

  function wrong(expected: string): ExpressionError {
    return new ExpressionError(`${expected} is expected at character ${at + 1}`)
  }
}

function finite(value: number): number {
  if (!Number.isFinite(value)) throw new ExpressionError('a number is too large')
  return value
}
