import { digestOf } from '#shared/lib/crypto/digest.ts'
import { Refusal } from '#shared/errors.ts'
import type { OutcomeContext, ReceiptRequest } from '#shared/doors/context.ts'

/**
 * Mints a receipt, one for each nonce of the payer's agent; without a nonce, one for this call. The same request gets
 * the same receipt. Throws `nonce_reused` for another action, digest or quote under a used nonce.
 */
export async function mintOnce(
  { store: { receipts }, mintReceipt }: Pick<OutcomeContext, 'store' | 'mintReceipt'>,
  asked: ReceiptRequest,
): Promise<Record<string, unknown>> {
  const nonce = asked.nonce ?? receipts.ownNonce
  const wish = { ...asked, nonce, quote: asked.quote ?? '' }
  // What a second receipt of this nonce must match.
  const signed = digestOf([wish.action, wish.payload_digest, wish.quote])
  const known =
    (await receipts.find(wish.agent_id, nonce)) ??
    (await receipts.keep({ agentId: wish.agent_id, nonce, digest: signed, receipt: await mintReceipt(wish) }))
  if (known.digest !== signed) {
    throw new Refusal(
      'nonce_reused',
      'This agent has a receipt of this nonce for something else; nothing was charged.',
      {
        fix: { action: 'Choose a new nonce for a new action.' },
      },
    )
  }
  return known.receipt
}
