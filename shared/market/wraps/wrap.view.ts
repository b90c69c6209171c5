import { z } from 'zod'

import { SOLANA } from '#shared/chains/networks.ts'

import { publicId } from '../public-id.ts'
import type { LicensedPurchase } from '../purchases/find-purchase.ts'
import { WRAP_STATES, type Wrap } from './wrap.entity.ts'

/** The wrap of a purchase as those who may see the purchase see it. */
export const WrapView = z.object({
  purchase_id: z.string(),
  wrap_status: z.enum(['none', ...WRAP_STATES]),
  is_license_yours: z.boolean().describe('whether your account holds the licence'),
  network: z.literal(SOLANA),
  mint: z.string().nullable().describe('the token: a mint of Token-2022 with a supply of one'),
  owner_wallet: z.string().nullable().describe('for which it was requested'),
  token_wallet: z.string().nullable().describe('the wallet that was last seen to hold it'),
  transaction: z.string().nullable().describe('the signature of the transaction that minted it'),
  reason: z
    .enum(['not_sent', 'removed'])
    .nullable()
    .describe('why it failed: the transaction was never sent, or the chain removed it'),
  metadata_url: z.string().nullable(),
  requested_at: z.string().nullable(),
  wrapped_at: z.string().nullable(),
  unwrapped_at: z.string().nullable(),
})
export type WrapView = z.output<typeof WrapView>

/** What the seller is not told: who holds the token. */
export function viewWrap({ purchase, role, holds }: LicensedPurchase, wrap: Wrap | null, baseUrl: string): WrapView {
  const id = publicId('pur', purchase.id)
  const isSeller = role === 'seller'
  return {
    purchase_id: id,
    wrap_status: wrap?.state ?? 'none',
    is_license_yours: holds,
    network: SOLANA,
    mint: wrap?.mint ?? null,
    owner_wallet: isSeller ? null : (wrap?.ownerWallet ?? null),
    token_wallet: isSeller || wrap?.state !== 'wrapped' ? null : (wrap.tokenWallet ?? null),
    transaction: wrap?.transaction ?? null,
    reason: wrap?.reason ?? null,
    metadata_url: wrap === null ? null : metadataUrl(baseUrl, purchase.id),
    requested_at: wrap?.createdAt.toISOString() ?? null,
    wrapped_at: wrap?.wrappedAt?.toISOString() ?? null,
    unwrapped_at: wrap?.state === 'unwrapped' ? (wrap.endedAt?.toISOString() ?? null) : null,
  }
}

/** Where the metadata of the token of a purchase (UUID) are. Tokens name this address for good. */
export const metadataUrl = (baseUrl: string, purchaseId: string): string =>
  `${baseUrl}/api/purchases/${publicId('pur', purchaseId)}/wrap-metadata`
