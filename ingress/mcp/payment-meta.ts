import { Refusal } from '#shared/errors.ts'

/** Where x402 puts a payment into an MCP request and its receipt into the result (transports-v2/mcp.md). */
const X402_PAYMENT = 'x402/payment'
export const X402_RECEIPT = 'x402/payment-response'

/** The payment in `_meta` as the headers of the same call over HTTP. Throws 400 for one that is no object. */
export function paymentHeaders(meta: Readonly<Record<string, unknown>>): Record<string, string> {
  const payment = meta[X402_PAYMENT]
  if (payment === undefined) return {}
  if (typeof payment !== 'object' || payment === null) {
    throw new Refusal('malformed_payment', `_meta["${X402_PAYMENT}"] is no object; nothing was charged.`, {
      fix: { action: 'Put the payment payload of an x402 client there, as JSON and not as base64.' },
    })
  }
  const name = 'x402Version' in payment && payment.x402Version === 1 ? 'x-payment' : 'payment-signature'
  return { [name]: Buffer.from(JSON.stringify(payment)).toString('base64') }
}
