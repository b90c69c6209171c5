import type { Flags, OpenGroup, Pattern, Token } from './pattern-token.ts'
import { re2Literal, re2Set } from './re2-set.ts'

/**
 * A quantified group with groups in it, by its RE2 numbers: `turn` holds its last turn, `whole` all turns together when
 * it may take none, `inside` the groups of its body.
 */
export type Loop = { turn: number; whole: number | null; inside: number[] }

/** `groups[n]` is the RE2 number of group n + 1; `loops` are in opening order. */
export type Re2Source = { text: string; groups: readonly number[]; loops: readonly Loop[] }

/**
 * Says an ECMAScript pattern in RE2's syntax, with ECMAScript's meaning (Unicode mode). Null when RE2 cannot say it:
 * look-around, back-references, inline flags, properties it has no table for.
 *
 * At each turn of a loop ECMAScript forgets the groups of its body, and it takes no empty turn that it need not; RE2
 * does neither. So loops become groups too: then it is known which values are stale (`staleGroups`).
 */
export function toRe2({ tokens }: Pattern, flags: Flags): Re2Source | null {
  const groups: number[] = []
  const loops: Loop[] = []
  const open: (Loop | null)[] = []
  const pieces: string[] = []
  const holders = groupHolders(tokens)
  let count = 0
  let closing: Loop | null = null

  const capture = () => {
    count += 1
    for (const loop of open) loop?.inside.push(count)
    pieces.push('(')
    return count
  }
  for (const token of tokens) {
    if (token.kind === 'beyond') return null
    if (token.kind !== 'open') {
      const piece = say(token, flags)
      if (piece === null) return null
      pieces.push(piece)
      if (token.kind === 'quantifier' && closing !== null && closing.whole !== null && closing.whole !== closing.turn) {
        pieces.push(')')
      }
      closing = token.kind === 'close' ? (open.pop() ?? null) : null
      continue
    }
    const isLoop = holders.has(token) && (token.turns.min === 0 || token.turns.max > 1)
    const whole = isLoop && token.turns.min === 0 && token.turns.max > 1 ? capture() : null
    const turn = isLoop || token.group !== null ? capture() : null
    if (turn === null) pieces.push('(?:')
    if (turn !== null && token.group !== null) groups.push(turn)
    const skippable = token.turns.min === 0
    const loop = isLoop && turn !== null ? { turn, whole: skippable ? (whole ?? turn) : null, inside: [] } : null
    if (loop !== null) loops.push(loop)
    open.push(loop)
    closing = null
  }
  return { text: pieces.join(''), groups, loops }
}

/** The groups that capture or hold one that does. */
function groupHolders(tokens: readonly Token[]): Set<OpenGroup> {
  const holders = new Set<OpenGroup>()
  const open: OpenGroup[] = []
  for (const token of tokens) {
    if (token.kind === 'close') open.pop()
    if (token.kind !== 'open') continue
    open.push(token)
    if (token.group !== null) for (const around of open) holders.add(around)
  }
  return holders
}

type PlainToken = Exclude<Token, { kind: 'open' } | { kind: 'beyond' }>

function say(token: PlainToken, flags: Flags): string | null {
  switch (token.kind) {
    case 'char':
      return re2Literal(token.codePoint)
    case 'any':
      return flags.dotAll ? '(?s:.)' : '[^\\n\\r\\x{2028}\\x{2029}]'
    case 'set':
      return re2Set(token.parts, token.negated, flags)
    case 'assertion':
      if (token.what === '^') return flags.multiline ? '(?m:^)' : '\\A'
      if (token.what === '$') return flags.multiline ? '(?m:$)' : '\\z'
      return `\\${token.what}`
    case 'quantifier':
      return token.text
    case 'alternative':
      return '|'
    case 'close':
      break
  }
  return ')'
}
