import type { Tool } from '../tool.ts'
import type { Value } from './find-values.ts'
import { type Known, valuesOf } from './known.ts'
import { byRole } from './roles.ts'
import { ALLOWANCE, HOLDING, TRANSFER } from './roles.rules.ts'

/** Whose tokens, and who may spend them: the first address is the owner's unless the goal says otherwise. */
export function allowanceOf(known: Known): { owner?: unknown; spender?: unknown } {
  const [first, second] = valuesOf(known, 'base-address')
  const said = byRole(known, valuesOf(known, 'base-address'), ALLOWANCE)
  if (second !== undefined && (said.owner !== undefined || said.spender !== undefined)) {
    const other = (one: Value | undefined) => (one === first ? second : first)
    return { owner: (said.owner ?? other(said.spender))?.value, spender: (said.spender ?? other(said.owner))?.value }
  }
  const before = known.goal.slice(0, first?.from === 'goal' ? first.start : 0)
  const isSpender =
    /\b(?:spender|contract|router|dex|exchange|protocol|pool|vault|may|can|does|by|allowed|let|approved|gave|granted|given|for|to)(?:\s+(?:the|a|this|at|contract|address|spender|router|is|at))*\s*$/i.test(
      before,
    ) && !/\b(?:owner|from|wallet|of|has|did)\s*$/i.test(before)
  const between = known.goal.slice(first?.from === 'goal' ? first.end : 0, second?.from === 'goal' ? second.start : 0)
  const isOwnerSecond = second?.from === 'goal' && /\b(?:from|of|owner(?: is)?|out of|belonging to)\s*$/i.test(between)
  return (isSpender || isOwnerSecond) && second !== undefined
    ? { owner: second.value, spender: first?.value }
    : { owner: first?.value, spender: second?.value }
}

/** Whose balance is asked for: the address that is not the token's. */
export function holderOf(known: Known, tool: Tool): unknown {
  const all = valuesOf(known, 'base-address')
  if (all.length < 2 || tool.takes['token'] === undefined) return all[0]?.value
  const { holder, token } = byRole(known, all, HOLDING)
  return (holder ?? all.find((one) => one !== token))?.value
}

/** Who is paid: not the address that pays. */
export function receiverOf(known: Known): unknown {
  const all = valuesOf(known, 'base-address')
  const { from, to } = all.length < 2 ? {} : byRole(known, all, TRANSFER)
  return (to ?? all.find((one) => one !== from))?.value
}
