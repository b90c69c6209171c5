import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { uuidOf } from '#shared/market/public-id.ts'
import { audit } from '#shared/money/audit/audit.ts'

import { type ScriptedFacilitator, startScriptedFacilitator } from '#test/support/fakes/scripted-facilitator.ts'
import { askMember, requestOf } from '#test/support/world/ask-member.ts'
import { type Cluster, type Member, openCluster } from '#test/support/world/cluster.ts'
import { registerAccount, type Registered } from '#test/support/world/market.ts'
import { offered, resellable } from '#test/support/world/resale.ts'
import { type Answer, eventually, randomId } from '#test/support/world/world.ts'
import { encoded, payOnBase, proofOf } from '#test/support/world/x402-payment.ts'

let cluster: Cluster
let chain: ScriptedFacilitator
let steady: Member
let maker: Registered
let holder: Registered
let buyer: Registered
const request = requestOf(() => steady)
beforeAll(async () => {
  cluster = await openCluster('postgres')
  chain = await startScriptedFacilitator()
  steady = await cluster.ingress({ SETTLEMENT_URL: chain.url })
  await cluster.worker(['settlement-watch'], { SETTLEMENT_URL: chain.url })
  const account = () => registerAccount({ request })
  ;[maker, holder, buyer] = await Promise.all([account(), account(), account()])
})
afterAll(async () => {
  const findings = await audit(cluster.db.pg)
  await cluster.close()
  await chain.close()
  expect(findings.filter(({ ok }) => !ok)).toEqual([])
})

/** A licence on offer, and its sale through one ingress. */
async function onOffer() {
  const purchaseId = await resellable(cluster, maker, holder)
  const { body } = await holder.request('GET', `/api/purchases/${purchaseId}`)
  const offerId = await offered(holder, purchaseId)
  const path = `/api/purchases/x402/${String(body['listing_id'])}`
  const buy = (at: Member, headers: Record<string, string>) =>
    askMember(at, 'POST', path, { headers: { ...buyer.bearer, ...headers }, body: { resale_offer_id: offerId } })
  /** Sent again until it is answered: what a buyer does who was cut off. */
  const bought = async (headers: Record<string, string>) => {
    let last: Answer | null = null
    await eventually(async () => {
      last = await buy(steady, headers)
      return last !== null && last.status !== 503
    }, 40_000)
    expect(last).toMatchObject({ status: 200, body: { purchase: { kind: 'resale', status: 'paid' } } })
  }
  const sold = async () => {
    const { rows } = await cluster.db.pg.query(
      `select o.state, h.resold_as = n.id as moved, (select count(*)::int from purchase p where p.resale_offer_id = o.id) as sales,
         (select sum(y.amount)::int from payable y where y.purchase_id = n.id and y.source = 'royalty') as royalty
       from resale_offer o join purchase h on h.id = o.purchase_id left join purchase n on n.id = o.sale_id where o.id = $1`,
      [uuidOf('rof', offerId)],
    )
    return rows
  }
  return { buy, bought, sold }
}
const ONCE = [{ state: 'sold', moved: true, sales: 1, royalty: 300_000 }]

describe('an ingress that is killed while it sells a licence on', () => {
  test.each([
    'before:resale-offer-lock',
    'before:purchase-prepaid',
    'after:purchase-prepaid',
    'before:commit',
    'after:commit',
  ])('to a prepaid key, %s: sent again it is one sale, and one licence', async (moment) => {
    const { buy, bought, sold } = await onOffer()
    const { key } = await cluster.key(1_000)
    const headers = { 'x-service-key': key, 'idempotency-key': randomId() }
    const doomed = await cluster.ingress({ SETTLEMENT_URL: chain.url, CRASH_AT: moment })
    expect(await buy(doomed, headers)).toBeNull()
    await doomed.gone
    await bought(headers)
    expect(await sold()).toEqual(ONCE)
  })

  test.each([
    'before:payment-paid',
    'before:resale-offer-lock',
    'before:purchase-x402',
    'after:purchase-x402',
    'before:commit',
  ])('by x402, %s: one transfer, one sale, and one licence', async (moment) => {
    const { buy, bought, sold } = await onOffer()
    const challenge = await buy(steady, {})
    if (challenge === null) throw new Error('the steady ingress does not answer')
    const payload = payOnBase(challenge)
    const headers = { 'payment-signature': encoded(payload) }
    const doomed = await cluster.ingress({ SETTLEMENT_URL: chain.url, CRASH_AT: moment })
    expect(await buy(doomed, headers)).toBeNull()
    await doomed.gone
    await cluster.db.pg.query(
      `update payment_proof set next_try_at = now() where proof = $1 and next_try_at is not null`,
      [proofOf(payload)],
    )
    await bought(headers)
    expect(await sold()).toEqual(ONCE)
    expect(chain.transfers.filter(({ proof }) => proof === proofOf(payload))).toHaveLength(1)
  })
})
