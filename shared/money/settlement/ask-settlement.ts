import type { Config } from '#shared/config.ts'
import { askJson, type JsonAnswer } from '#shared/lib/network/ask-json.ts'

import { settlementBearer } from './settlement-bearer.ts'

/**
 * Asks the settlement process; `body` makes it a POST. Throws when there is no answer in JSON within `timeoutMs`. A
 * request that broke off is sent once more, so only what may happen twice can be asked for here.
 */
export type AskSettlement = (path: string, options: { timeoutMs: number; body?: unknown }) => Promise<JsonAnswer>

/** A way to ask the settlement process at SETTLEMENT_URL; null when none is set. */
export function settlementClient(config: Pick<Config, 'SETTLEMENT_URL' | 'SERVER_SECRET'>): AskSettlement | null {
  if (config.SETTLEMENT_URL === undefined) return null
  return askerAt(config.SETTLEMENT_URL, { authorization: `Bearer ${settlementBearer(config.SERVER_SECRET)}` })
}

/** The same for any server that speaks as it does, such as a facilitator that is not ours. A redirect is an error. */
export function askerAt(url: string, headers: Record<string, string> = {}): AskSettlement {
  const base = url.replace(/\/+$/, '')
  return async (path, { timeoutMs, body }) => {
    const until = performance.now() + timeoutMs
    const asked = { headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    try {
      return await askJson(base + path, { ...asked, timeoutMs })
    } catch (error) {
      // A connection kept from before a restart of the other side breaks on its first use.
      const leftMs = until - performance.now()
      if (!isBroken(error) || leftMs < 1) throw error
      return askJson(base + path, { ...asked, timeoutMs: leftMs })
    }
  }
}

/** The connection failed, as the system says with a code; an answer that is none is not asked for again. */
const isBroken = (error: unknown) => error instanceof Error && 'code' in error
