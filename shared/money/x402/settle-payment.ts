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
  /** What follows a recorded settlement: the hint to who waits, the job of a call that may run now. */
  announce: (callId: string, recorded: Recorded) => void
}

/** A payment somebody has to settle: `state` as it was found, `isFirst` when nobody asked for it before. */
export type Due = SettlePayload & {
  callId: string
  state: 'settling' | 'unpaid'
  /** What it buys, where that is no call. */
  product: string | null
  payer: string
  isFirst: boolean
  saidPaidMs?: number | null
}

/** A facilitator that said paid has this long until the chain has to show it. */
const SHOWN_WITHIN_MS = 30_000

/**
 * Brings a payment to its end, or a step nearer: asks the facilitator to settle it, and the chain wherever that leaves
 * open what happened. May run for one payment in several processes at once: the same signed payload is sent again, which
 * moves money at most once, and only the first end is recorded. Never throws for what a facilitator does.
 */
export async function settlePayment(deps: SettleDeps, due: Due): Promise<'paid' | 'unpaid' | 'unknown'> {
  const { pg, facilitator, log } = deps
  const { callId, payload, requirement } = due
  if (due.state === 'unpaid') return lookOnceMore(deps, due)

  const looked = due.isFirst ? null : await facilitator.lookup(payload, requirement)
  if (looked?.kind === 'paid') return paid(deps, due, looked)
  if (looked !== null && isLie(due, looked)) await distrust(deps, due)
  if (looked?.kind === 'unpaid') return unpaid(deps, due, looked.reason)

  const settled = await facilitator.settle(payload, requirement)
  if (settled.kind === 'paid' && facilitator.isOurs) return paid(deps, due, settled, settled.extensions)

  const shown = await facilitator.lookup(payload, requirement)
  if (shown.kind === 'paid') return paid(deps, due, shown)
  if (settled.kind === 'paid' && isLie({ ...due, saidPaidMs: due.saidPaidMs ?? 0 }, shown)) await distrust(deps, due)
  if (shown.kind === 'unpaid') return unpaid(deps, due, settled.kind === 'failed' ? settled.reason : shown.reason)
  // Our own process refused it unsent, and nobody has sent it before: nothing can be under way.
  if (settled.kind === 'failed' && facilitator.isOurs && due.isFirst) return unpaid(deps, due, settled.reason)
  log.warn({ callId, settle: whyOf(settled), lookup: whyOf(shown) }, 'it is not known yet whether a payment settled')
  await recordUnknown(pg, callId, settled.kind === 'paid')
  return 'unknown'
}

/** It was said to be paid, and the chain says that it cannot be, or has long had the time to show it. */
function isLie({ saidPaidMs }: Pick<Due, 'saidPaidMs'>, shown: LookedUp): boolean {
  if (saidPaidMs === undefined || saidPaidMs === null) return false
  if (shown.kind === 'unknown') return shown.isAnswered && saidPaidMs > SHOWN_WITHIN_MS
  return shown.kind === 'unpaid'
}

async function lookOnceMore(deps: SettleDeps, due: Due): Promise<'paid' | 'unpaid' | 'unknown'> {
  const shown = await deps.facilitator.lookup(due.payload, due.requirement)
  if (shown.kind === 'paid') {
    deps.log.warn({ callId: due.callId, transaction: shown.transaction }, 'a payment came in that was given up')
    return paid(deps, due, shown)
  }
  await (shown.kind === 'unpaid' ? recordEnded(deps.pg, due.callId) : recordUnknown(deps.pg, due.callId))
  return shown.kind
}

async function paid(
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
    // One transfer cannot pay twice. Where only the transaction is told, another transfer of it may be meant.
    if (logIndex !== null && due.state === 'settling') return unpaid(deps, due, 'transfer_paid_something_else')
    await (logIndex === null ? recordUnknown(pg, callId) : recordEnded(pg, callId))
    return logIndex === null ? 'unknown' : 'unpaid'
  }
}

async function unpaid({ pg, announce }: SettleDeps, { callId }: Due, reason: string): Promise<'unpaid'> {
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

/** It said that a payment settled, and the chain does not show it: no process believes it any more. */
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
  error instanceof Error && 'constraint' in error && error.constraint === 'payment_one_transfer'
