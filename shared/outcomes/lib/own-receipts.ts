import type { OutcomeContext } from '#shared/doors/context.ts'

/**
 * Verifies receipts of this service: uses the published keys from the signing door, and loads the product's own
 * verifier on demand. `given` is a key sent by the caller, for receipts of other services.
 */
export async function ownReceipts(
  { signing, now }: Pick<OutcomeContext, 'signing' | 'now'>,
  given?: string | Record<string, unknown>,
) {
  const [{ verifyReceipt }, { receiptKey }] = await Promise.all([
    import('#shared/money/receipts/verify-receipt.ts'),
    import('#shared/money/receipts/public-key.ts'),
  ])
  return {
    given,
    own: () => signing.keys(),
    verifyAction: (receipt: unknown, keys: readonly { kid: string; x: string }[]) => {
      // Each key takes the id it is listed under, so that a caller's key can match the id the receipt names.
      const known = keys.map(({ kid, x }) => ({ ...receiptKey(Buffer.from(x, 'base64url')), kid }))
      const { valid, checks, reason } = verifyReceipt(receipt, { keys: known, now: now() })
      return { valid, signature: checks.shape ? checks.signature : false, reason }
    },
  }
}
