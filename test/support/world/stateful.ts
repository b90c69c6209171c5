import { createLog } from '#shared/log.ts'
import { freePort } from '#shared/playground/free-port.ts'
import type { Pool } from '#shared/calls/pools.ts'
import { startSettlement } from '#workers/settlement/start-settlement.ts'

import { type Answer, openWorld } from './world.ts'

/** A result of an outcome, as a test looks at it. */
export type Result = Record<string, unknown>

/** A world with a settlement process that signs, and callers who pay by keys and passes. */
export async function openStatefulWorld(more: { env?: Record<string, string>; pools?: readonly Pool[] } = {}) {
  const port = String(await freePort())
  const env = {
    SETTLEMENT_PORT: port,
    SETTLEMENT_URL: `http://127.0.0.1:${port}`,
    RECEIPT_SEED: '5e'.repeat(32),
    ...more.env,
  }
  const world = await openWorld({
    backend: 'postgres',
    env,
    ...(more.pools === undefined ? {} : { pools: more.pools }),
  })
  const settlement = await startSettlement({ config: world.config, log: createLog('silent'), db: world.db })
  await world.ready()

  /** Somebody who pays: `ok` expects a result, `no` a refusal that cost nothing. */
  const callerWith = (headers: Record<string, string>) => {
    const call = (slug: string, body: unknown): Promise<Answer> => world.call(slug, body, headers)
    return {
      headers,
      call,
      async ok(slug: string, body: unknown): Promise<Result> {
        const answer = await call(slug, body)
        if (answer.status !== 200) throw new Error(`${slug} answered ${answer.status}: ${answer.text.slice(0, 500)}`)
        return Object(answer.body['result'])
      },
      async no(slug: string, body: unknown): Promise<Result> {
        const { status, body: said } = await call(slug, body)
        if (said['charged_cents'] !== 0) throw new Error(`${slug} answered ${status} and charged for it`)
        return { status, ...said }
      },
    }
  }
  return {
    ...world,
    async payer(cents = 500) {
      const { key, keyId } = await world.key(cents)
      return { key, keyId, ...callerWith({ 'x-service-key': key }) }
    },
    async passHolder(kind: 'day' | 'week' | 'month' = 'week') {
      const { passToken } = await world.pass(kind)
      return callerWith({ 'x-day-pass': passToken })
    },
    callerWith,
    /** The settlement process goes away: nothing is signed any more. */
    stopSigning: async () => settlement?.close(),
    async close() {
      await settlement?.close().catch(() => undefined)
      await world.close()
    },
  }
}

export type StatefulWorld = Awaited<ReturnType<typeof openStatefulWorld>>
