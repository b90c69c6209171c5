import { Refusal } from '#shared/errors.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'
import type { EgressAnswer, EgressTls } from '#shared/doors/egress.ts'

const PROBE_MS = 8_000
const MOST_BYTES = 262_144

/** Answer of a merchant's endpoint to an unpaid request. Plain JSON, so that a workflow can store it. */
export type MerchantProbe = {
  /** The URL that answered. */
  url: string
  method: 'GET' | 'POST'
  status: number
  headers: Readonly<Record<string, string | string[]>>
  body: string
  /** Milliseconds to the first byte. */
  latencyMs: number
  /** ISO 8601. */
  fetchedAt: string
  hops: readonly { url: string; location: string }[]
  /** Null over http, and where the connection was not looked at. */
  tls: EgressTls | null
}

type Asked = {
  url: string
  method: 'auto' | 'GET' | 'POST'
  body?: Record<string, unknown> | undefined
  headers?: Record<string, string>
  maxRedirects?: number
  inspect?: boolean
  timeoutMs?: number
}

/**
 * Probes an endpoint without payment or credentials. `auto` is GET, and POST where GET does not ask for payment. Null
 * when it does not answer, which is a result. A URL that may not be fetched is refused.
 */
export async function probeMerchant(
  ctx: Pick<OutcomeContext, 'egress' | 'signal'>,
  asked: Asked,
): Promise<MerchantProbe | null> {
  const first = await askOnce(ctx, asked, asked.method === 'POST' ? 'POST' : 'GET')
  if (asked.method !== 'auto' || first?.status === 402) return first
  const posted = await askOnce(ctx, asked, 'POST')
  return posted?.status === 402 ? posted : first
}

async function askOnce(
  { egress, signal }: Pick<OutcomeContext, 'egress' | 'signal'>,
  { url, body, headers, maxRedirects = 0, inspect = false, timeoutMs = PROBE_MS }: Asked,
  method: 'GET' | 'POST',
): Promise<MerchantProbe | null> {
  try {
    const answer = await egress.fetch(url, {
      method,
      accept: 'application/json',
      ...(headers === undefined ? {} : { headers }),
      ...(method === 'POST' ? { json: body ?? {} } : {}),
      maxRedirects,
      maxWireBytes: MOST_BYTES,
      overflow: 'truncate',
      timeoutMs,
      inspect,
      signal,
    })
    return probeOf(answer, method)
  } catch (error) {
    // No answer, or a decompression bomb, is a result of the probe. A URL that may not be fetched is not.
    if (error instanceof Refusal && error.code !== 'url_not_allowed') return null
    throw error
  }
}

const probeOf = (answer: EgressAnswer, method: 'GET' | 'POST'): MerchantProbe => ({
  url: answer.url,
  method,
  status: answer.status,
  headers: answer.headers,
  body: answer.body.subarray(0, MOST_BYTES).toString('utf8'),
  latencyMs: Math.round(answer.timings.firstByte),
  fetchedAt: answer.fetchedAt.toISOString(),
  hops: answer.hops.map(({ url, location }) => ({ url, location })),
  tls: answer.connection?.tls ?? null,
})
