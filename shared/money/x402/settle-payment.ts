import type { Pool as PgPool } from 'pg'

import { inTransaction } from '#shared/db/in-transaction.ts'
import type { WireRefusal } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'

import type { CredentialMint } from '../credentials.ts'
import type { Facilitator, LookedUp, Paid, Settled } from './facilitator.ts'
import { makeProduct, type Product } from './product.ts'
import { SAID } from './reasons.rules.ts'
import { recordEnded, recordPaid, recordUnknown, recordUnpaid, type Recorded } from './record-settlement.ts'
import type { SettlePayload } from './sealed-payload.ts'

export type SettleDeps = {
  pg: PgPool
  mint: CredentialMint
  facilitator: Facilitator
  log: Log
  products: Readonly<Record<string, Product>>
  /** Called after a settlement is recorded: publishes the hint, or enqueues a call that may run now. */
  announce: (callId: string, recorded: Recorded) => void
}

/** A payment to settle. `state` is its stored state. `isFirst` is true when it was never sent for settlement before. */
export type Due = SettlePayload & {
  callId: string
  state: 'settling' | 'unpaid'
  /** The product it buys; null for a call. */
  product: string | null
  payer: string
  isFirst: boolean
  saidPaidMs?: number | null
}

/** Milliseconds after which the chain must show a payment that a facilitator reported as paid. */
const SHOWN_WITHIN_MS = 30_000

/**
 * Settles a payment, or advances it: asks the facilitator to settle it, and looks it up on chain when the result is
 * uncertain. Several processes may run it for one payment at once: they send the same signed payload, which moves money
 * at most once, and only the first result is recorded. Never throws because of a facilitator's answer.
 */
export async function settlePayment(deps: SettleDeps, due: Due): Promise<'paid' | 'unpaid' | 'unknown'> {
  const { pg, facilitator, log } = deps
  const { callId, payload, requirement } = due
  if (due.state === 'unpaid') return lookOnceMore(deps, due)

  const looked = due.isFirst ? null : await facilitator.lookup(payload, requirement)
  if (looked?.kind === 'paid') return endPaid(deps, due, looked)
  if (looked !== null && isLie(due, looked)) await distrust(deps, due)
  if (looked?.kind === 'unpaid') return endUnpaid(deps, due, looked.reason)

  const settled = await facilitator.settle(payload, requirement)
  if (settled.kind === 'paid' && facilitator.isOurs) return endPaid(deps, due, settled, settled.extensions)

  const shown = await facilitator.lookup(payload, requirement)
  if (shown.kind === 'paid') return endPaid(deps, due, shown)
  if (settled.kind === 'paid' && isLie({ ...due, saidPaidMs: due.saidPaidMs ?? 0 }, shown)) await distrust(deps, due)
  if (shown.kind === 'unpaid') return endUnpaid(deps, due, settled.kind === 'failed' ? settled.reason : shown.reason)
  // Our own process refused it before sending, and it was never sent before: nothing can be on its way.
  if (settled.kind === 'failed' && facilitator.isOurs && due.isFirst) return endUnpaid(deps, due, settled.reason)
  log.warn({ callId, settle: whyOf(settled), lookup: whyOf(shown) }, 'it is not known yet whether a payment settled')
  await recordUnknown(pg, callId, settled.kind === 'paid')
  return 'unknown'
}

/** Whether a payment reported as paid turns out unpaid on chain, or the chain did not show it in time. */
function isLie({ saidPaidMs }: Pick<Due, 'saidPaidMs'>, shown: LookedUp): boolean {
  if (saidPaidMs === undefined || saidPaidMs === null) return false
  if (shown.kind === 'unknown') return shown.isAnswered && saidPaidMs > SHOWN_WITHIN_MS
  return shown.kind === 'unpaid'
}

async function lookOnceMore(deps: SettleDeps, due: Due): Promise<'paid' | 'unpaid' | 'unknown'> {
  const shown = await deps.facilitator.lookup(due.payload, due.requirement)
  if (shown.kind === 'paid') {
    deps.log.warn({ callId: due.callId, transaction: shown.transaction }, 'a payment came in that was given up')
    return endPaid(deps, due, shown)
  }
  await (shown.kind === 'unpaid' ? recordEnded(deps.pg, due.callId) : recordUnknown(deps.pg, due.callId))
  return shown.kind
}

async function endPaid(
  deps: SettleDeps,
  due: Due,
  { transaction, logIndex }: Paid,
  signed?: Record<string, unknown>,
): Promise<'paid' | 'unpaid' | 'unknown'> {
  const { pg, mint, facilitator, log, products, announce } = deps
  const { callId, product, payer, requirement } = due
  const { network } = requirement
  const resourceUrl = due.payload.resource.url
  const extensions = signed ?? (await facilitator.receipt({ resourceUrl, payer, network, transaction }))
  const settlement = JSON.stringify({
    success: true,
    transaction,
    network,
    payer,
    amount: requirement.amount,
    ...(extensions === null ? {} : { extensions }),
  })
  try {
    const recorded =
      product === null
        ? await recordPaid(pg, callId, { transaction, logIndex, settlement })
        : await inTransaction(pg, async (tx) => {
            const purchase = await recordPaid(tx, callId, { transaction, logIndex, settlement })
            if (purchase !== null) await makeProduct(products, tx, mint, callId)
            return purchase
          })
    if (recorded !== null) announce(callId, recorded)
    return 'paid'
  } catch (error) {
    if (!isTransferClash(error)) throw error
    log.error({ callId, transaction, logIndex }, 'a transfer that paid something else is said to have paid this')
    // One transfer cannot pay twice. Without a log index, another transfer of the same transaction may have paid it.
    if (logIndex !== null && due.state === 'settling') return endUnpaid(deps, due, 'transfer_paid_something_else')
    await (logIndex === null ? recordUnknown(pg, callId) : recordEnded(pg, callId))
    return logIndex === null ? 'unknown' : 'unpaid'
  }
}

async function endUnpaid({ pg, announce }: SettleDeps, { callId }: Due, reason: string): Promise<'unpaid'> {
  const refusal: WireRefusal = {
    code: 'invalid_payment',
    error: 'The payment did not settle; nothing was charged, and the result was thrown away.',
    detail: SAID[reason] ?? reason,
    fix: { action: 'Sign one of accepts[] again, with enough USDC in the wallet.' },
    extra: { reason },
  }
  const recorded = await recordUnpaid(pg, callId, reason, refusal)
  if (recorded !== null) announce(callId, recorded)
  return 'unpaid'
}

/** Stores that the facilitator reported a payment that is not on chain. Every process stops using it. */
async function distrust({ pg, facilitator, log }: SettleDeps, { callId }: Due): Promise<void> {
  log.error({ callId, facilitator: facilitator.url }, 'the facilitator said paid and nothing is on chain; it is off')
  await pg.query(`insert into distrusted_facilitator (url, why) values ($1, $2) on conflict do nothing`, [
    facilitator.url,
    `it said that call ${callId} was paid`,
  ])
}

const whyOf = (answer: Settled | LookedUp) =>
  answer.kind === 'unknown' ? answer.why : answer.kind === 'paid' ? 'paid' : `${answer.kind}: ${answer.reason}`

const isTransferClash = (error: unknown) =>
  error instanceof Error && 'constraint' in error && error.constraint === 'payment_proof_one_transfer'
