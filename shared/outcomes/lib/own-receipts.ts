import type { OutcomeContext } from '#shared/doors/context.ts'

/**
 * How outcomes check receipts of this service: the published keys by the signing door, the product's own verifier loaded
 * when it is needed. `given` is a key the caller sent, for receipts of others.
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
      // A caller's key stands under whatever id the receipt names.
      const known = keys.map(({ kid, x }) => ({ ...receiptKey(Buffer.from(x, 'base64url')), kid }))
      const { valid, checks, reason } = verifyReceipt(receipt, { keys: known, now: now() })
      return { valid, signature: checks.shape ? checks.signature : false, reason }
    },
  }
}
