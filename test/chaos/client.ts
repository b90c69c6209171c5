import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { Pool } from 'undici'

/** What a client saw of one call it wanted, over all its tries with one Idempotency-Key. */
export type Seen = {
  key: number
  idem: string
  /** `own`: the result is that of this very call. */
  answers: { status: number; callId: string | null; cents: number | null; own: boolean }[]
  broken: number
  gaveUp: boolean
}

const TRIES = 40

/**
 * Calls one after the other as a careful agent would: a broken connection, a 5xx or a 429 is tried again with the same
 * key until there is a 200, and a 202 is read until it is final.
 */
export async function runClient(options: {
  addresses: () => string[]
  keys: string[]
  number: number
  until: number
  log: Seen[]
}): Promise<void> {
  const { addresses, keys, number, until, log } = options
  const pools = new Map<string, Pool>()
  const poolOf = (address: string) => {
    let pool = pools.get(address)
    if (pool === undefined) {
      pool = new Pool(address, { connections: 1, headersTimeout: 40_000, bodyTimeout: 40_000, connectTimeout: 2_000 })
      pools.set(address, pool)
    }
    return pool
  }
  for (let nth = 0; Date.now() < until; nth += 1) {
    const key = (number * 7 + nth) % keys.length
    const seen: Seen = { key, idem: `c${number}-${nth}`, answers: [], broken: 0, gaveUp: true }
    // Every fourth call takes its time, so that faults find calls in the middle of their run.
    const work = nth % 4 === 0 ? slowWork(seen.idem, (nth * 37) % 300) : quickWork(seen.idem)
    log.push(seen)
    for (let attempt = 0; attempt < TRIES && Date.now() < until + 30_000; attempt += 1) {
      const all = addresses()
      const address = all[(number + attempt) % all.length] ?? ''
      const headers = {
        'content-type': 'application/json',
        'x-service-key': keys[key] ?? '',
        'idempotency-key': seen.idem,
      }
      try {
        const answer = await poolOf(address).request({
          method: 'POST',
          path: `/api/v1/outcomes/${work.slug}`,
          headers,
          body: work.body,
        })
        const text = await answer.body.text()
        // Safe: every answer of ours is a JSON object.
        const body = JSON.parse(text) as { call_id?: string; charge?: { cents: number } }
        seen.answers.push({
          status: answer.statusCode,
          callId: body.call_id ?? null,
          cents: body.charge?.cents ?? null,
          own: text.includes(work.mark),
        })
        if (answer.statusCode === 200 || answer.statusCode === 402) {
          seen.gaveUp = false
          break
        }
      } catch {
        seen.broken += 1
      }
      await pause(50 + Math.random() * 200)
    }
  }
  await Promise.all([...pools.values()].map((pool) => pool.destroy()))
}

/** Milliseconds of work whose result is the digest of the call's own name. */
const quickWork = (idem: string) => ({
  slug: 'hash-text',
  body: `{"text":"${idem}"}`,
  mark: createHash('sha256').update(idem).digest('hex'),
})

/** Work that waits, and whose result names the call. */
const slowWork = (idem: string, ms: number) => ({
  slug: 'test-slow',
  body: `{"ms":${ms},"label":"${idem}"}`,
  mark: `"label":"${idem}"`,
})
