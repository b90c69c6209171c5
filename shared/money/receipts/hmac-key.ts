import { hkdfSync } from 'node:crypto'

/** The key of a receipt's HMAC. Every process of ours can make it; nobody else can. */
export const receiptHmacKey = (serverSecret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', serverSecret, 'farebox', 'receipt-hmac-v1', 32))
