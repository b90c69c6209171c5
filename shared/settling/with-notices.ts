import type { ClientBase } from 'pg'
import { z } from 'zod'

import { LIMIT_ROWS } from '#shared/limits.rules.ts'
import { readKeyNotice, setKeyNotice } from '#shared/mail/key-notices.ts'
import { takeFromCounters } from '#shared/market/quotas/limit-counters.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'
import type { Product } from '#shared/money/x402/product.ts'

/** The notice address that a buyer names with a payment for a prepaid key. `below` is in cents; null for a dollar. */
const Named = z.object({ notices: z.object({ email: z.string(), below_cents: z.int().nullable() }).optional() })

/**
 * A product that leads to a prepaid key, with the notice address of its terms: it is set in the same transaction, by the same
 * rules as with `POST balance/notices`, and leaves the terms. The answer says in `notices` what became of it, not the address.
 * An address that was sent too many confirmations is not set: what was paid for is made all the same.
 */
export const withNotices = (product: Product): Product => ({
  ...product,
  async make(tx, mint, payment) {
    const made = await product.make(tx, mint, payment)
    const { notices } = Named.parse(JSON.parse(payment.terms ?? '{}'))
    if (notices === undefined) return made
    // SQL: JSON text without one member.
    await tx.query(`update payment_proof set terms = (terms::jsonb - 'notices')::text where call_id = $1::uuid`, [
      payment.callId,
    ])
    const state = await nameAddress(tx, mint, String(made.answer['key_id']), notices)
    return { ...made, answer: { ...made.answer, notices: state } }
  },
})

async function nameAddress(
  tx: ClientBase,
  mint: CredentialMint,
  keyId: string,
  { email, below_cents: belowCents }: { email: string; below_cents: number | null },
): Promise<'confirmed' | 'to_confirm' | 'not_set'> {
  // SQL: the product wrote the key in this transaction, without entities.
  const { rows } = await tx.query<{ id: string }>('select id from service_key where key_id = $1', [keyId])
  const keyUuid = rows[0]?.id ?? ''
  const before = await readKeyNotice(tx, keyUuid)
  if (before.email !== email || !before.confirmed) {
    const { windowS, points } = LIMIT_ROWS.reset
    const who = mint.fingerprint(`key-notice-to:${email}`)
    const [counter] = await takeFromCounters(tx, [{ name: 'reset', who, windowS, points: 1 }])
    if ((counter?.taken ?? 0) > points) return 'not_set'
  }
  await setKeyNotice(tx, keyUuid, { email, belowCents })
  return (await readKeyNotice(tx, keyUuid)).confirmed ? 'confirmed' : 'to_confirm'
}
