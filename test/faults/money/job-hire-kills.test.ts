import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'

import { type ScriptedFacilitator, startScriptedFacilitator } from '#test/support/fakes/scripted-facilitator.ts'
import { askMember, requestOf } from '#test/support/world/ask-member.ts'
import { type Cluster, type Member, openCluster } from '#test/support/world/cluster.ts'
import { posted, proposed } from '#test/support/world/jobs.ts'
import { registerAccount, type Registered } from '#test/support/world/market.ts'
import { type Answer, eventually, randomId } from '#test/support/world/world.ts'
import { encoded, payOnBase, proofOf } from '#test/support/world/x402-payment.ts'

let cluster: Cluster
let chain: ScriptedFacilitator
let steady: Member
let poster: Registered
let worker: Registered
beforeAll(async () => {
  cluster = await openCluster('postgres')
  chain = await startScriptedFacilitator()
  steady = await cluster.ingress({ SETTLEMENT_URL: chain.url })
  await cluster.worker(['settlement-watch'], { SETTLEMENT_URL: chain.url })
  poster = await registerAccount({ request })
})
afterAll(async () => {
  const findings = await audit(cluster.db.pg)
  await cluster.close()
  await chain.close()
  expect(findings.filter(({ ok }) => !ok)).toEqual([])
})

const request = requestOf(() => steady)

/** A job with the proposal of a new worker: its hire through one ingress. */
async function toHire() {
  worker = await registerAccount({ request })
  const job = await posted(poster)
  const { body } = await proposed(worker, job)
  const path = `/api/jobs/${job}/hire`
  const sent = { proposal_id: body['proposal_id'] }
  const hire = (at: Member, headers: Record<string, string>) =>
    askMember(at, 'POST', path, { headers: { ...poster.bearer, ...headers }, body: sent })
  /** Sent again until it is answered: what a poster does who was cut off. */
  const hired = async (headers: Record<string, string>) => {
    let last: Answer | null = null
    await eventually(async () => {
      last = await hire(steady, headers)
      return last !== null && last.status !== 503
    }, 40_000)
    expect(last).toMatchObject({ status: 200, body: { status: 'hired' } })
  }
  const escrow = async () => {
    const { rows } = await cluster.db.pg.query<{ amount: string }>(
      `select coalesce(sum(e.amount), 0)::text as amount from entry e join transfer t on t.id = e.transfer_id
       where t.call_id = $1 and e.account_id = 21`,
      [job.slice(4)],
    )
    return rows[0]?.amount
  }
  return { hire, hired, escrow }
}

describe('an ingress that is killed while it hires', () => {
  test.each(['before:job-fund', 'after:job-fund', 'before:commit', 'after:commit'])(
    'by a prepaid key, %s: sent again it is one hire, paid once',
    async (moment) => {
      const { hire, hired, escrow } = await toHire()
      const { key, keyId } = await cluster.key(5_000)
      const headers = { 'x-service-key': key, 'idempotency-key': randomId() }
      const doomed = await cluster.ingress({ SETTLEMENT_URL: chain.url, CRASH_AT: moment })
      expect(await hire(doomed, headers)).toBeNull()
      await doomed.gone
      await hired(headers)
      expect(await escrow()).toBe('10000000')
      const { rows } = await cluster.db.pg.query(
        `select a.posted::int as posted from account a join service_key k on k.account_id = a.id where k.key_id = $1`,
        [keyId],
      )
      expect(rows).toEqual([{ posted: 40_000_000 }])
    },
  )

  test.each([
    'after:payment-bind-purchase',
    'before:payment-paid',
    'before:purchase-earned',
    'before:job-fund',
    'after:job-fund',
    'before:commit',
    'after:commit',
  ])('by x402, %s: one transfer, and the same payment is one hire', async (moment) => {
    const { hire, hired, escrow } = await toHire()
    const challenge = await hire(steady, {})
    if (challenge === null) throw new Error('the steady ingress does not answer')
    const payload = payOnBase(challenge)
    const headers = { 'payment-signature': encoded(payload) }
    const doomed = await cluster.ingress({ SETTLEMENT_URL: chain.url, CRASH_AT: moment })
    expect(await hire(doomed, headers)).toBeNull()
    await doomed.gone
    await cluster.db.pg.query(
      `update payment_proof set next_try_at = now() where proof = $1 and next_try_at is not null`,
      [proofOf(payload)],
    )
    await hired(headers)
    expect(await escrow()).toBe('10000000')
    expect(chain.transfers.filter(({ proof }) => proof === proofOf(payload))).toHaveLength(1)
  })
})
