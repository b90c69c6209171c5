import { expect, vi } from 'vitest'
import { z } from 'zod'

import { audit } from '#shared/money/audit/audit.ts'

import { type ScriptedFacilitator, startScriptedFacilitator } from '../fakes/scripted-facilitator.ts'
import { asV1, type BasePayload, encoded, payOnBase } from './x402-payment.ts'
import { type Answer, eventually, openWorld } from './world.ts'

type PayOptions = Parameters<typeof payOnBase>[1]

const Sent = z.object({ payload: z.object({ authorization: z.object({ from: z.string() }) }) })

/** The address a wallet's requests come from: each wallet has one of its own. */
function addressOf(payload: unknown): Record<string, string> {
  const from = Sent.safeParse(payload).data?.payload.authorization.from ?? ''
  const [, one, other] = /([0-9a-f]{2})([0-9a-f]{2})$/i.exec(from) ?? []
  if (one === undefined || other === undefined) return {}
  return { 'x-forwarded-for': `198.18.${Number.parseInt(one, 16)}.${Number.parseInt(other, 16)}` }
}

/** A world whose payments a scripted facilitator verifies and settles. */
export async function openPaidWorld(options: Parameters<typeof openWorld>[0], facilitator?: ScriptedFacilitator) {
  const chain = facilitator ?? (await startScriptedFacilitator())
  const env = { SETTLEMENT_URL: chain.url, TRUST_PROXY_HOPS: '1', ...options.env }
  const world = await openWorld({ ...options, env })
  await world.ready()

  const send = (slug: string, body: unknown, payload: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    world.call(slug, body, { 'payment-signature': encoded(payload), ...addressOf(payload), ...headers })
  /** Sends a payment again as long as too many copies of it wait already. */
  const sendPatiently: typeof send = async (...request) => {
    let answer = await send(...request)
    await eventually(async () => {
      if (answer.body['code'] !== 'payment_in_progress') return true
      answer = await send(...request)
      return false
    })
    return answer
  }
  return {
    ...world,
    chain,
    /** A payment for a slug, as a client makes it of the slug's 402. */
    async payment(slug: string, changes: PayOptions = {}): Promise<BasePayload> {
      return payOnBase(await world.call(slug), changes)
    },
    send,
    sendPatiently,
    /** The same payment in the header of x402 v1. */
    sendV1: (slug: string, body: unknown, payload: BasePayload, headers: Record<string, string> = {}) =>
      world.call(slug, body, { 'x-payment': encoded(asV1(payload)), ...addressOf(payload), ...headers }),
    /** Pays a call: its 402, a payment, the call. */
    async pay(slug: string, body: unknown, changes: PayOptions = {}): Promise<Answer> {
      return send(slug, body, payOnBase(await world.call(slug), changes))
    },
    /** State, mode and failure of a payment. */
    async stateOf({
      payload,
    }: BasePayload): Promise<{ state: string; mode: string | null; failure: string | null } | null> {
      const { from, nonce } = payload.authorization
      const proof = `${from.toLowerCase()}:${nonce.toLowerCase()}`
      const [row] = await world.sql<{ state: string; mode: string | null; failure: string | null }>(
        `select state, mode, failure from payment_proof where proof = $1`,
        [proof],
      )
      return row ?? null
    },
    /** Breaks the connection under the next statement of this name, after it was committed and before its answer is read. */
    loseAnswerOf(statement: string): void {
      const query = world.db.pg.query.bind(world.db.pg)
      const lossy = async (asked: { name?: string }) => {
        // Safe: the product asks with one object and without a callback.
        const answer: unknown = await (query as (asked: unknown) => Promise<unknown>)(asked)
        if (asked.name !== statement) return answer
        spy.mockRestore()
        throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
      }
      // Safe: as above.
      const spy = vi.spyOn(world.db.pg, 'query').mockImplementation(lossy as never)
    },
    /** What came in on the pretended chain is what the ledger says came in, and the ledger is whole. */
    async balanced(): Promise<void> {
      const settled = await world.sql<{ transaction: string; amount: string }>(
        `select transaction, amount::text as amount from payment_proof where state = 'settled' order by transaction`,
      )
      const transfers = chain.transfers.map(({ transaction, amount }) => ({ transaction, amount: amount.toString() }))
      expect(settled).toEqual(transfers.toSorted((one, other) => (one.transaction < other.transaction ? -1 : 1)))
      expect((await audit(world.db.pg)).filter(({ ok }) => !ok)).toEqual([])
    },
    /** Waits until nothing is being settled any more. */
    settled: () =>
      eventually(
        async () =>
          (await world.sql(`select from payment_proof where state in ('claimed', 'verified', 'settling')`)).length ===
          0,
        30_000,
      ),
    async close() {
      await world.close()
      if (facilitator === undefined) await chain.close()
    },
  }
}

export type PaidWorld = Awaited<ReturnType<typeof openPaidWorld>>
