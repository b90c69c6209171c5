import type { Config } from '#shared/config.ts'

import { settlementBearer } from './settlement-bearer.ts'

/** What the settlement process answered: its status, and its body as JSON. */
export type SettlementAnswer = { status: number; body: unknown }

/**
 * Asks the settlement process; `body` makes it a POST. Throws when there is no answer in JSON within `timeoutMs`. A
 * request that broke off is sent once more, so only what may happen twice can be asked for here.
 */
export type AskSettlement = (path: string, options: { timeoutMs: number; body?: unknown }) => Promise<SettlementAnswer>

/** A way to ask the settlement process at SETTLEMENT_URL; null when none is set. */
export function settlementClient(config: Pick<Config, 'SETTLEMENT_URL' | 'SERVER_SECRET'>): AskSettlement | null {
  const base = config.SETTLEMENT_URL?.replace(/\/+$/, '')
  if (base === undefined) return null
  const authorization = `Bearer ${settlementBearer(config.SERVER_SECRET)}`
  return async (path, { timeoutMs, body }) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const send = () =>
      fetch(base + path, {
        redirect: 'error',
        signal,
        headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      })
    // A connection kept from before a restart of the other side breaks on its first use.
    const response = await send().catch((error: unknown) => {
      if (signal.aborted) throw error
      return send()
    })
    const answer: unknown = await response.json()
    return { status: response.status, body: answer }
  }
}
