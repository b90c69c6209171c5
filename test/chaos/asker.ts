import { setTimeout as pause } from 'node:timers/promises'

import { Pool } from 'undici'

type Sent = { method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: unknown }
type Answered = { status: number; body: Record<string, unknown> }
type Asker = {
  /** Asks until one of these statuses is answered; null when that never came. */
  until: (path: string, sent: Sent, final: readonly number[]) => Promise<Answered | null>
  close: () => Promise<void>
}

const ASK_MS = 20_000
/** Milliseconds after the end of the load for which a client still asks. */
const LONGER_MS = 30_000

/**
 * Asks as a careful client does: one ingress after the other, and a broken connection, a 5xx or a 429 again until the
 * answer is final.
 */
export function openAsker(given: { addresses: () => string[]; number: number; until: number; tries?: number }): Asker {
  const { addresses, number, until, tries = Infinity } = given
  const pools = new Map<string, Pool>()
  const poolOf = (address: string): Pool => {
    const pool =
      pools.get(address) ?? new Pool(address, { connections: 1, headersTimeout: ASK_MS, bodyTimeout: ASK_MS })
    pools.set(address, pool)
    return pool
  }
  const ask = async (
    attempt: number,
    path: string,
    { method = 'POST', headers = {}, body }: Sent,
  ): Promise<Answered> => {
    const all = addresses()
    const answer = await poolOf(all[(number + attempt) % all.length] ?? '').request({
      method,
      path,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    // Safe: every answer of ours is a JSON object.
    return { status: answer.statusCode, body: JSON.parse(await answer.body.text()) as Record<string, unknown> }
  }
  return {
    async until(path, sent, final) {
      for (let attempt = 0; attempt < tries && Date.now() < until + LONGER_MS; attempt += 1) {
        const answer = await ask(attempt, path, sent).catch(() => null)
        if (answer !== null && final.includes(answer.status)) return answer
        await pause(50 + Math.random() * 200)
      }
      return null
    },
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()))
    },
  }
}
