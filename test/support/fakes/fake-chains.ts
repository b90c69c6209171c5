import { Refusal } from '#shared/errors.ts'
import type { ChainsDoor } from '#shared/doors/chains.ts'

/** What the chain says to a question; it may throw a ChainRefusal or a Refusal. */
export type Say = (method: string, params: readonly unknown[]) => unknown

/**
 * A chains door without a network, for tests of outcomes: one node that says what it is told, read by the shapes of whoever
 * asks. `asked` holds the questions in their order.
 */
export function fakeChains(say: Say, { keepsTime = true } = {}) {
  const asked: { method: string; params: readonly unknown[] }[] = []
  const door: ChainsDoor = {
    open: (chain) => ({
      keepsTime,
      async ask(method, params, schema) {
        asked.push({ method, params })
        const read = schema.safeParse(say(method, params))
        if (read.success) return read.data
        throw new Refusal('upstream_unavailable', `No node of ${chain} answered.`, {}, { cause: read.error })
      },
      answeredBy: () => ({
        provider: 'mainnet.base.org',
        latencyMs: 84,
        retrievedAt: new Date('2026-11-20T12:00:00.000Z'),
        tried: [],
      }),
    }),
  }
  return { ...door, asked }
}
