import type { CallToolResult } from '@modelcontextprotocol/server'

import type { Reply } from '../http/route.ts'
import { decoded, paymentMeta } from './payment-meta.ts'

type Json = Record<string, unknown>

/**
 * The reply of an HTTP route as the result of a tool: its body is the structured content and, as text, the content. A 402
 * holds what x402 clients sign (the PaymentRequired of the header, without the schemas of the body), and challenges
 * of MPP and receipts stand in `_meta`.
 */
export function toolResult({ status = 200, headers = {}, body }: Reply): CallToolResult {
  // Safe: every body of a route that a tool asks is a JSON object.
  const whole = (typeof body === 'string' ? JSON.parse(body) : body) as Json
  const required = headers['PAYMENT-REQUIRED']
  const shown = status === 402 && required !== undefined ? { ...whole, ...decoded(required) } : whole
  const meta = paymentMeta(headers)
  return {
    content: [{ type: 'text', text: typeof body === 'string' && shown === whole ? body : JSON.stringify(shown) }],
    structuredContent: shown,
    ...(whole['ok'] === false || status >= 400 ? { isError: true } : {}),
    ...(Object.keys(meta).length === 0 ? {} : { _meta: meta }),
  }
}
