import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/sql'
import { uuidv7 } from 'uuidv7'

import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import type { Db } from '#shared/db/open-db.ts'
import { inSavepoint } from '#shared/db/in-transaction.ts'
import { connectionOf, inGivenTransaction, inUnitOfWork } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'
import { MICRO_USDC_PER_CENT } from '#shared/lib/micro-usdc.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'

import { bookProcessorFee } from '../../cards/book-processor-fee.ts'
import { CardPayment } from '../../cards/card-payment.entity.ts'
import { type CardSnapshot, takenOf } from '../../cards/card-snapshot.ts'
import { giveSurplusBack } from '../../cards/give-surplus-back.ts'
import { differenceOf } from '../../cards/judge-card.ts'
import { noteDisputes } from '../../cards/note-disputes.ts'
import { noteRefunds } from '../../cards/note-refunds.ts'
import { noteTrouble } from '../../cards/note-trouble.ts'
import type { ReadCard, RecordedCard } from '../../cards/record-card.ts'
import { publicId } from '../../public-id.ts'
import { settleCardHire } from '../escrow/settle-card-hire.ts'
import { lockJob } from '../find-job.ts'
import { hireWorker } from '../hire-worker.ts'
import { CardHire } from './card-hire.entity.ts'

type HireDeps = Pick<Db, 'pg' | 'em'> & { mint: CredentialMint }
type Hire = Readonly<Pick<CardHire, 'id' | 'jobId' | 'proposalId' | 'posterId'>>

/**
 * Leads a hire by card to what was read at the processor, under the lock of its job: a payment that came in hires, also
 * late, while the job is open and the proposal pending; else it is a surplus, which is refunded. Disputes, refunds and what
 * they cost follow. Recording the same again changes nothing.
 */
export async function recordCardHire({ mint, ...db }: HireDeps, given: ReadCard): Promise<RecordedCard> {
  const { purchaseId, reading, snapshot, isLive, holdDays } = given
  return inUnitOfWork(db, async (em) => {
    const hire = await em.findOneOrFail(CardHire, purchaseId)
    await lockJob(em, hire.jobId)
    const payment = await em.findOneOrFail(CardPayment, purchaseId, {
      lockMode: LockMode.PESSIMISTIC_WRITE,
      refresh: true,
    })
    if (payment.reading !== reading) return { kind: 'late' }
    const named = publicId('hir', purchaseId)
    const why = differenceOf(snapshot, { named, amountCents: payment.amountCents, isLive })
    if (why !== null) {
      await noteTrouble(em, purchaseId, why)
      return { kind: 'differs', why }
    }
    em.assign(payment, { processorStatus: snapshot.status })
    await em.flush()
    const tx = connectionOf(em)
    if (payment.state === 'open' && snapshot.status === 'succeeded') {
      const refused = await whyNotHired({ mint, em: await db.em() }, tx, hire)
      // SQL: a decision about money is one statement.
      await tx.query({ name: 'card-hire-pay', text: PAY, values: [purchaseId, holdDays, refused, uuidv7()] })
    }
    if (payment.state === 'open' && snapshot.status === 'canceled')
      await em.nativeUpdate(CardPayment, { purchaseId }, { state: 'canceled', lookAt: null })
    const now = await em.findOneOrFail(CardPayment, purchaseId, { refresh: true })
    await noteRefunds(em, purchaseId, snapshot)
    await noteDisputes(em, purchaseId, snapshot)
    await bookProcessorFee(tx, purchaseId, snapshot.processorFeeCents)
    if (now.state === 'surplus') await giveSurplusBack(tx, purchaseId, takenOf(now, snapshot))
    if (now.state === 'paid') await follow(em, hire, { payment: now, snapshot })
    return { kind: 'recorded', state: now.state }
  })
}

/** Hires in the transaction of the payment. Returns why nobody was; then nothing of the hire is left. */
async function whyNotHired(
  { mint, em }: { mint: CredentialMint; em: EntityManager },
  tx: Parameters<typeof inSavepoint>[0],
  hire: Hire,
): Promise<string | null> {
  try {
    await inSavepoint(tx, async () => {
      const asked = {
        actor: { userId: hire.posterId },
        job: publicId('job', hire.jobId),
        proposal: publicId('prp', hire.proposalId),
        byCard: hire.id,
      }
      const answer = await inGivenTransaction(em, tx, (hiring) => hireWorker(hiring, mint, asked))
      if (answer.kind !== 'funded') throw new Refusal('price_changed', 'The price of this hire changed.')
    })
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.message.slice(0, 500)
  }
}

async function follow(
  em: EntityManager,
  { id, jobId }: Hire,
  { payment, snapshot }: { payment: CardPayment; snapshot: CardSnapshot },
): Promise<void> {
  const tx = connectionOf(em)
  await settleCardHire(tx, { jobId, taken: takenOf(payment, snapshot) })
  if (snapshot.refundedCents < payment.refundedCents) await noteTrouble(em, id, 'refund_failed')
  if (!snapshot.isWarned || payment.warnedAt !== null) return
  // SQL: a warned hire is not paid out before most disputes have come.
  await tx.query({ name: 'card-hire-warned', text: WARNED, values: [id, jobId] })
}

/** Days for which the worker's share of a warned payment waits. */
const WARNED_DAYS = 30

const WARNED = `
with warned as (
  update card_payment set warned_at = now(), hold_until = greatest(hold_until, now() + interval '${WARNED_DAYS} days')
  where purchase_id = $1::uuid returning hold_until
)
update payable set due_at = greatest(due_at, w.hold_until) from warned w where payable.id = $2::uuid and source = 'job' and state = 'waiting'`

// What came in is owed to its payer; where somebody was hired, the hire has taken it into escrow already.
const PAY = `
with booked as (
  update card_payment set state = case when $3::text is null then 'paid' else 'surplus' end, received_cents = amount_cents,
    hold_until = now() + make_interval(days => $2::int), look_at = null
  where purchase_id = $1::uuid and state = 'open' returning purchase_id, amount_cents
),
given_back as (
  insert into card_refund (id, purchase_id, amount_cents, asked_by, reason)
  select $4::uuid, purchase_id, amount_cents, 'platform', $3::text from booked where $3::text is not null
),
came as (
  insert into transfer (kind, call_id, account_id, amount, reason)
  select 'single', purchase_id, ${LEDGER.cardSurplus}, amount_cents::bigint * ${MICRO_USDC_PER_CENT}, 'market:card-hire' from booked
  returning id, account_id, amount
)
insert into entry (transfer_id, account_id, amount)
select id, account_id, amount from came union all select id, ${LEDGER.cardProcessor}, -amount from came`
