import Stripe from 'stripe'

import type { Config } from '#shared/config.ts'
import type { CardDisputeSeen, CardSnapshot } from '#shared/market/cards/card-snapshot.ts'
import type { ReceivedEvent } from '#shared/market/cards/take-events.ts'
import { receivedEvent } from '#shared/market/cards/received-event.ts'

export type CardSettings = Pick<Config, 'STRIPE_SECRET_KEY' | 'STRIPE_API_BASE' | 'CARD_HOLD_DAYS' | 'production'>

/** The API version that this code speaks. The webhook endpoint at the processor has the same one. */
export const CARD_API_VERSION = '2026-10-28.endive'

const ASK_MS = 6_000
const MOST_DISPUTES = 20
const MOST_REFUNDS = 100
const PAGE = 100
const MOST_PAGES = 50

/** Why the processor did not do what it was asked for. `gone` has no such object for our key. */
export class CardApiError extends Error {
  override readonly name = 'CardApiError'
  readonly kind: 'away' | 'gone' | 'refused'
  readonly code: string | null
  constructor(kind: CardApiError['kind'], code: string | null, cause: unknown) {
    super(`the card processor: ${kind}${code === null ? '' : ` (${code})`}`, { cause })
    this.kind = kind
    this.code = code
  }
}

export type CardApi = ReturnType<typeof openCardApi>

/** Opens the API of the card processor; null without a key. Every failure is a CardApiError. */
export function openCardApi(config: CardSettings) {
  const { STRIPE_SECRET_KEY: key, STRIPE_API_BASE: base, production } = config
  if (key === undefined) return null
  const place = base === undefined ? {} : placeOf(base)
  const stripe = new Stripe(key, {
    apiVersion: CARD_API_VERSION,
    timeout: ASK_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    ...place,
  })
  return {
    isLive: production,
    /** Makes the intent of a payment, or gets the one that was made under the same key. */
    create: ({
      key: idempotencyKey,
      cents,
      of,
      id,
    }: {
      key: string
      cents: number
      of: 'purchase' | 'hire'
      id: string
    }) =>
      answered(
        stripe.paymentIntents.create(
          {
            amount: cents,
            currency: 'usd',
            allowed_payment_method_types: ['card'],
            description: `${of === 'hire' ? 'Hire' : 'Purchase'} ${id}`,
            metadata: of === 'hire' ? { hire_id: id } : { purchase_id: id },
          },
          { idempotencyKey },
        ),
      ),
    retrieve: (intentId: string) => answered(stripe.paymentIntents.retrieve(intentId)),
    cancel: (intentId: string) => answered(stripe.paymentIntents.cancel(intentId)),
    refund: ({ id, intentId, cents }: { id: string; intentId: string; cents: number }) =>
      answered(
        stripe.refunds.create(
          { payment_intent: intentId, amount: cents, metadata: { refund_id: id } },
          { idempotencyKey: `refund:${id}` },
        ),
      ),
    submitEvidence: ({ id, disputeId, text }: { id: string; disputeId: string; text: string }) =>
      answered(
        stripe.disputes.update(
          disputeId,
          { evidence: { uncategorized_text: text }, submit: true },
          { idempotencyKey: `evidence:${id}` },
        ),
      ),
    snapshot: (intentId: string) => answered(readSnapshot(stripe, intentId)),
    undelivered: (since: Date) => answered(readUndelivered(stripe, since)),
  }
}

function placeOf(base: string): Pick<Stripe.StripeConfig, 'protocol' | 'host' | 'port'> {
  const { protocol, hostname: host, port } = new URL(base)
  return { protocol: protocol === 'https:' ? 'https' : 'http', host, port: port || (protocol === 'https:' ? 443 : 80) }
}

async function answered<Answer>(asking: Promise<Answer>): Promise<Answer> {
  try {
    return await asking
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    // An answer in words decides; a connection that broke, a full or a failing processor decides nothing.
    const { statusCode = 0, code = null } = error
    const isAway = statusCode === 0 || statusCode === 409 || statusCode === 429 || statusCode >= 500
    throw new CardApiError(isAway ? 'away' : statusCode === 404 ? 'gone' : 'refused', code, error)
  }
}

/** Reads an intent with its charge, refunds, disputes, warnings, and what each cost. */
async function readSnapshot(stripe: Stripe, intentId: string): Promise<CardSnapshot> {
  const intent = await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge.balance_transaction'] })
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const isPaid = intent.status === 'succeeded' && charge !== null
  const [refunds, disputes, warnings] = isPaid
    ? await Promise.all([
        stripe.refunds.list({ payment_intent: intentId, limit: MOST_REFUNDS, expand: ['data.balance_transaction'] }),
        charge.disputed ? stripe.disputes.list({ payment_intent: intentId, limit: MOST_DISPUTES }) : null,
        stripe.radar.earlyFraudWarnings.list({ payment_intent: intentId, limit: 1 }),
      ])
    : [null, null, null]
  return {
    intentId: intent.id,
    status: intent.status,
    amountCents: intent.amount,
    receivedCents: intent.amount_received,
    currency: intent.currency,
    isLive: intent.livemode,
    purchaseId: intent.metadata['purchase_id'] ?? intent.metadata['hire_id'] ?? null,
    decline: intent.last_payment_error?.decline_code ?? intent.last_payment_error?.code ?? null,
    refundedCents: charge?.amount_refunded ?? 0,
    processorFeeCents: [charge, ...(refunds?.data ?? [])].reduce((sum, object) => sum + feeCentsOf(object), 0),
    refunds: (refunds?.data ?? []).map(({ id, amount, status, metadata }) => ({
      id,
      ourId: metadata?.['refund_id'] ?? null,
      amountCents: amount,
      status: status ?? 'pending',
    })),
    disputes: (disputes?.data ?? []).map(disputeSeen),
    isWarned: (warnings?.data.length ?? 0) > 0,
  }
}

/** What the processor took for itself of a charge or refund; 0 while its balance transaction is not there, or is in another currency. */
function feeCentsOf(object: Stripe.Charge | Stripe.Refund | null): number {
  const moved = object?.balance_transaction
  return typeof moved === 'object' && moved !== null && moved.currency === 'usd' ? moved.fee : 0
}

const disputeSeen = (dispute: Stripe.Dispute): CardDisputeSeen => ({
  id: dispute.id,
  amountCents: dispute.amount,
  feeCents: dispute.balance_transactions
    .filter(({ currency }) => currency === 'usd')
    .reduce((sum, { fee }) => sum + fee, 0),
  reason: dispute.reason,
  status: dispute.status,
  respondBy: dispute.evidence_details.due_by === null ? null : new Date(dispute.evidence_details.due_by * 1_000),
  openedAt: new Date(dispute.created * 1_000),
})

/** The events since a time that reached no endpoint of ours, the newest first. */
async function readUndelivered(stripe: Stripe, since: Date): Promise<ReceivedEvent[]> {
  const found: ReceivedEvent[] = []
  let after: string | undefined
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const created = { gte: Math.floor(since.getTime() / 1_000) }
    const position = after === undefined ? {} : { starting_after: after }
    const { data, has_more: hasMore } = await stripe.events.list({
      delivery_success: false,
      created,
      limit: PAGE,
      ...position,
    })
    found.push(...data.flatMap((event) => receivedEvent(event) ?? []))
    after = data.at(-1)?.id
    if (!hasMore || after === undefined) break
  }
  return found
}
