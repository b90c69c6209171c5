import { hkdfSync } from 'node:crypto'

/** Derives the HMAC key of receipts from the server secret. Every process with that secret can derive it. */
export const receiptHmacKey = (serverSecret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', serverSecret, 'farebox', 'receipt-hmac-v1', 32))
