import { z } from 'zod'

import { SOLANA } from '#shared/chains/networks.ts'
import { usdcString } from '#shared/lib/micro-usdc.ts'
import { publicId } from '#shared/market/public-id.ts'
import type { OpenedOrder, SaleCurrency } from '#shared/market/purchases/open-sale-order.ts'
import type { OfferedPayment } from '#shared/market/solana/sale-answers.ts'

/** What is signed and sent to pay an order on Solana. Amounts are decimal strings in micro-USDC or lamports. */
export const SolanaOffer = z.object({
  network: z.literal(SOLANA),
  currency: z.enum(['usdc', 'sol']),
  amount_cents: z.int(),
  recent_blockhash: z.string(),
  last_valid_block_height: z.int(),
  reference: z.string().describe('a read-only key of the transaction, by which the payment is found'),
  memo: z.string().describe('the transaction has exactly this memo'),
  splits: z
    .array(
      z.object({
        role: z.enum(['seller', 'platform', 'royalty', 'buyer']),
        address: z.string(),
        token_account: z.string().nullable(),
        mint: z.string().nullable(),
        amount: z.string(),
      }),
    )
    .describe('each is a transfer instruction of its own'),
  sol_usd_quote: z.object({ rate: z.string().describe('dollars for one SOL'), valid_until: z.string() }).nullable(),
  network_fee_lamports: z.int().describe('that the payer pays beside the splits'),
  opens_accounts: z
    .array(z.object({ wallet: z.string(), token_account: z.string(), rent_lamports: z.int() }))
    .describe('token accounts that are missing, and that the payer opens and pays for'),
  transaction: z.string().describe('unsigned, version 0, base64: sign it with the payer and send it'),
  expires_at: z.string(),
})
/** What a buyer gets to pay a purchase. */
export const SolanaIntent = SolanaOffer.extend({
  purchase_id: z.string(),
  solana_pay_url: z.string().describe('a Solana Pay transaction request for any wallet'),
  solana_pay_qr_url: z.string().describe('the same as a QR code, SVG'),
})
export type SolanaIntent = z.output<typeof SolanaIntent>

type Opened = { opened: OpenedOrder; currency: SaleCurrency; offer: OfferedPayment; baseUrl: string; token: string }

/** The wire form of an intent. */
export function viewIntent({ opened, currency, offer, baseUrl, token }: Opened): SolanaIntent {
  const id = publicId('pur', opened.purchaseId)
  const link = `${baseUrl}/api/purchases/${id}/solana-pay`
  return {
    purchase_id: id,
    ...viewOffer(opened, { currency, cents: opened.legs.reduce((sum, { cents }) => sum + cents, 0), offer }),
    solana_pay_url: solanaPayUrl(link, token),
    solana_pay_qr_url: `${link}/qr?token=${token}`,
  }
}

/** The wire form of an order of so many cents that was opened, with the transaction that pays it. */
export function viewOffer(
  opened: { reference: string; memo: string; expiresAt: Date },
  { currency, cents, offer }: { currency: SaleCurrency; cents: number; offer: OfferedPayment },
): z.output<typeof SolanaOffer> {
  return {
    network: SOLANA,
    currency,
    amount_cents: cents,
    recent_blockhash: offer.blockhash,
    last_valid_block_height: offer.last_valid_block_height,
    reference: opened.reference,
    memo: opened.memo,
    splits: offer.splits,
    sol_usd_quote:
      offer.quote === null
        ? null
        : { rate: usdcString(BigInt(offer.quote.micro_usd_per_sol)), valid_until: offer.quote.valid_until },
    network_fee_lamports: offer.network_fee_lamports,
    opens_accounts: offer.opens,
    transaction: offer.transaction,
    expires_at: opened.expiresAt.toISOString(),
  }
}

/** A Solana Pay transaction request: the URL of our link, percent-encoded because it has a query. */
export const solanaPayUrl = (link: string, token: string): string =>
  `solana:${encodeURIComponent(`${link}?token=${token}`)}`
