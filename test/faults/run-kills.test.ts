import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'

import { type ScriptedFacilitator, startScriptedFacilitator } from '#test/support/fakes/scripted-facilitator.ts'
import { type Cluster, type Member, openCluster } from '#test/support/world/cluster.ts'
import { encoded, payOnBase, proofOf } from '#test/support/world/x402-payment.ts'

/** Two steps that need nothing from outside, 1 cent each. */
const CHAIN = { goal: 'repair this json and give me its sha256', input: '{a: 1' }

describe('a run whose worker is killed', () => {
  let cluster: Cluster
  let ingress: Member
  beforeAll(async () => {
    cluster = await openCluster('redis')
    ingress = await cluster.ingress()
    await cluster.worker(['settlement-watch'])
  })
  afterAll(() => cluster.close())

  test.each([
    'before:call-start',
    'after:call-start',
    'before:call-step-end#1',
    'after:call-step-end#1',
    'before:call-step-end#2',
    'after:call-step-end#2',
    'before:call-finish-partly',
    'after:call-finish-partly',
  ])('at %s is resumed by the next one, and charged once', async (at) => {
    const doomed = await cluster.worker(['router-workflow'], { CRASH_AT: at })
    await cluster.ready(ingress, 'router-workflow')
    const { key, keyId } = await cluster.key(100)
    const answer = cluster.call(ingress, '../run', CHAIN, { 'x-service-key': key })
    await doomed.gone
    const next = await cluster.worker(['router-workflow'])
    expect(await answer).toMatchObject({ status: 200, body: { charge: { cents: 2 } } })
    const { rows } = await cluster.db.pg.query(
      `select c.state, a.posted::int as posted, a.held::int as held,
          (select count(*)::int from call_step s where s.call_id = c.id and s.state = 'done') as steps
        from call c join service_key k on k.id = c.service_key_id join account a on a.id = k.account_id where k.key_id = $1`,
      [keyId],
    )
    expect(rows).toEqual([{ state: 'captured', posted: 980_000, held: 0, steps: 2 }])
    expect((await audit(cluster.db.pg)).filter(({ ok }) => !ok)).toEqual([])
    await cluster.kill(next)
  })
})

describe('a run paid by x402 whose worker is killed', () => {
  let cluster: Cluster
  let chain: ScriptedFacilitator
  let ingress: Member
  beforeAll(async () => {
    cluster = await openCluster('redis')
    chain = await startScriptedFacilitator()
    ingress = await cluster.ingress({ SETTLEMENT_URL: chain.url })
    await cluster.worker(['settlement-watch'], { SETTLEMENT_URL: chain.url })
  })
  afterAll(async () => {
    await cluster.close()
    await chain.close()
  })

  test.each([
    'before:call-start',
    'before:call-step-end#1',
    'after:call-step-end#1',
    'after:call-step-end#2',
    'before:call-finish-partly',
    'after:call-finish-partly',
  ])('at %s is resumed by the next one: settled once, the rest credited once', async (at) => {
    const doomed = await cluster.worker(['router-workflow'], { CRASH_AT: at, SETTLEMENT_URL: chain.url })
    await cluster.ready(ingress, 'router-workflow')
    const challenge = await cluster.call(ingress, '../run', {}, {})
    if (challenge === null) throw new Error('the ingress does not answer')
    const payload = payOnBase(challenge)
    const answer = cluster.call(ingress, '../run', CHAIN, { 'payment-signature': encoded(payload) })
    await doomed.gone
    const next = await cluster.worker(['router-workflow'], { SETTLEMENT_URL: chain.url })
    expect(await answer).toMatchObject({
      status: 200,
      body: { charge: { cents: 2, payment: { state: 'settled' } }, credit: { cents: 97 } },
    })
    expect(chain.transfers.filter(({ proof }) => proof === proofOf(payload))).toHaveLength(1)
    const { rows } = await cluster.db.pg.query(
      `select c.state, (select count(*)::int from call_step s where s.call_id = c.id and s.state = 'done') as steps
        from call c join payment_proof p on p.call_id = c.id where p.proof = $1`,
      [proofOf(payload)],
    )
    expect(rows).toEqual([{ state: 'captured', steps: 2 }])
    expect((await audit(cluster.db.pg)).filter(({ ok }) => !ok)).toEqual([])
    await cluster.kill(next)
  })
})
