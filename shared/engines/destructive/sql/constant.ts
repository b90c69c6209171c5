import type { Token } from './tokens.ts'

/** The value of an expression without columns: sums, products and joined texts; null when it has one or is not simple. */
export function constantOf(tokens: readonly Token[]): number | string | null {
  let value: number | string | null = null
  let sign: string | null = null
  let minus = false
  for (const token of tokens) {
    if (token.kind === 'sign' && token.text === '-' && (value === null || sign !== null)) {
      minus = !minus
      continue
    }
    const operand = operandOf(token, minus)
    if (operand === null) {
      // A sign between two operands.
      if (token.kind !== 'sign' || value === null || sign !== null) return null
      sign = token.text
      continue
    }
    minus = false
    if (value === null) value = operand
    else if (sign === null) return null
    else {
      value = applied(value, sign, operand)
      if (value === null) return null
      sign = null
    }
  }
  return sign === null ? value : null
}

function operandOf({ kind, text, upper }: Token, minus: boolean): number | string | null {
  if (kind === 'number') return minus ? -Number(text) : Number(text)
  if (kind === 'text') return text
  if (kind !== 'word') return null
  return upper === 'TRUE' ? 1 : upper === 'FALSE' ? 0 : null
}

function applied(left: number | string, sign: string, right: number | string): number | string | null {
  if (sign === '||') return `${left}${right}`
  const [a, b] = [Number(left), Number(right)]
  switch (sign) {
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return a * b
    case '/':
      return b === 0 ? null : a / b
    case '%':
      return b === 0 ? null : a % b
    default:
      return null
  }
}

/** The result of a comparison of two constants; null for an operator that is not known. */
export function comparison(left: number | string, sign: string, right: number | string): boolean | null {
  const isText = typeof left === 'string' && typeof right === 'string'
  const order = isText ? (left < right ? -1 : left > right ? 1 : 0) : Math.sign(Number(left) - Number(right))
  switch (sign) {
    case '=':
    case '==':
    case 'LIKE':
    case 'IS':
      return String(left) === String(right) || (!isText && order === 0)
    case '<>':
    case '!=':
      return isText ? left !== right : order !== 0
    case '<':
      return order < 0
    case '<=':
      return order <= 0
    case '>':
      return order > 0
    case '>=':
      return order >= 0
    default:
      return null
  }
}
