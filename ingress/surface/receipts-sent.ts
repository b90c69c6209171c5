import { parseJson } from '#shared/lib/parse-json.ts'
import { Refusal } from '#shared/errors.ts'

/**
 * Parses the receipt of a request: an object, its JSON text, or base64url of its JSON. Throws 422 unless it is a JSON
 * object. Does not verify the receipt.
 */
export function sentReceipt(sent: unknown, where: 'body' | 'query'): Record<string, unknown> {
  const receipt = typeof sent === 'string' ? parseReceipt(sent) : sent
  if (typeof receipt === 'object' && receipt !== null && !Array.isArray(receipt)) {
    // Safe: not null, not an array, so a JSON object.
    return receipt as Record<string, unknown>
  }
  const isMissing = sent === undefined
  const msg = isMissing ? 'Field required' : 'Value error, this is neither a receipt nor its JSON in base64url'
  throw new Refusal('validation_error', isMissing ? 'There is no receipt to check.' : 'This is not a receipt.', {
    detail: [{ type: isMissing ? 'missing' : 'value_error', loc: [where, 'receipt'], msg }],
    fix: {
      action: 'Send the receipt as it was minted: POST {"receipt": {...}}, or GET ?receipt=<base64url of its JSON>.',
    },
  })
}

const parseReceipt = (text: string): unknown =>
  parseJson(/^[\w+/-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64').toString('utf8') : text)
