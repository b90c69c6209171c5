import type { SpendAnswer, SpendBlock, SpendIntent, SpendPolicy, SpendWindow } from '#shared/doors/spending.ts'

/** A ceiling and its current use: the request's own ceiling, or the one stored for the agent. */
export type SpendLimit = {
  which: 'request' | 'stored'
  ceilingCents: number
  windowS: number
  spentCents: number
  reservedCents: number
  oldestExpiresAt: string | null
  /** Seconds until the requested amount fits; null when it fits now, and when no expiry would make it fit. */
  fitsInS: number | null
}

/** An earlier intent, found by its nonce or its clearance. */
export type SpendEntry = {
  id: string
  nonce: string
  amountCents: number
  payee: string | null
  state: 'reserved' | 'committed' | 'released'
  isExpired: boolean
}

type Block = SpendAnswer['blocks'][number]

/**
 * Returns every reason why an amount does not fit the limits; none when it fits. `retryAfterS` is set when waiting
 * helps. Pure: works on entries and limits as they were read.
 */
export function judgeSpend(
  { amountCents, payee }: SpendIntent,
  policies: { request: SpendPolicy; stored: SpendPolicy | null },
  limits: readonly SpendLimit[],
): { blocks: Block[]; retryAfterS: number | null } {
  const blocks: Block[] = []
  const block = (code: SpendBlock, message: string, policy: Block['policy']) => blocks.push({ code, message, policy })
  for (const which of ['request', 'stored'] as const) {
    const policy = policies[which]
    if (policy === null) continue
    const { perCallMaxCents, allowPayees } = policy
    if (perCallMaxCents !== null && amountCents > perCallMaxCents) {
      block(
        'over_per_call_max',
        `${amountCents} cents are more than ${perCallMaxCents}, the most for one spend.`,
        which,
      )
    }
    if (allowPayees !== null && (payee === null || !allowPayees.includes(payee))) {
      block(
        'payee_not_allowed',
        payee === null ? 'Only named payees are allowed, and none was named.' : 'The payee is not among those allowed.',
        which,
      )
    }
  }
  const over = limits.filter((limit) => usedOf(limit) + amountCents > limit.ceilingCents)
  for (const limit of over) {
    block(
      'over_ceiling',
      `${usedOf(limit)} of ${limit.ceilingCents} cents are used in ${limit.windowS} s; ${amountCents} more do not fit.`,
      limit.which,
    )
  }
  const onlyCeilings = blocks.length === over.length
  const waits = over.map(({ fitsInS }) => fitsInS)
  const canWait = over.length > 0 && onlyCeilings && waits.every((wait) => wait !== null)
  return { blocks, retryAfterS: canWait ? Math.max(...waits.map((wait) => wait ?? 0)) : null }
}

const usedOf = ({ spentCents, reservedCents }: SpendLimit) => spentCents + reservedCents

/** Returns the limit with the least room, as answers show it, plus what this very decision reserved or committed. */
export function windowOf(limits: readonly SpendLimit[], more = { reserved: 0, spent: 0 }): SpendWindow {
  const [tightest] = limits.toSorted((a, b) => a.ceilingCents - usedOf(a) - (b.ceilingCents - usedOf(b)))
  if (tightest === undefined) throw new Error('a spend is judged by one limit at least')
  return {
    spentCents: tightest.spentCents + more.spent,
    reservedCents: tightest.reservedCents + more.reserved,
    ceilingCents: tightest.ceilingCents,
    windowS: tightest.windowS,
    oldestExpiresAt: tightest.oldestExpiresAt,
  }
}

/**
 * Judges an earlier entry of the same nonce. `replay`: return its clearance again. `anew`: it expired or was released,
 * so judge and reserve again. Everything else blocks.
 */
export function judgeNonce(entry: SpendEntry | null, intent: SpendIntent): 'new' | 'anew' | 'replay' | Block {
  if (entry === null) return 'new'
  if (entry.amountCents !== intent.amountCents || entry.payee !== intent.payee) {
    return {
      code: 'replay_conflict',
      message: `This nonce stands for ${entry.amountCents} cents${entry.payee === null ? '' : ` to ${entry.payee}`}.`,
      policy: null,
    }
  }
  if (entry.state === 'committed') {
    return { code: 'already_committed', message: 'This intent was cleared and committed before.', policy: null }
  }
  return entry.state === 'reserved' && !entry.isExpired ? 'replay' : 'anew'
}

/**
 * Returns why a clearance cannot be committed or released; null when it can, `done` when nothing is left to release.
 */
export function judgeClearance(
  entry: SpendEntry | null,
  intent: SpendIntent,
  verb: 'commit' | 'release',
): Block | 'done' | null {
  const block = (code: SpendBlock, message: string): Block => ({ code, message, policy: null })
  if (entry === null) return block('clearance_invalid', 'This clearance token is none of this agent and credential.')
  if (entry.state === 'committed') return block('clearance_used', 'This clearance was committed before.')
  if (verb === 'release') return entry.state === 'released' || entry.isExpired ? 'done' : null
  if (entry.state === 'released') return block('clearance_used', 'This clearance was given back.')
  if (entry.isExpired) return block('clearance_expired', 'This clearance ran out after 300 s; reserve again.')
  if (intent.amountCents > entry.amountCents) {
    return block('amount_exceeds_clearance', `The clearance is for ${entry.amountCents} cents.`)
  }
  if (intent.payee !== null && intent.payee !== entry.payee) {
    return block('replay_conflict', 'The clearance is for another payee.')
  }
  return null
}
