import Stripe from 'stripe'

import type { CardServer } from '#shared/playground/cards/serve-cards.ts'
import { serveCards } from '#shared/playground/cards/serve-cards.ts'
import { freePort } from '#shared/playground/free-port.ts'

import { openWorld, type World } from '../world/world.ts'
import { openSettlementLab } from './settlement-lab.ts'

export const WEBHOOK_SECRET = 'whsec_card_lab_secret'
const SECRET_KEY = 'sk_test_card_lab'

/**
 * A world that takes cards, and USDC on a local Solana: the playground's card processor, an ingress, and a settlement
 * process with its key. With `hasOwnForm` the ingress shows the form that production has, by the processor's script.
 */
export async function openCardLab(more: Record<string, string> = {}, { hasOwnForm = false } = {}) {
  const lab = await openSettlementLab({ solana: true })
  const [settlementPort, ingressPort] = [await freePort(), await freePort()]
  const cards: CardServer = await serveCards({
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: `http://127.0.0.1:${ingressPort}/api/purchases/webhook/cardprocessor`,
  })
  const shared = { STRIPE_API_BASE: cards.url, SETTLEMENT_URL: `http://127.0.0.1:${settlementPort}`, ...more }
  const settlement = await lab.start({
    ...shared,
    SETTLEMENT_PORT: String(settlementPort),
    STRIPE_SECRET_KEY: SECRET_KEY,
  })
  const { STRIPE_API_BASE: _, ...production } = shared
  const ingress = {
    ...(hasOwnForm ? production : shared),
    SOLANA_PAY_TO: lab.env()['SOLANA_PAY_TO'] ?? '',
    PORT: String(ingressPort),
    STRIPE_PUBLISHABLE_KEY: 'pk_test_card_lab',
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  }
  const world: World = await openWorld({
    backend: 'postgres',
    pools: [],
    databaseUrl: lab.databaseUrl,
    env: ingress,
  })
  const { hostname: host, port } = new URL(cards.url)
  const stripe = new Stripe(SECRET_KEY, { protocol: 'http', host, port, telemetry: false, maxNetworkRetries: 0 })
  return {
    world,
    settlement,
    cards,
    solana: lab.solana,
    stripe,
    /** What a bank, or a person at the processor, does. */
    async control(path: string, fields: Record<string, string> = {}): Promise<Record<string, unknown>> {
      const answer = await fetch(`${cards.url}/control${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${SECRET_KEY}` },
        body: new URLSearchParams(fields),
      })
      // Safe: tests say what they expect in it.
      const body = (await answer.json()) as Record<string, unknown>
      if (!answer.ok) throw new Error(JSON.stringify(body))
      return body
    },
    close: async () => {
      await world.close()
      await cards.close()
      await lab.close()
    },
  }
}

export type CardLab = Awaited<ReturnType<typeof openCardLab>>
