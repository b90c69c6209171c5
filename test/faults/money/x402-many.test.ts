import { afterAll, beforeAll, expect, test } from 'vitest'

import { BASE } from '#shared/chains/networks.ts'
import { audit } from '#shared/money/audit/audit.ts'
import { freePort } from '#shared/playground/free-port.ts'

import { type Cluster, type Member, openCluster } from '#test/support/world/cluster.ts'
import {
  basePayment,
  openSettlementLab,
  type Requirements,
  type SettlementLab,
} from '#test/support/labs/settlement-lab.ts'
import { decoded, encoded } from '#test/support/world/x402-payment.ts'
import { type Answer, eventually } from '#test/support/world/world.ts'

let lab: SettlementLab
let cluster: Cluster
let payTo = ''
const ingresses: Member[] = []
/** Real processes: two ingresses, each with a settlement process of its own; these two share keys and database. */
beforeAll(async () => {
  lab = await openSettlementLab({ base: true })
  payTo = lab.env()['BASE_PAY_TO'] ?? ''
  cluster = await openCluster('redis', { databaseUrl: lab.databaseUrl })
  // One after the other: five processes that start at once on a busy machine each take as long as all.
  for (let sides = 0; sides < 2; sides += 1) {
    const SETTLEMENT_URL = await startSettlement()
    ingresses.push(await cluster.ingress({ SETTLEMENT_URL, BASE_PAY_TO: payTo }))
    if (sides === 0) await cluster.worker(['outcome'], { SETTLEMENT_URL })
  }
  for (const ingress of ingresses) await cluster.ready(ingress)
})
afterAll(async () => {
  await cluster.close()
  await lab.close()
})

async function startSettlement(): Promise<string> {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const settings = lab.env({ SETTLEMENT_PORT: port, SETTLEMENT_URL: url, LOG_LEVEL: 'info' })
  await cluster.worker(['settlement-watch'], settings)
  return url
}

/** The first settles after its run, by the worker; the second before it, by the ingress. */
const CALLS = [
  { slug: 'hash-text', body: { text: 'hello' } },
  { slug: 'preflight-before-write', body: { action: 'delete table users' } },
] as const

const challenged = async (slug: string) => {
  const [ingress] = ingresses
  const answer = ingress === undefined ? null : await cluster.call(ingress, slug, {}, {})
  // Safe: a 402 of ours.
  return answer?.body as { accepts: Requirements[]; resource: unknown; extensions: unknown }
}

async function signed(slug: string, price: bigint): Promise<string> {
  const { accepts, resource, extensions } = await challenged(slug)
  const accepted = accepts.find(({ network }) => network === BASE)
  if (accepted === undefined) throw new Error('the 402 does not offer Base')
  const payer = await lab.base.wallet({ microUsdc: price })
  return encoded({ ...(await basePayment(payer, accepted)).paymentPayload, resource, extensions })
}

type Sent = { slug: string; body: unknown; header: string }

/** The same payment until it is answered: a machine that is slow says 202 or 503 first. */
async function answered(ingress: Member, { slug, body, header }: Sent): Promise<Answer | null> {
  let last: Answer | null = null
  await eventually(async () => {
    last = await cluster.call(ingress, slug, body, { 'payment-signature': header })
    return last !== null && last.status !== 202 && last.status !== 503
  })
  return last
}

test('fifty payments, each sent to both ingresses at once, are fifty calls and fifty transfers, and take every nonce once', async () => {
  const payments = await Promise.all(
    Array.from({ length: 50 }, async (_, nth) => {
      const call = CALLS[nth % 2] ?? CALLS[0]
      return { ...call, header: await signed(call.slug, 250_000n) }
    }),
  )
  const answers = await Promise.all(
    payments.map((payment) => Promise.all(ingresses.map((ingress) => answered(ingress, payment)))),
  )
  const settled = (answer: Answer | null | undefined) => decoded(answer?.headers.get('payment-response') ?? null)
  for (const [one, other] of answers) {
    expect([one?.status, other?.status], `${one?.text} ${other?.text}`).toEqual([200, 200])
    expect(other?.body).toMatchObject({ call_id: one?.body['call_id'], result: one?.body['result'] })
    expect(settled(other)).toEqual(settled(one))
  }
  const transfers = await lab.base.transfersTo(payTo)
  expect(transfers.map(({ transaction }) => transaction).toSorted()).toEqual(
    answers.map(([one]) => String(settled(one)?.['transaction'])).toSorted(),
  )
  expect(transfers.reduce((sum, { microUsdc }) => sum + microUsdc, 0n)).toBe(25n * 10_000n + 25n * 250_000n)
  const calls = await lab.sql<{ state: string; calls: number }>(
    'select state, count(*)::int as calls from call group by state',
  )
  expect(calls).toEqual([{ state: 'captured', calls: 50 }])
  const nonces = await lab.sql<{ many: number; span: number }>(
    `select count(*)::int as many, (max(nonce) - min(nonce) + 1)::int as span from settlement_transaction group by sender`,
  )
  expect(nonces.filter(({ many, span }) => many !== span)).toEqual([])
  expect(nonces.reduce((sum, { many }) => sum + many, 0)).toBe(50)
  expect((await audit(cluster.db.pg)).filter(({ ok }) => !ok)).toEqual([])
})
