import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { BASE } from '#shared/chains/networks.ts'
import { audit } from '#shared/money/audit/audit.ts'
import { freePort } from '#shared/playground/free-port.ts'

import { type Cluster, type Member, openCluster } from '#test/support/world/cluster.ts'
import { type Behaviour, contractPayment, contractWallet } from '#test/support/fakes/contract-wallets.ts'
import {
  basePayment,
  openSettlementLab,
  type Requirements,
  type SettlementLab,
} from '#test/support/labs/settlement-lab.ts'
import { encoded } from '#test/support/world/x402-payment.ts'
import { type Answer, eventually } from '#test/support/world/world.ts'

/** An outcome that settles before it runs. */
const SLUG = 'preflight-before-write'
const BODY = { action: 'delete table users' }

let lab: SettlementLab
let cluster: Cluster
let ingress: Member
/** Real processes: an ingress behind one proxy of ours, a settlement process, a worker; one database. */
beforeAll(async () => {
  lab = await openSettlementLab({ base: true })
  cluster = await openCluster('redis', { databaseUrl: lab.databaseUrl })
  const port = String(await freePort())
  const SETTLEMENT_URL = `http://127.0.0.1:${port}`
  await cluster.worker(['settlement-watch'], lab.env({ SETTLEMENT_PORT: port, SETTLEMENT_URL, LOG_LEVEL: 'info' }))
  const BASE_PAY_TO = lab.env()['BASE_PAY_TO'] ?? ''
  ingress = await cluster.ingress({ SETTLEMENT_URL, BASE_PAY_TO, TRUST_PROXY_HOPS: '1' })
  await cluster.worker(['outcome'], { SETTLEMENT_URL })
  await cluster.ready(ingress)
})
afterAll(async () => {
  expect((await audit(cluster.db.pg)).filter(({ ok }) => !ok)).toEqual([])
  await cluster.close()
  await lab.close()
})

const from = (address: string) => ({ 'x-forwarded-for': address })

async function terms(): Promise<{ accepted: Requirements; rest: Record<string, unknown> }> {
  const answer = await cluster.call(ingress, SLUG, {}, {})
  if (answer === null) throw new Error('the ingress gave no 402')
  // Safe: a 402 of ours.
  const { accepts, resource, extensions } = answer.body as {
    accepts: Requirements[]
    resource: unknown
    extensions: unknown
  }
  const accepted = accepts.find(({ network }) => network === BASE)
  if (accepted === undefined) throw new Error('the 402 does not offer Base')
  return { accepted, rest: { resource, extensions } }
}

const send = (payload: unknown, address: string, waitS: number): Promise<Answer | null> =>
  cluster.call(ingress, SLUG, BODY, {
    ...from(address),
    'payment-signature': encoded(payload),
    prefer: `wait=${waitS}`,
  })

async function payByContract(wallet: Hex, how: Behaviour, address: string): Promise<Answer | null> {
  const { accepted, rest } = await terms()
  return send({ ...contractPayment(wallet, accepted, { ...how, validForS: 120 }).paymentPayload, ...rest }, address, 1)
}

async function payByKey(address: string): Promise<Answer | null> {
  const { accepted, rest } = await terms()
  const payer = await lab.base.wallet({ microUsdc: BigInt(accepted.amount) })
  return send({ ...(await basePayment(payer, accepted)).paymentPayload, ...rest }, address, 50)
}

const losses = async () =>
  (await cluster.db.pg.query<{ payer: string }>('select payer from settlement_cost where is_lost')).rows.map(
    ({ payer }) => payer,
  )

test('a contract wallet that lost us a settlement is told so, from wherever; after five of them the address is refused, and no other', async () => {
  const wallets: Hex[] = []
  for (let nth = 0; nth < 5; nth += 1) {
    const wallet = await contractWallet(lab.base, 1_000_000n)
    wallets.push(wallet)
    const goodUntilBlock = await lab.base.client.getBlockNumber({ cacheTime: 0 })
    const answer = await payByContract(wallet, { goodUntilBlock }, '198.51.100.7')
    // Nobody knows yet whether somebody else may still use the authorization.
    expect(answer).toMatchObject({ status: 202, body: { charge: { payment: { state: 'settling' } } } })
    await eventually(async () => (await losses()).includes(wallet.toLowerCase()))
  }
  expect(await payByContract(wallets[0] ?? '0x', {}, '203.0.113.9')).toMatchObject({
    status: 402,
    body: { code: 'invalid_payment', reason: 'payer_settlement_failed_on_chain', charged_cents: 0 },
  })
  const refused = await payByKey('198.51.100.7')
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited', charged_cents: 0 } })
  expect(refused?.headers.get('retry-after')).toBe('600')
  expect(await payByKey('203.0.113.9')).toMatchObject({ status: 200 })
  expect(await losses()).toHaveLength(5)
  const stored = await cluster.db.pg.query('select from payment_proof where client is not null and state <> $1', [
    'settling',
  ])
  expect(stored.rowCount).toBe(0)
})
