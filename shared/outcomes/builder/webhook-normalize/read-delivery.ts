import { isObject } from '#shared/engines/json/json-value.ts'
import { parseExactly } from '#shared/engines/json/repair/scan-valid.ts'
import type { Delivery } from './provider.ts'

type Sent = { payload: string | Record<string, unknown>; headers: Record<string, unknown>; url: string | null }

/** Reads a delivery: JSON, a form (Twilio; Slack's and GitHub's `payload` member holds JSON), or text that stays text. */
export function readDelivery({ payload, headers, url }: Sent): Delivery {
  const lowered = new Map(
    Object.entries(headers).flatMap(([name, value]): [string, string][] => {
      const first: unknown = Array.isArray(value) ? value[0] : value
      return typeof first === 'string' || typeof first === 'number' ? [[name.toLowerCase(), String(first).trim()]] : []
    }),
  )
  const base = { headers: lowered, url }
  if (typeof payload !== 'string') return { ...base, raw: null, body: payload, form: 'json' }
  const json = objectOf(payload)
  if (json !== null) return { ...base, raw: payload, body: json, form: 'json' }
  const isForm =
    lowered.get('content-type')?.startsWith('application/x-www-form-urlencoded') ??
    /^[\w.%[\]-]{1,200}=[^\s{}<>]*$/.test(payload.slice(0, 2_000))
  if (!isForm) return { ...base, raw: payload, body: {}, form: 'text' }
  const fields = new URLSearchParams(payload)
  return {
    ...base,
    raw: payload,
    body: objectOf(fields.get('payload') ?? '') ?? Object.fromEntries(fields),
    form: 'form',
  }
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    // An id of more than 53 bits stays the id it is.
    const value = parseExactly(text)
    // A batch (SendGrid, Square's bulk) is told by its first event.
    if (Array.isArray(value)) return isObject(value[0]) ? value[0] : null
    return isObject(value) ? value : null
  } catch {
    return null
  }
}
