import { z } from 'zod'

import { BASE, type Network, SOLANA } from '#shared/chains/networks.ts'
import type { Config } from '#shared/config.ts'
import { acceptsFor } from '#shared/money/accepts.ts'
import { settlementClient } from '#shared/money/settlement/ask-settlement.ts'
import type { Facilitator } from '#shared/money/x402/facilitator.ts'

import { withinLimit } from '#shared/lib/concurrency/within-limit.ts'

/** Settlement health of a network: fee accounts with balances, and the receiving account. */
const NetworkHealth = z.object({
  ok: z.boolean(),
  problems: z.array(z.string()),
  detail: z.object({
    gas: z.array(z.object({ address: z.string(), wei: z.string(), enough: z.boolean() })).optional(),
    fees: z.array(z.object({ address: z.string(), lamports: z.string() })).optional(),
    pay_to_account: z.string().optional(),
  }),
})
const SettlementHealth = z.object({
  ok: z.boolean(),
  networks: z.object({ base: NetworkHealth, solana: NetworkHealth }),
})

/** Whether the 402 offers payments on a network, and why not. */
const Rail = z.object({ taken: z.boolean(), why_not: z.string().nullable(), settlement: NetworkHealth.nullable() })

/** Last known state of payments. Informational: keys, passes and trials work regardless. */
export const PaymentHealth = z.object({
  state: z
    .enum(['up', 'partly', 'down', 'off', 'unknown'])
    .describe(
      'partly: one network; down: no x402 payment can be taken; off: none is configured; unknown: not looked yet',
    ),
  facilitator: z.enum(['own', 'outside']).nullable(),
  networks: z.object({ base: Rail, solana: Rail }).nullable(),
  checked_at: z.iso.datetime().nullable(),
})
export type PaymentHealth = z.output<typeof PaymentHealth>

const LOOK_AGAIN_MS = 5_000
const HEALTH_MS = 4_000
/** Age in ms after which the last state is stale. Readers of a stale state wait up to WAIT_MS for a new look. */
const OLD_MS = 15_000
const WAIT_MS = 300
const NOT_LOOKED: PaymentHealth = { state: 'unknown', facilitator: null, networks: null, checked_at: null }
const OFF: PaymentHealth = { ...NOT_LOOKED, state: 'off' }

type Given = {
  config: Config
  facilitator: Pick<Facilitator, 'whyNotReady' | 'isOurs'> | null
  now: () => Date
  /** For tests. Default: WAIT_MS. */
  waitMs?: number
}

/**
 * Returns a function that reads the state of payments: the facilitator's readiness per network, and the health of our
 * settlement process. It returns the last state, and starts a refresh in the background once the last one is 5 s old.
 * It waits for the refresh, up to `waitMs`, only when the state is older than 15 s.
 */
export function createPaymentHealth({
  config,
  facilitator,
  now,
  waitMs = WAIT_MS,
}: Given): () => Promise<PaymentHealth> {
  if (facilitator === null) return () => Promise.resolve(OFF)
  const ask = settlementClient(config)
  let seen = NOT_LOOKED
  let lookedMs = -Infinity
  let seenMs = -Infinity
  let looking: Promise<void> | null = null

  const railOf = async (network: Network, settlement: z.output<typeof NetworkHealth> | null) => {
    const requirement = acceptsFor(config, 10_000n, true).find((one) => one.network === network)
    const said =
      requirement === undefined
        ? 'it is not offered'
        : await facilitator.whyNotReady(requirement).catch(() => 'the facilitator does not answer')
    const whyNot = said ?? (facilitator.isOurs && settlement?.ok === false ? 'what settles there cannot' : null)
    return { taken: whyNot === null, why_not: whyNot, settlement }
  }
  const look = async (): Promise<PaymentHealth> => {
    const answer = await ask?.('/health', { timeoutMs: HEALTH_MS }).catch(() => null)
    const health = SettlementHealth.safeParse(answer?.body).data ?? null
    const [base, solana] = await Promise.all([
      railOf(BASE, health?.networks.base ?? null),
      railOf(SOLANA, health?.networks.solana ?? null),
    ])
    const taken = [base, solana].filter((rail) => rail.taken).length
    return {
      state: taken === 2 ? 'up' : taken === 1 ? 'partly' : 'down',
      facilitator: facilitator.isOurs ? 'own' : 'outside',
      networks: { base, solana },
      checked_at: now().toISOString(),
    }
  }
  const lookNow = async (): Promise<void> => {
    seen = await look().catch((): PaymentHealth => ({ ...NOT_LOOKED, state: 'down' }))
    seenMs = performance.now()
    looking = null
  }
  return async () => {
    if (looking === null && performance.now() - lookedMs > LOOK_AGAIN_MS) {
      lookedMs = performance.now()
      looking = lookNow()
    }
    if (looking !== null && performance.now() - seenMs > OLD_MS) await withinLimit(waitMs, looking)
    return seen
  }
}

/** Warnings about payments. */
export function paymentWarnings({ state, networks }: PaymentHealth): string[] {
  if (state === 'down') return ['No x402 payment can be taken; keys, passes and trials work.']
  if (state === 'off') return ['This service takes no x402 payments: none is configured. Keys, passes and trials work.']
  if (networks === null) return []
  return Object.entries(networks).flatMap(([name, { taken, why_not: whyNot, settlement }]) => [
    ...(taken ? [] : [`No x402 payment is taken on ${name}: ${whyNot ?? 'unknown'}.`]),
    ...(settlement?.problems ?? []).map((problem) => `Settling on ${name}: ${problem}.`),
  ])
}
