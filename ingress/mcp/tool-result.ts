import type { CallToolResult } from '@modelcontextprotocol/server'

import type { Reply } from '../http/route.ts'
import { X402_RECEIPT } from './payment-meta.ts'

type Json = Record<string, unknown>

/**
 * The reply of an HTTP route as the result of a tool: its body is the structured content and, as text, the content. A 402
 * holds what x402 clients sign (the PaymentRequired of the header, without the schemas of the body), and the receipt of a
 * payment stands in `_meta`.
 */
export function toolResult({ status = 200, headers = {}, body }: Reply): CallToolResult {
  // Safe: every body of a route that a tool asks is a JSON object.
  const whole = (typeof body === 'string' ? JSON.parse(body) : body) as Json
  const required = headers['PAYMENT-REQUIRED']
  const shown = status === 402 && required !== undefined ? { ...whole, ...decoded(required) } : whole
  const receipt = headers['PAYMENT-RESPONSE'] ?? headers['X-PAYMENT-RESPONSE']
  return {
    content: [{ type: 'text', text: typeof body === 'string' && shown === whole ? body : JSON.stringify(shown) }],
    structuredContent: shown,
    ...(whole['ok'] === false || status >= 400 ? { isError: true } : {}),
    ...(receipt === undefined ? {} : { _meta: { [X402_RECEIPT]: decoded(receipt) } }),
  }
}

// Safe: both headers are base64 of a JSON object of our own making.
const decoded = (header: string) => JSON.parse(Buffer.from(header, 'base64').toString()) as Json
