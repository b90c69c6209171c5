import type { CallToolResult } from '@modelcontextprotocol/server'

import type { Reply } from '../http/route.ts'
import { decoded, paymentMeta } from './payment-meta.ts'

type Json = Record<string, unknown>

/**
 * The reply of an HTTP route as the result of a tool: its body is the structured content and, as text, the content. A 402
 * holds what x402 clients sign (the PaymentRequired of the header, without the schemas of the body), and challenges
 * of MPP and receipts stand in `_meta`.
 */
export function toolResult(reply: Reply): CallToolResult {
  const { text, isError, meta } = partsOf(reply)
  return {
    content: [{ type: 'text', text }],
    // Safe: every body of a route that a tool asks is a JSON object.
    structuredContent: JSON.parse(text) as Json,
    ...(isError ? { isError } : {}),
    ...(meta === null ? {} : { _meta: meta }),
  }
}

/** The same as JSON text, made without parsing the body. `more` are members of the result and of its `_meta`. */
export function toolResultText(reply: Reply, more: { members: Json; meta: Json }): string {
  const { text, isError, meta } = partsOf(reply)
  const tail = JSON.stringify({
    ...(isError ? { isError } : {}),
    ...more.members,
    ...(meta === null && Object.keys(more.meta).length === 0 ? {} : { _meta: { ...meta, ...more.meta } }),
  })
  const end = tail === '{}' ? '}' : `,${tail.slice(1)}`
  return `{"content":[{"type":"text","text":${JSON.stringify(text)}}],"structuredContent":${text}${end}`
}

/** How the answer of a call that succeeded begins. */
const OK = '{"ok":true,'

function partsOf({ status = 200, headers = {}, body }: Reply): { text: string; isError: boolean; meta: Json | null } {
  const required = status === 402 ? headers['PAYMENT-REQUIRED'] : undefined
  const meta = paymentMeta(headers)
  const of = { meta: Object.keys(meta).length === 0 ? null : meta }
  if (typeof body === 'string' && required === undefined && status < 400 && body.startsWith(OK))
    return { ...of, text: body, isError: false }
  // Safe: every body of a route that a tool asks is a JSON object.
  const whole = (typeof body === 'string' ? JSON.parse(body) : body) as Json
  const text =
    required !== undefined
      ? JSON.stringify({ ...whole, ...decoded(required) })
      : typeof body === 'string'
        ? body
        : JSON.stringify(body)
  return { ...of, text, isError: whole['ok'] === false || status >= 400 }
}
