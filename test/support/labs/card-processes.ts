import Stripe from 'stripe'

import { freePort } from '#shared/playground/free-port.ts'
import { type CardServer, serveCards } from '#shared/playground/cards/serve-cards.ts'
import { uuidOf } from '#shared/market/public-id.ts'

import { type Cluster, type Member, openCluster } from '../world/cluster.ts'
import { registerAccount, type Registered } from '../world/market.ts'
import { type Answer, eventually } from '../world/world.ts'
import { WEBHOOK_SECRET } from './card-lab.ts'
import { openSettlementLab } from './settlement-lab.ts'

const SECRET_KEY = 'sk_test_card_processes'
export const WEBHOOK_PATH = '/api/purchases/webhook/cardprocessor'

/** A purchase by card that was opened: its ids, and the secret of its payment. */
type OpenedCard = { purchaseId: string; uuid: string; intentId: string; secret: string; listingId: string }

/**
 * Real processes that take cards: an ingress and settlement-watch processes, the playground's card processor, and a local
 * Solana. Settlement-watch is started and killed by the test.
 */
export async function openCardProcesses() {
  const lab = await openSettlementLab({ solana: true })
  const cluster: Cluster = await openCluster('postgres', { databaseUrl: lab.databaseUrl })
  const [ingressPort, settlementPort] = [await freePort(), await freePort()]
  const cards: CardServer = await serveCards({
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: `http://127.0.0.1:${ingressPort}${WEBHOOK_PATH}`,
  })
  const shared = { STRIPE_API_BASE: cards.url, SETTLEMENT_URL: `http://127.0.0.1:${settlementPort}` }
  const settings = lab.env({ ...shared, SETTLEMENT_PORT: String(settlementPort), STRIPE_SECRET_KEY: SECRET_KEY })
  const ingress: Member = await cluster.ingress({
    ...shared,
    PORT: String(ingressPort),
    SOLANA_PAY_TO: settings['SOLANA_PAY_TO'] ?? '',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_card_processes',
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    LOG_LEVEL: 'debug',
  })
  const { hostname: host, port } = new URL(cards.url)
  const stripe = new Stripe(SECRET_KEY, { protocol: 'http', host, port, telemetry: false, maxNetworkRetries: 0 })

  const request = async (
    method: string,
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: unknown } = {},
  ): Promise<Answer> => {
    const response = await fetch(ingress.baseUrl + path, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true
    // Safe: every JSON answer of ours is an object.
    const read = isJson ? (JSON.parse(text) as Record<string, unknown>) : {}
    return { status: response.status, headers: response.headers, text, body: read }
  }
  const register = () => registerAccount({ request })
  const sql = lab.sql

  const processes = {
    cluster,
    ingress,
    stripe,
    solana: lab.solana,
    sql,
    request,
    register,
    /** Starts a settlement-watch process; `moment` names where it kills itself. */
    watch: (moment?: string): Member =>
      cluster.spawnWorker(['settlement-watch'], {
        ...settings,
        LOG_LEVEL: 'debug',
        ...(moment === undefined ? {} : { CRASH_AT: moment }),
      }),
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
    async listing(seller: Registered, more: Record<string, unknown> = {}): Promise<string> {
      const sent = {
        title: 'By card',
        price_cents: 1_000,
        refund_days: 7,
        status: 'live',
        delivery_markdown: '# Yours',
      }
      const { body, text } = await seller.request('POST', '/api/listings', { ...sent, ...more })
      const { listing_id: id } = body
      if (typeof id !== 'string') throw new Error(text)
      return id
    },
    /** Opens a purchase by card, asking again while the settlement process starts. */
    async open(listingId: string, buyer: Registered, path = '/api/purchases/intent'): Promise<OpenedCard> {
      let last: Answer | null = null
      await eventually(async () => {
        last = await buyer.request('POST', path, path.endsWith('purchases/intent') ? { listing_id: listingId } : {})
        return last.status !== 503
      }, 60_000)
      // Safe: set above.
      const { status, body, text } = last as unknown as Answer
      if (status !== 200) throw new Error(text)
      const [purchaseId, secret] = [String(body['purchase_id']), String(body['client_secret'])]
      const [intentId = ''] = secret.split('_secret_')
      return { purchaseId, uuid: uuidOf('pur', purchaseId) ?? '', intentId, secret, listingId }
    },
    /** Signs an event as the processor does, with the SDK, and sends it. */
    send(event: unknown, signed: { secret?: string; timestamp?: number } = {}): Promise<Answer> {
      const payload = JSON.stringify(event)
      const header = stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET, ...signed })
      return request('POST', WEBHOOK_PATH, { body: payload, headers: { 'stripe-signature': header } })
    },
    /** What waits is looked at now: the clock of retries and leases moves on. */
    async hurry(): Promise<void> {
      await sql(`update card_event set look_at = now() where state in ('waiting', 'parked')`)
      await sql(`update card_refund set look_at = now() where state = 'asked'`)
      await sql(`update card_payment set look_at = now() where look_at is not null`)
      await sql(`update solana_order set look_at = now() where look_at is not null`)
    },
    async until(holds: () => Promise<boolean>): Promise<void> {
      await eventually(async () => {
        if (await holds()) return true
        await processes.hurry()
        return false
      }, 60_000)
    },
    close: async () => {
      await cluster.close()
      await cards.close()
      await lab.close()
    },
  }
  return processes
}

export type CardProcesses = Awaited<ReturnType<typeof openCardProcesses>>

let events = 0
/** An event as the processor writes it. */
export const cardEvent = (type: string, object: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  id: `evt_made_${process.pid}_${(events += 1)}`,
  object: 'event',
  api_version: '2026-10-28.endive',
  created: Math.floor(Date.now() / 1_000),
  livemode: false,
  pending_webhooks: 1,
  request: null,
  type,
  data: { object },
  ...more,
})
