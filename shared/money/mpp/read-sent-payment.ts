import { readPaymentHeader, type SentPayment } from '../x402/payment-header.ts'
import { readMppCredential } from './credential.ts'

/** Decodes a payment by its header: Authorization (MPP), PAYMENT-SIGNATURE (x402 v2) or X-PAYMENT (v1). Throws 400, or 402 for MPP. */
export const readSentPayment = (name: string, text: string): SentPayment =>
  name === 'authorization' ? readMppCredential(text) : readPaymentHeader(name, text)
