import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'

import { type Cluster, type Member, openCluster } from '#test/support/world/cluster.ts'
import { type ScriptedFacilitator, startScriptedFacilitator } from '#test/support/fakes/scripted-facilitator.ts'
import { type BasePayload, encoded, payOnBase, proofOf } from '#test/support/world/x402-payment.ts'
import { type Answer, eventually } from '#test/support/world/world.ts'

let cluster: Cluster
let chain: ScriptedFacilitator
let steady: Member
beforeAll(async () => {
  cluster = await openCluster('redis')
  chain = await startScriptedFacilitator()
  steady = await cluster.ingress({ SETTLEMENT_URL: chain.url })
  await cluster.worker(['settlement-watch'], { SETTLEMENT_URL: chain.url })
})
afterAll(async () => {
  const { rows } = await cluster.db.pg.query<{ transaction: string }>(
    `select transaction from payment_proof where state = 'settled'`,
  )
  expect(rows.map(({ transaction }) => transaction).toSorted()).toEqual(
    chain.transfers.map(({ transaction }) => transaction).toSorted(),
  )
  const open = await cluster.db.pg.query(`select from payment_proof where state in ('claimed', 'verified', 'settling')`)
  expect(open.rowCount).toBe(0)
  expect((await audit(cluster.db.pg)).filter(({ ok }) => !ok)).toEqual([])
  await cluster.close()
  await chain.close()
})

const workers: Member[] = []
async function startWorker(env: Record<string, string>, pool = 'outcome'): Promise<Member> {
  const worker = await cluster.worker([pool], env)
  workers.push(worker)
  return worker
}
// Whoever is left would take the calls of the next test.
afterEach(async () => {
  for (const worker of workers.splice(0)) await cluster.kill(worker)
})

async function payment(slug: string, body: unknown = {}): Promise<BasePayload> {
  const challenge = await cluster.call(steady, slug, body, {})
  if (challenge === null) throw new Error('the ingress does not answer')
  return payOnBase(challenge)
}

const send = (ingress: Member, slug: string, payload: BasePayload, body: unknown): Promise<Answer | null> =>
  cluster.call(ingress, slug, body, { 'payment-signature': encoded(payload) })

/** The same payment, sent until it is answered: what a caller does who was cut off. */
async function answered(slug: string, payload: BasePayload, body: unknown): Promise<Answer> {
  let last: Answer | null = null
  await eventually(async () => {
    last = await send(steady, slug, payload, body)
    return last !== null && last.status !== 503 && last.status !== 202
  }, 40_000)
  if (last === null) throw new Error('it was never answered')
  return last
}

/** Settlement-watch comes after a while by itself; here at once. */
const lookNow = (payload: BasePayload) =>
  cluster.db.pg.query(`update payment_proof set next_try_at = now() where proof = $1 and next_try_at is not null`, [
    proofOf(payload),
  ])

const transfersOf = (payload: BasePayload) => chain.transfers.filter(({ proof }) => proof === proofOf(payload))

/** One settles after its run, the other before it. */
const CALLS = [
  { slug: 'hash-text', body: { text: 'hello' } },
  { slug: 'preflight-before-write', body: { action: 'delete table users' } },
]

describe.each(CALLS)('$slug', ({ slug, body }) => {
  const isFirst = slug !== 'hash-text'

  test.each([
    'after:payment-claim',
    'before:call-accept-paid',
    'after:call-accept-paid',
    ...(isFirst ? ['before:payment-paid', 'after:payment-paid'] : []),
  ])('the ingress is killed %s: one transfer, and the same payment gets the result', async (moment) => {
    await startWorker({ SETTLEMENT_URL: chain.url })
    await cluster.ready(steady)
    const doomed = await cluster.ingress({ SETTLEMENT_URL: chain.url, CRASH_AT: moment })
    await cluster.ready(doomed)
    const payload = await payment(slug)
    expect(await send(doomed, slug, payload, body)).toBeNull()
    await doomed.gone
    await lookNow(payload)
    const answer = await answered(slug, payload, body)
    expect(answer.status, answer.text).toBe(200)
    expect(transfersOf(payload)).toHaveLength(1)
  })

  test.each(
    isFirst
      ? ['after:call-finish']
      : ['before:call-store-unsettled', 'after:call-store-unsettled', 'before:payment-paid', 'after:payment-paid'],
  )('the worker is killed %s: one transfer, and the caller gets the result', async (moment) => {
    const doomed = await startWorker({ SETTLEMENT_URL: chain.url, CRASH_AT: moment })
    await cluster.ready(steady)
    const payload = await payment(slug)
    const waiting = send(steady, slug, payload, body)
    await doomed.gone
    await lookNow(payload)
    const heir = await startWorker({ SETTLEMENT_URL: chain.url })
    const first = await waiting
    const answer = first?.status === 200 ? first : await answered(slug, payload, body)
    expect(answer.status, answer.text).toBe(200)
    expect(transfersOf(payload)).toHaveLength(1)
    await cluster.kill(heir)
  })

  test('K11: settlement-watch is killed between the answer to settle and noting it: another notes it', async () => {
    await startWorker({ SETTLEMENT_URL: chain.url })
    await cluster.ready(steady)
    const payload = await payment(slug)
    // Whoever asks first is told nothing, so that settlement-watch has to find out.
    chain.set('settle', '500', { lands: true, times: 1 })
    chain.set('lookup', '500', { times: 1 })
    await startWorker({ SETTLEMENT_URL: chain.url, CRASH_AT: 'before:payment-paid' }, 'settlement-watch')
    const answer = await send(steady, slug, payload, body)
    expect(answer?.status, answer?.text).toBe(200)
    expect(transfersOf(payload)).toHaveLength(1)
  })
})

describe('balance/fund', () => {
  const body = { amount_cents: 200 }
  const keys = async () => (await cluster.db.pg.query(`select from service_key`)).rowCount ?? 0

  test.each([
    'after:payment-claim',
    'before:payment-bind-purchase',
    'after:payment-bind-purchase',
    'before:payment-paid',
    'before:purchase-earned',
    'before:commit',
  ])('B2: the ingress is killed %s: one transfer, one key, and the same payment names it', async (moment) => {
    const doomed = await cluster.ingress({ SETTLEMENT_URL: chain.url, CRASH_AT: moment })
    const payload = await payment('balance/fund', body)
    const before = await keys()
    expect(await send(doomed, 'balance/fund', payload, body)).toBeNull()
    await doomed.gone
    await lookNow(payload)
    const answer = await answered('balance/fund', payload, body)
    expect(answer, answer.text).toMatchObject({ status: 200, body: { amount_cents: 200, balance_cents: 200 } })
    const again = await answered('balance/fund', payload, body)
    expect(again.body).toMatchObject({ key: null, key_id: answer.body['key_id'] })
    expect(await keys()).toBe(before + 1)
    expect(transfersOf(payload)).toHaveLength(1)
  })
})
