import { z } from 'zod'

import { BASE, type Network, SOLANA } from '#shared/chains/networks.ts'
import type { Config } from '#shared/config.ts'
import { acceptsFor } from '#shared/money/accepts.ts'
import { settlementClient } from '#shared/money/settlement/ask-settlement.ts'
import type { Facilitator } from '#shared/money/x402/facilitator.ts'

/** What settles on a network has: fee accounts, their balances, the account that is paid. */
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

/** Whether payments are taken on one network, as the 402 offers it, and why not. */
const Rail = z.object({ taken: z.boolean(), why_not: z.string().nullable(), settlement: NetworkHealth.nullable() })

/** Payments as they were last looked at. Information: who pays otherwise is served whatever stands here. */
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
const NOT_LOOKED: PaymentHealth = { state: 'unknown', facilitator: null, networks: null, checked_at: null }
const OFF: PaymentHealth = { ...NOT_LOOKED, state: 'off' }

type Given = {
  config: Config
  facilitator: Pick<Facilitator, 'whyNotReady' | 'isOurs'> | null
  now: () => Date
}

/**
 * Reads how payments are: the facilitator's own word for each network, and the balances and nodes of our settlement
 * process. What is returned is what was seen last; a look that is due starts behind it, so nobody waits for a chain.
 */
export function createPaymentHealth({ config, facilitator, now }: Given): () => PaymentHealth {
  if (facilitator === null) return () => OFF
  const ask = settlementClient(config)
  let seen = NOT_LOOKED
  let lookedMs = -Infinity
  let underWay = false

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
  return () => {
    if (!underWay && performance.now() - lookedMs > LOOK_AGAIN_MS) {
      underWay = true
      lookedMs = performance.now()
      void look()
        .then((fresh) => (seen = fresh))
        .catch(() => (seen = { ...NOT_LOOKED, state: 'down' }))
        .finally(() => (underWay = false))
    }
    return seen
  }
}

/** What the state of payments has to be said about, in sentences. */
export function paymentWarnings({ state, networks }: PaymentHealth): string[] {
  if (state === 'down') return ['No x402 payment can be taken; keys, passes and trials work.']
  if (networks === null) return []
  return Object.entries(networks).flatMap(([name, { taken, why_not: whyNot, settlement }]) => [
    ...(taken ? [] : [`No x402 payment is taken on ${name}: ${whyNot ?? 'unknown'}.`]),
    ...(settlement?.problems ?? []).map((problem) => `Settling on ${name}: ${problem}.`),
  ])
}
