import type { PayerKind } from '../http/access-log.ts'
import type { SellerSale } from './sellers/seller-sales.ts'

/** An outcome call as it came in; nothing is validated yet. */
export type CallRequest = {
  slug: string
  /** Set for a call of a seller's endpoint: what is sold under this slug is not in the catalog. */
  seller?: SellerSale
  /** One value per name, lower case. */
  header: (name: string) => string | undefined
  /** Declared bytes of the body; null for a chunked body. */
  bodyBytes: number | null
  /** Reads the bytes of the JSON body, up to a limit. Throws Refusals. */
  readBody: (limit: number) => Promise<Uint8Array>
  /** Client address. */
  ip: string
  requestId: string
  /** The x402 version of its 402; 2 by default. */
  x402Version?: 1 | 2
  /** Calls `left` when the caller disconnects before the answer, at once if it has already. */
  onLeave: (left: () => void) => void
  /** Told for the access log who is to pay, and later who paid. */
  onPayer?: (payer: PayerKind) => void
}
