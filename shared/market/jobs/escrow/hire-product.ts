import { z } from 'zod'
import type { ClientBase } from 'pg'

import type { Db } from '#shared/db/open-db.ts'
import { inSavepoint } from '#shared/db/in-transaction.ts'
import { inGivenTransaction } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'
import { makePaidKey } from '#shared/money/prepaid/buy-key.ts'
import type { Product } from '#shared/money/x402/product.ts'

import { type Hire, hireWorker } from '../hire-worker.ts'

/** Name of the product that a payment for a hire buys. */
export const HIRE_PRODUCT = 'job-hire'

/** Terms of a payment for a hire: public ids of job and proposal, and the poster (UUID). */
const HireOrder = z.object({ job: z.string(), proposal: z.string(), poster_id: z.uuid() })
export type HireOrder = z.output<typeof HireOrder>

/** The stored answer of a payment for a hire. `credit` is what it became when nobody was hired: the prepaid key `key_id`. */
export const HireAnswer = z.object({
  hired: z.boolean(),
  why: z.string().nullable(),
  credit: z.object({ key_id: z.string(), cents: z.int(), key: z.string().nullable() }).nullable(),
})

/**
 * A hire by x402. The payment becomes a prepaid key that funds the escrow, so that there is one way in and one way back.
 * Nobody is hired when the job, the proposal or the worker changed while it settled: then the key is the poster's credit,
 * and its secret is revealed as that of a bought key is.
 */
export const hireProduct = (db: Pick<Db, 'em'>): Product => ({
  async make(tx, mint, payment) {
    const { callId, terms } = payment
    const { job, proposal, poster_id: userId } = HireOrder.parse(JSON.parse(terms ?? ''))
    const { keyId, answer } = await makePaidKey(tx, mint, payment)
    const key = { keyId, hmac: mint.fingerprint(mint.issue('sk', keyId)) }
    const why = await whyNotHired(db, { tx, mint }, { actor: { userId }, job, proposal, key, paymentId: callId })
    if (why === null) return { answer: { hired: true, why, credit: null }, secretRef: null }
    // SQL: rows of payments change by statements alone.
    await tx.query({ name: 'hire-credit', text: CREDIT, values: [callId, keyId] })
    const credit = { key_id: keyId, cents: answer['amount_cents'], key: null }
    return { answer: { hired: false, why, credit }, secretRef: keyId }
  },
  reveal(mint, keyId, answer) {
    const { credit, ...rest } = HireAnswer.parse(answer)
    return { ...rest, credit: credit === null ? null : { ...credit, key: mint.issue('sk', keyId) } }
  },
})

/** Hires in the transaction of the payment. Returns why nobody was; then nothing of the hire is left. */
async function whyNotHired(
  db: Pick<Db, 'em'>,
  { tx, mint }: { tx: ClientBase; mint: CredentialMint },
  hire: Hire,
): Promise<string | null> {
  const em = await db.em()
  try {
    await inSavepoint(tx, async () => {
      const answer = await inGivenTransaction(em, tx, (hiring) => hireWorker(hiring, mint, hire))
      if (answer.kind !== 'funded' || answer.availableMicroUsdc > 0n)
        throw new Refusal('price_changed', 'The price of this hire changed.')
    })
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.message
  }
}

const CREDIT = `update payment_proof p set credit_key_id = k.id from service_key k where p.call_id = $1::uuid and k.key_id = $2`
