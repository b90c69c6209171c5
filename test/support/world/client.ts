import { setTimeout as pause } from 'node:timers/promises'

import { expect } from 'vitest'

import type { Cluster, Member } from './cluster.ts'
import type { Told } from './expect-settled.ts'
import { type Answer, eventually } from './world.ts'

/** An impatient caller's pause before it tries again. */
const RETRY_MS = 20

/** A caller with a key of its own, who remembers every answer (test/support/world/expect-settled.ts compares them with the database). */
export async function openClient(cluster: Cluster, cents = 1_000) {
  const { key, keyId } = await cluster.key(cents)
  const told: Told = { keyId, cents, answers: [] }

  /** One call of one cent. */
  const call = async (
    ingress: Member,
    headers: Record<string, string> = {},
    body: Record<string, string> = { text: 'hello' },
  ): Promise<Answer | null> => {
    const answer = await cluster.call(ingress, 'hash-text', body, { 'x-service-key': key, ...headers })
    told.answers.push(answer)
    return answer
  }

  const ownCalls = async (): Promise<number> => {
    const { rows } = await cluster.db.pg.query<{ n: number }>(
      `select count(*)::int as n from call c join service_key k on k.id = c.service_key_id where k.key_id = $1`,
      [keyId],
    )
    return rows[0]?.n ?? 0
  }

  /** Calls one after the other for so long, and at least once: each is a clean 503. */
  const expectUnavailable = async (ingress: Member, forMs = 0): Promise<void> => {
    const until = performance.now() + forMs
    do {
      const answer = await call(ingress)
      expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable', charged_cents: 0 } })
      await pause(RETRY_MS)
    } while (performance.now() < until)
  }

  /** What the key's account has and holds, in micro-USDC. */
  const wallet = async (): Promise<{ posted: number; held: number }> => {
    const { rows } = await cluster.db.pg.query<{ posted: number; held: number }>(
      `select a.posted::float8 as posted, a.held::float8 as held from account a join service_key k on k.account_id = a.id where k.key_id = $1`,
      [keyId],
    )
    return rows[0] ?? { posted: 0, held: 0 }
  }

  return {
    wallet,
    key,
    told,
    call,
    ownCalls,
    /** Calls that a stopped worker leaves held: resolves when the database has them; `answers` when they are answered. */
    async hold(ingress: Member, count: number): Promise<{ answers: Promise<(Answer | null)[]> }> {
      const before = await ownCalls()
      const answers = Promise.all(Array.from({ length: count }, () => call(ingress)))
      await eventually(async () => (await ownCalls()) === before + count)
      return { answers }
    },
    expectUnavailable,
    /** The same while the database can be asked: nothing may be held. */
    async expectRefused(ingress: Member, forMs = 0): Promise<void> {
      const before = await ownCalls()
      await expectUnavailable(ingress, forMs)
      expect(await ownCalls()).toBe(before)
    },
    /** Calls, without waiting for results, until a call is refused: what a fault catches unawares is not what is asked here. */
    async untilRefused(ingress: Member): Promise<void> {
      await eventually(async () => (await call(ingress, { prefer: 'respond-async' }))?.status === 503)
    },
    /** Calls one after the other until told to stop; answers with the statuses it met. */
    load(ingress: Member): { stop: () => Promise<Set<number | undefined>> } {
      let isOver = false
      const met = new Set<number | undefined>()
      const running = (async () => {
        while (!isOver) {
          const status = (await call(ingress))?.status
          met.add(status)
          if (status !== 200) await pause(RETRY_MS)
        }
      })()
      return {
        async stop() {
          isOver = true
          await running
          return met
        },
      }
    },
    /** Calls until a call is answered. */
    async untilServed(ingress: Member, withinMs?: number): Promise<void> {
      await eventually(async () => (await call(ingress))?.status === 200, withinMs)
    },
  }
}

export type Client = Awaited<ReturnType<typeof openClient>>
