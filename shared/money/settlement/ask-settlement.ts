import type { Config } from '#shared/config.ts'
import { askJson, type JsonAnswer } from '#shared/lib/network/ask-json.ts'

import { settlementBearer } from './settlement-bearer.ts'

/**
 * Sends a request to the settlement process; `body` makes it a POST. Throws when no JSON arrives within `timeoutMs`. A
 * request whose connection broke is sent once more, so only idempotent requests are allowed.
 */
export type AskSettlement = (path: string, options: { timeoutMs: number; body?: unknown }) => Promise<JsonAnswer>

/** Returns a client of the settlement process at SETTLEMENT_URL; null when it is not set. */
export function settlementClient(config: Pick<Config, 'SETTLEMENT_URL' | 'SERVER_SECRET'>): AskSettlement | null {
  if (config.SETTLEMENT_URL === undefined) return null
  return askerAt(config.SETTLEMENT_URL, { authorization: `Bearer ${settlementBearer(config.SERVER_SECRET)}` })
}

/** Returns a client of any server with the same protocol, such as an external facilitator. A redirect is an error. */
export function askerAt(url: string, headers: Record<string, string> = {}): AskSettlement {
  const base = url.replace(/\/+$/, '')
  return async (path, { timeoutMs, body }) => {
    const until = performance.now() + timeoutMs
    const asked = { headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    try {
      return await askJson(base + path, { ...asked, timeoutMs })
    } catch (error) {
      // A kept-alive connection breaks on its first use after the other side restarted.
      const leftMs = until - performance.now()
      if (!isBroken(error) || leftMs < 1) throw error
      return askJson(base + path, { ...asked, timeoutMs: leftMs })
    }
  }
}

/** Whether the connection failed: system errors have a code. An answer that is not JSON is not retried. */
const isBroken = (error: unknown) => error instanceof Error && 'code' in error
