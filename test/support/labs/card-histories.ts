import fc from 'fast-check'

import { uuidOf } from '#shared/market/public-id.ts'

import { registerAccount, type Registered } from '../world/market.ts'
import { eventually } from '../world/world.ts'
import { type CardLab, WEBHOOK_SECRET } from './card-lab.ts'
import { cardEvent } from './card-processes.ts'

/** What happens at the processor, in its order; each step is told by two events. */
const STEPS = ['pay', 'refund', 'dispute', 'lose'] as const
const PRICE = 1_000
/** Purchases of one buyer that may wait for their payment at once. */
const AT_ONCE = 8

/** When each of eight events is told, as ranks, and after how many steps of the processor at the earliest. */
const Order = fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 8, maxLength: 8 })

/** The end of one history: the state of the purchase, what its seller is owed, and what the ledger has at the processor. */
type HistoryEnd = { status: string; seller: number; held: number }

/**
 * Runs `count` histories through the database: of each, a payment, a refund of a part, a dispute of the rest and its loss
 * happen at the processor while eight events about them are told in a random order, each also before or long after what it
 * is about, every second one twice. Returns how each ended. The processor's own webhooks have to be off.
 */
export async function runCardHistories(lab: CardLab, { count, seed }: { count: number; seed: number }) {
  const orders = fc.sample(Order, { numRuns: count, seed })
  const ends: HistoryEnd[] = []
  for (let from = 0; from < count; from += AT_ONCE) {
    // Of each turn another, because the listings of one account are counted.
    const [seller, buyer] = await Promise.all([registerAccount(lab.world), registerAccount(lab.world)])
    ends.push(...(await runAtOnce(lab, { seller, buyer, orders: orders.slice(from, from + AT_ONCE) })))
  }
  return ends
}

async function runAtOnce(
  lab: CardLab,
  { seller, buyer, orders }: { seller: Registered; buyer: Registered; orders: number[][] },
): Promise<HistoryEnd[]> {
  const sent = { title: 'History', price_cents: PRICE, refund_days: 7, status: 'live', delivery_markdown: '# Yours' }
  const histories = await Promise.all(
    orders.map(async (order) => {
      const { body: listing } = await seller.request('POST', '/api/listings', sent)
      const { status, body, text } = await buyer.request('POST', '/api/purchases/intent', {
        listing_id: listing['listing_id'],
      })
      if (status !== 200) throw new Error(`the intent of a history was answered ${text}`)
      const [intentId = ''] = String(body['client_secret']).split('_secret_')
      return { order, intentId, purchaseId: String(body['purchase_id']), dispute: '' }
    }),
  )
  for (let turn = 0; turn < 8; turn += 1) {
    await Promise.all(
      histories.map(async (history) => {
        const { order, intentId } = history
        // Every other turn something happens at the processor first; what is told is about any of it.
        const step = turn % 2 === 0 ? STEPS[turn / 2] : undefined
        if (step !== undefined) await happen(lab, history, step)
        const event = eventsOf(intentId)[order[turn] ?? 0]
        await tell(lab, event)
        if (turn % 2 === 1) await tell(lab, event)
      }),
    )
    await lab.settlement.watchCards()
  }
  await eventually(async () => {
    await lab.world.sql(`update card_event set look_at = now() where state in ('waiting', 'parked')`)
    await lab.settlement.watchCards()
    const open = await lab.world.sql(`select from card_event where state in ('waiting', 'parked')`)
    return open.length === 0
  }, 30_000)
  return Promise.all(
    histories.map(async ({ purchaseId }) => {
      const [row] = await lab.world.sql<HistoryEnd>(
        `select p.status, (select coalesce(sum(amount), 0) / 10000 from payable o where o.purchase_id = p.id and o.state <> 'canceled')::int as seller,
          (select coalesce(-sum(e.amount), 0) / 10000 from entry e join transfer t on t.id = e.transfer_id
            where t.call_id = p.id and e.account_id = 41 and t.reason not like 'card:processor-fee%')::int as held
         from purchase p where p.id = $1`,
        [uuidOf('pur', purchaseId)],
      )
      if (row === undefined) throw new Error('the purchase is gone')
      return row
    }),
  )
}

async function happen(
  lab: CardLab,
  history: { intentId: string; dispute: string },
  step: (typeof STEPS)[number],
): Promise<void> {
  const at = `/payment_intents/${history.intentId}`
  if (step === 'pay') await lab.control(`${at}/pay`)
  if (step === 'refund') await lab.stripe.refunds.create({ payment_intent: history.intentId, amount: 400 })
  if (step === 'dispute') history.dispute = String((await lab.control(`${at}/dispute`, { amount: '600' }))['id'])
  if (step === 'lose') await lab.control(`/disputes/${history.dispute}/lose`)
}

/** Eight events about one payment. */
function eventsOf(intentId: string) {
  const charge = { object: 'charge', id: 'ch', payment_intent: intentId }
  const intent = { object: 'payment_intent', id: intentId }
  return [
    cardEvent('payment_intent.processing', intent),
    cardEvent('payment_intent.succeeded', intent),
    cardEvent('charge.succeeded', charge),
    cardEvent('refund.created', { object: 'refund', id: 're', payment_intent: intentId }),
    cardEvent('charge.refunded', charge),
    cardEvent('charge.dispute.created', { object: 'dispute', id: 'dp', payment_intent: intentId }),
    cardEvent('charge.dispute.funds_withdrawn', { object: 'dispute', id: 'dp', payment_intent: intentId }),
    cardEvent('charge.dispute.closed', { object: 'dispute', id: 'dp', payment_intent: intentId }),
  ]
}

async function tell(lab: CardLab, event: ReturnType<typeof cardEvent> | undefined): Promise<void> {
  const payload = JSON.stringify(event)
  const header = lab.stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET })
  const { status } = await lab.world.request('POST', '/api/purchases/webhook/cardprocessor', {
    body: payload,
    headers: { 'stripe-signature': header },
  })
  if (status !== 200) throw new Error(`an event was answered ${status}`)
}
