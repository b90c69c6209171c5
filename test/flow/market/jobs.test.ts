import fc from 'fast-check'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { sweepJobFiles } from '#shared/market/jobs/work/job-files.ts'
import { JOB_STATES } from '#shared/market/jobs/job.entity.ts'
import { decideDispute, openDispute } from '#shared/market/jobs/work/decide-dispute.ts'
import { wakeJobs } from '#shared/market/jobs/wake-jobs.ts'
import { JOB_TRANSITIONS } from '#shared/market/jobs/transitions.rules.ts'
import { blobKey } from '#shared/blobs/blob-store.ts'
import { openBlobs } from '#shared/blobs/open-blobs.ts'
import { catalog as realCatalog } from '#shared/catalog/catalog.ts'
import { Refusal } from '#shared/errors.ts'
import { inUnitOfWork } from '#shared/db/unit-of-work.ts'
import { sealer } from '#shared/calls/seal.ts'
import { parseCommand } from '#shared/cli/commands.ts'
import { demoAccounts } from '#shared/cli/demo-accounts.ts'
import { runBoardCommand } from '#shared/cli/run-board-command.ts'
import { createLog } from '#shared/log.ts'
import { openFacilitator } from '#shared/money/x402/facilitator.ts'
import { seedJobs } from '#shared/playground/seed/seed-jobs.ts'
import { productsOf } from '#shared/settling/products.ts'
import { uuidOf } from '#shared/market/public-id.ts'
import { audit, auditOn } from '#shared/money/audit/audit.ts'

import { type CheckDeps } from '#workers/job-checks/check-job.ts'
import { checkNext } from '#workers/job-checks/start-job-checks.ts'
import { settleDue } from '#workers/housekeeping/settle-due.ts'
import { createThreads } from '#workers/threads.ts'
import { scanIn } from '#workers/vetting/start-vetting.ts'
import { openSettlementLab, type LabProcess, type SettlementLab } from '#test/support/labs/settlement-lab.ts'
import { BRIEF, NOTES, PROPOSAL, REASON, agentOf, hired, posted, proposed } from '#test/support/world/jobs.ts'
import { registerAccount, type Registered, statusesOf } from '#test/support/world/market.ts'
import { type Answer, eventually } from '#test/support/world/world.ts'
import { encoded, payOnBase } from '#test/support/world/x402-payment.ts'
import { openPaidWorld, type PaidWorld } from '#test/support/world/x402-world.ts'

let lab: SettlementLab
let treasury: LabProcess
let world: PaidWorld
let poster: Registered
beforeAll(async () => {
  lab = await openSettlementLab({ solana: true })
  treasury = await lab.start({}, { askMs: 10_000 })
  world = await openPaidWorld({ backend: 'postgres', pools: [], databaseUrl: lab.databaseUrl })
})
afterAll(async () => {
  const findings = await audit(world.db.pg)
  await world.close()
  await lab.close()
  expect(findings.filter(({ ok }) => !ok)).toEqual([])
})

const read = async (who: Registered, job: string) => (await who.request('GET', `/api/jobs/${job}`)).body
/** Time passes: what is due by then happens, as the sweeper makes it happen. */
const pass = async (job: string, hours: number) => {
  await world.sql(`update job set wake_at = wake_at - make_interval(hours => $2) where id = $1`, [job.slice(4), hours])
  await wakeJobs(world.db, world.mint)
}
const balanceOf = async (key: string) =>
  (await world.request('GET', '/api/v1/outcomes/balance/status', { headers: { 'x-service-key': key } })).body[
    'balance_cents'
  ]
const worker = () => registerAccount(world)
/** Another poster, so that no test runs into the fifty open jobs of another. */
const newPoster = async () => {
  poster = await worker()
}
const twenty = <Answer>(ask: (nth: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: 20 }, (_, nth) => ask(nth)))

/** A worker with a proved wallet on the chain of the lab. */
async function workerWithWallet(): Promise<{ who: Registered; arrived: () => Promise<bigint[]> }> {
  const who = await worker()
  const wallet = await lab.solana.wallet({})
  await world.sql(
    `update market_user set solana_wallet = $2, wallet_proved_at = now(), proved_wallet = $2 where id = $1`,
    [who.userId.slice(4), wallet.address],
  )
  const arrived = async () => (await lab.solana.transfersTo(wallet.address)).map(({ microUsdc }) => microUsdc)
  return { who, arrived }
}
const payAll = async () => {
  await treasury.payOut()
  await treasury.payOut()
}

describe('a job', () => {
  beforeAll(newPoster)
  test('goes from posting to the payout on chain between two HTTP clients, reviewed both ways with its proof of payment', async () => {
    const { who, arrived } = await workerWithWallet()
    const job = await posted(poster, { budget_cents: 2_000 })
    const feed = await world.request('GET', `/api/v1/jobs-feed?q=setup+guide&tag=Spanish&category=writing`)
    expect(feed.body).toMatchObject({ count: 1, jobs: [{ id: job, proposal_count: 0, budget_cents: 2_000 }] })
    const [listed] = Object(feed.body['jobs'])
    const detail = new URL(String(listed.detail_api_url)).pathname
    const propose = new URL(String(listed.propose_api_url)).pathname
    expect((await world.request('GET', detail)).body).toMatchObject({ status: 'open', role: null, engagement: null })
    const made = await who.request('POST', propose, {
      cover_letter: 'I have translated forty such guides, and I deliver this one within two days.',
      bid_cents: 1_500,
      delivery_days: 2,
    })
    expect(made.body).toMatchObject({ status: 'pending', job_id: job, bid_cents: 1_500 })
    const { key } = await world.key(2_000)
    const hire = { proposal_id: made.body['proposal_id'] }
    const hiring = await poster.request('POST', `/api/jobs/${job}/hire`, hire, { 'x-service-key': key })
    expect(hiring.body, hiring.text).toMatchObject({
      status: 'hired',
      engagement: { bid_cents: 1_500, money: { in_escrow_cents: 1_500 } },
    })
    expect(await balanceOf(key)).toBe(500)
    const note = await poster.request('POST', `/api/jobs/${job}/messages`, { text: 'Thank you.' })
    expect(note.status).toBe(201)
    expect((await who.request('GET', `/api/jobs/${job}/messages`)).body).toMatchObject({
      items: [{ author: 'poster', text: 'Thank you.' }],
    })
    const delivered = await who.request('POST', `/api/jobs/${job}/deliver`, { notes: NOTES })
    expect(delivered.body, delivered.text).toMatchObject({
      status: 'delivered',
      allowed_actions: ['cancel', 'dispute', 'message'],
      engagement: { deliveries: [{ nth: 1, notes: NOTES, digest: expect.stringMatching(/^[0-9a-f]{64}$/) }] },
    })
    const accepted = await poster.request('POST', `/api/jobs/${job}/accept`)
    expect(accepted.body).toMatchObject({
      status: 'completed',
      engagement: { money: { in_escrow_cents: 0, worker_cents: 1_350, fee_cents: 150, poster_cents: 0 } },
    })
    await payAll()
    expect(await arrived()).toEqual([13_500_000n])
    expect((await poster.request('POST', `/api/jobs/${job}/review`, { rating: 5, text: 'Good.' })).status).toBe(200)
    expect((await who.request('POST', `/api/jobs/${job}/review`, { rating: 4 })).status).toBe(200)
    expect(await who.request('POST', `/api/jobs/${job}/review`, { rating: 1 })).toMatchObject({ status: 409 })
    const reviews = await world.request('GET', `/api/jobs/${job}/reviews`)
    const proofOfPayment = { toAddress: expect.any(String), txHash: expect.stringMatching(/^\w{80,90}$/) }
    expect(reviews.body['items']).toMatchObject([
      { author: 'worker', rating: 4, erc8004: { value: 4, proofOfPayment } },
      { author: 'poster', erc8004: { value: 5, tag1: 'starred', proofOfPayment } },
    ])
    expect((await world.request('GET', `/api/jobs/reviews/${who.userId}`)).body['items']).toHaveLength(1)
  })

  test('that the operator decides 60 to 40 pays both: the worker on chain less the fee, the poster at the key', async () => {
    const { who, arrived } = await workerWithWallet()
    const { job, key, do: act } = await hired(world, { poster, worker: who, cents: 1_000 })
    await act(who, 'deliver', { notes: NOTES })
    expect((await act(poster, 'dispute', { reason: REASON })).body).toMatchObject({ status: 'disputed' })
    const answered = await act(who, 'dispute/answer', { reason: 'The third chapter was not in the brief.' })
    expect(answered.body).toMatchObject({ next: null, allowed_actions: ['cancel', 'message'] })
    await inUnitOfWork(world.db, (em) =>
      decideDispute(em, world.mint, { job, reason: 'Most of it is there.', workerBps: 6_000 }),
    )
    expect(await read(poster, job)).toMatchObject({
      status: 'resolved',
      engagement: { money: { worker_cents: 540, fee_cents: 60, poster_cents: 400, refund_key: null } },
    })
    await payAll()
    expect(await arrived()).toEqual([5_400_000n])
    expect(await balanceOf(key)).toBe(400)
  })

  test('of which both sides are silent in a dispute is paid; of which one is silent goes to the other', async () => {
    const who = await worker()
    const silent = await hired(world, { poster, worker: who })
    await silent.do(who, 'deliver', { notes: NOTES })
    await inUnitOfWork(world.db, (em) => openDispute(em, world.mint, { job: silent.job, reason: REASON }))
    const lost = await hired(world, { poster, worker: who })
    await lost.do(who, 'deliver', { notes: NOTES })
    await lost.do(poster, 'dispute', { reason: REASON })
    const won = await hired(world, { poster, worker: who })
    await won.do(who, 'deliver', { notes: NOTES })
    await won.do(who, 'dispute', { reason: REASON })
    for (const { job } of [silent, lost, won]) {
      await pass(job, 5 * 24 - 1)
      expect(await read(poster, job)).toMatchObject({ status: 'disputed' })
      await pass(job, 2)
    }
    const shares = await Promise.all([silent, lost, won].map(async ({ job }) => Object(await read(poster, job))))
    expect(shares.map(({ status, engagement }) => [status, engagement.dispute.worker_bps])).toEqual([
      ['resolved', 10_000],
      ['resolved', 0],
      ['resolved', 10_000],
    ])
    expect(await balanceOf(lost.key)).toBe(5_000)
  })

  test('expires, is late, and counts as accepted, each when its time has come and not before', async () => {
    const who = await worker()
    const open = await posted(poster)
    const proposal = await proposed(who, open)
    await pass(open, 30 * 24 - 1)
    expect(await read(poster, open)).toMatchObject({ status: 'open' })
    await pass(open, 2)
    expect(await read(poster, open)).toMatchObject({ status: 'expired' })
    const own = await who.request('GET', '/api/jobs/proposals/me')
    expect(own.body).toMatchObject({ items: [{ proposal_id: proposal.body['proposal_id'], status: 'declined' }] })

    const late = await hired(world, { poster, worker: who })
    await pass(late.job, 4 * 24 - 1)
    expect(await read(poster, late.job)).toMatchObject({ status: 'hired' })
    await pass(late.job, 2)
    expect(await read(poster, late.job)).toMatchObject({ status: 'canceled' })
    expect(await balanceOf(late.key)).toBe(5_000)

    const done = await hired(world, { poster, worker: who })
    await done.do(who, 'deliver', { notes: NOTES })
    await pass(done.job, 7 * 24 - 1)
    expect(await read(poster, done.job)).toMatchObject({ status: 'delivered' })
    await pass(done.job, 2)
    expect(await read(poster, done.job)).toMatchObject({ status: 'completed' })
    expect(await balanceOf(done.key)).toBe(4_000)
  })

  test('whose key was revoked meanwhile is refunded to a new key, which its poster alone is shown', async () => {
    const who = await worker()
    const { job, key, do: act } = await hired(world, { poster, worker: who, cents: 1_000 })
    await world.sql(`update service_key set status = 'revoked', revoked_at = now() where key_id = $1`, [
      world.mint.parse(key)?.id,
    ])
    await act(poster, 'cancel')
    const refund = Object(await read(poster, job)).engagement.money.refund_key
    expect(await balanceOf(String(refund))).toBe(1_000)
    expect(await read(who, job)).toMatchObject({ engagement: { money: { refund_key: null } } })
  })

  test('can be redelivered after a request for changes, four deliveries in all, and then is accepted or disputed', async () => {
    const who = await worker()
    const { do: act } = await hired(world, { poster, worker: who })
    for (let nth = 1; nth <= 4; nth += 1) {
      expect((await act(who, 'deliver', { notes: `${NOTES} ${nth}` })).status).toBe(200)
      const asked = await act(poster, 'request-changes', { reason: REASON })
      expect(asked.status).toBe(nth < 4 ? 200 : 409)
      // What was delivered once is not taken back for nothing.
      if (nth < 4) expect((await act(poster, 'cancel')).status).toBe(409)
    }
    expect((await act(poster, 'accept')).body).toMatchObject({ status: 'completed' })
  })
})

describe('what is refused, and changes nothing:', () => {
  beforeAll(newPoster)
  test.each([
    ['a bid over the budget', { bid_cents: 1_001 }, 422],
    ['a bid of nothing', { bid_cents: 0 }, 422],
    ['a cover letter of 49 characters', { cover_letter: 'x'.repeat(49) }, 422],
    ['a cover letter of 25 characters of two units each', { cover_letter: '\u{1F600}'.repeat(25) }, 422],
    ['a work sample at no https address', { work_sample_url: 'http://sample.example' }, 422],
  ])('%s', async (_, sent, status) => {
    const job = await posted(poster)
    expect((await proposed(await worker(), job, sent)).status).toBe(status)
    expect(await read(poster, job)).toMatchObject({ proposal_count: 0 })
  })

  test('a job of the own account, by itself and by its agent; a second proposal of one account', async () => {
    const job = await posted(poster)
    const own = await proposed(await agentOf(world, poster), job)
    expect([(await proposed(poster, job)).status, own.status, own.body['code']]).toEqual([409, 409, 'own_job'])
    const who = await worker()
    const agent = await agentOf(world, who)
    expect((await proposed(agent, job)).status).toBe(201)
    expect((await proposed(who, job)).body).toMatchObject({ code: 'duplicate' })
  })

  test('verbs out of state, by the wrong side and by strangers', async () => {
    const [who, stranger] = await Promise.all([worker(), worker()])
    const { job, do: act } = await hired(world, { poster, worker: who })
    const verbs = ['deliver', 'request-changes', 'accept', 'dispute', 'dispute/answer', 'cancel', 'messages', 'review']
    const body = { notes: NOTES, reason: REASON, text: 'Hello', rating: 5 }
    for (const verb of verbs) expect((await act(stranger, verb, pick(verb, body))).status, verb).toBe(403)
    for (const verb of ['request-changes', 'accept', 'dispute', 'dispute/answer', 'review'])
      expect((await act(poster, verb, pick(verb, body))).status, verb).toBe(409)
    expect((await act(who, 'accept')).status).toBe(403)
    expect((await act(poster, 'deliver', { notes: NOTES })).status).toBe(403)
    expect((await act(who, 'deliver', { notes: 'x'.repeat(39) })).status).toBe(422)
    expect((await poster.request('PATCH', `/api/jobs/${job}`, { title: 'Other' })).status).toBe(409)
    expect(await read(poster, job)).toMatchObject({ status: 'hired' })
  })

  test('another brief for bids that were made, and a lower budget; a higher one is fine', async () => {
    const job = await posted(poster)
    await proposed(await worker(), job)
    const patch = (sent: unknown) => poster.request('PATCH', `/api/jobs/${job}`, sent)
    expect((await patch({ description: `${BRIEF.description} And ten more.` })).status).toBe(409)
    expect((await patch({ budget_cents: 999 })).status).toBe(409)
    expect((await patch({ budget_cents: 1_500 })).body).toMatchObject({ budget_cents: 1_500 })
  })

  test('a hire by a key that does not pay: none, a trial, too little, revoked', async () => {
    const job = await posted(poster)
    const { body } = await proposed(await worker(), job)
    const hire = (headers: Record<string, string>) =>
      poster.request('POST', `/api/jobs/${job}/hire`, { proposal_id: body['proposal_id'] }, headers)
    const trial = await world.request('POST', '/api/v1/outcomes/balance/trial/claim', { body: {} })
    const { key: poor } = await world.key(999)
    expect((await hire({})).body).toMatchObject({ code: 'payment_required' })
    expect((await hire({ 'x-service-key': String(trial.body['key']) })).body).toMatchObject({
      code: 'trial_not_accepted',
    })
    expect(await hire({ 'x-service-key': poor })).toMatchObject({
      status: 402,
      body: { code: 'insufficient_balance', balance_cents: 999, charged_cents: 0 },
    })
    expect(await read(poster, job)).toMatchObject({ status: 'open' })
  })
})

describe('a hire by x402', () => {
  beforeAll(newPoster)
  /** A job with proposals of so many workers, and the requests of its hire. */
  const toHire = async (proposers: number) => {
    const job = await posted(poster)
    const workers = await Promise.all(Array.from({ length: proposers }, worker))
    const proposals = await Promise.all(workers.map(async (who) => (await proposed(who, job)).body['proposal_id']))
    const hire = (nth: number, headers: Record<string, string> = {}) =>
      poster.request('POST', `/api/jobs/${job}/hire`, { proposal_id: proposals[nth] }, headers)
    const sign = async (nth: number) => payOnBase(await hire(nth))
    const pay = (nth: number, payload: unknown) => hire(nth, { 'payment-signature': encoded(payload) })
    return { job, hire, sign, pay }
  }
  const settling = () => {
    const log = createLog('silent')
    const facilitator = openFacilitator(world.config, log)
    if (facilitator === null) throw new Error('the world has a facilitator')
    const { mint, db } = world
    return { pg: db.pg, mint, facilitator, log, products: productsOf(db), announce: () => {} }
  }
  const creditOf = ({ body }: Answer) => String(Object(body['credit']).key)

  test('is one POST with a payment; ten copies of it are one hire, and the refund of one paid on Base is a key', async () => {
    const { job, hire, sign, pay } = await toHire(2)
    expect(await hire(0)).toMatchObject({ status: 402, body: { code: 'payment_required', price_cents: 1_000 } })
    const payload = await sign(0)
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay(0, payload)))
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([])
    expect(await pay(0, payload)).toMatchObject({
      status: 200,
      body: { status: 'hired', engagement: { money: { in_escrow_cents: 1_000, refund_key: null } } },
    })
    expect(await pay(1, payload)).toMatchObject({ status: 409, body: { code: 'payment_already_used' } })
    expect((await hire(1, { 'x-max-cents': '999' })).status).toBe(409)
    const canceled = await poster.request('POST', `/api/jobs/${job}/cancel`)
    const { money } = Object(canceled.body['engagement'])
    expect(money).toMatchObject({ poster_cents: 1_000, refund_payout: null })
    expect(await balanceOf(money.refund_key)).toBe(1_000)
    await world.balanced()
  })

  test('of two at once hires one worker; what the other paid is a prepaid key, which hires as well', async () => {
    const { sign, pay } = await toHire(2)
    const payloads = await Promise.all([sign(0), sign(1)])
    // Both are on their way before either is paid.
    world.chain.set('settle', 'ok', { delayMs: 500 })
    const answers = await Promise.all(payloads.map((payload, nth) => pay(nth, payload)))
    world.chain.heal()
    expect(statusesOf(answers)).toEqual([200, 409])
    const lost = answers.find(({ status }) => status === 409)
    expect(lost?.body).toMatchObject({ code: 'conflict', charged_cents: 0, credit: { cents: 1_000 } })
    const key = lost === undefined ? '' : creditOf(lost)
    const next = await toHire(1)
    expect((await next.hire(0, { 'x-service-key': key })).body).toMatchObject({ status: 'hired' })
    expect(await balanceOf(key)).toBe(0)
    await world.balanced()
  })

  test('of which nobody knew whether it settled is made by settlement-watch; a canceled job makes it a key, which is withheld', async () => {
    const [kept, gone] = await Promise.all([toHire(1), toHire(1)])
    const payloads = [await kept.sign(0), await gone.sign(0)] as const
    world.chain.set('settle', 'pending', { lands: true })
    world.chain.set('lookup', 'unknown')
    expect(await kept.pay(0, payloads[0])).toMatchObject({ status: 503, body: { code: 'payment_settling' } })
    expect((await gone.pay(0, payloads[1])).status).toBe(503)
    await poster.request('POST', `/api/jobs/${gone.job}/cancel`)
    world.chain.heal()
    await world.sql(`update payment_proof set next_try_at = now() where state = 'settling'`)
    await settleDue(settling(), sealer(world.config.SERVER_SECRET))()
    await world.settled()
    expect((await kept.pay(0, payloads[0])).body).toMatchObject({ status: 'hired' })
    const again = await gone.pay(0, payloads[1])
    expect(again).toMatchObject({ status: 409, body: { credit: { cents: 1_000, key: null }, recover: {} } })
    await world.balanced()
  })
})

const FIELDS: Readonly<Record<string, string>> = { deliver: 'notes', messages: 'text', review: 'rating' }
const pick = (verb: string, body: Record<string, unknown>) => {
  const field = FIELDS[verb] ?? 'reason'
  return verb === 'accept' ? undefined : { [field]: body[field] }
}

describe('under twenty requests at once (M9)', () => {
  beforeEach(newPoster)
  test('one account and its agent have twelve pending proposals, and one more after a withdrawal', async () => {
    const owner = await worker()
    const agent = await agentOf(world, owner)
    const jobs = await Promise.all(Array.from({ length: 20 }, () => posted(poster)))
    const answers = await twenty((nth) => proposed(nth % 2 === 0 ? owner : agent, jobs[nth] ?? ''))
    expect(statusesOf(answers)).toEqual([...Array(12).fill(201), ...Array(8).fill(409)])
    const [made] = answers.filter(({ status, body }) => status === 201 && body['worker_id'] === owner.userId)
    const path = `/api/jobs/${String(made?.body['job_id'])}/proposals/${String(made?.body['proposal_id'])}/withdraw`
    const withdrawn = await twenty(() => owner.request('POST', path))
    expect(withdrawn.filter(({ status }) => status === 200)).toHaveLength(1)
    const again = await twenty(() => proposed(owner, String(made?.body['job_id'])))
    expect(again.filter(({ status }) => status === 201)).toHaveLength(1)
  })

  test('a worker is hired for three jobs, whoever hires', async () => {
    const who = await worker()
    const jobs = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const job = await posted(poster)
        return { job, proposal: (await proposed(who, job)).body['proposal_id'] }
      }),
    )
    const { key } = await world.key(20_000)
    const answers = await twenty((nth) => {
      const { job, proposal } = jobs[nth % jobs.length] ?? {}
      return poster.request('POST', `/api/jobs/${job}/hire`, { proposal_id: proposal }, { 'x-service-key': key })
    })
    expect(statusesOf(answers)).toEqual([200, 200, 200, ...Array(17).fill(409)])
    expect(await balanceOf(key)).toBe(17_000)
    expect((await proposed(who, await posted(poster))).body).toMatchObject({ code: 'engagement_limit' })
  })

  test('exactly one of twenty proposals for a job is hired, and paid once', async () => {
    const job = await posted(poster)
    const workers = await twenty(() => worker())
    const proposals = await Promise.all(workers.map(async (who) => (await proposed(who, job)).body['proposal_id']))
    const { key } = await world.key(20_000)
    const answers = await twenty((nth) =>
      poster.request('POST', `/api/jobs/${job}/hire`, { proposal_id: proposals[nth] }, { 'x-service-key': key }),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await balanceOf(key)).toBe(19_000)
    const all = await poster.request('GET', `/api/jobs/${job}/proposals`)
    const states = Object(all.body['items']).map(({ status }: { status: string }) => status)
    expect(states.toSorted()).toEqual([...Array(19).fill('declined'), 'hired'])
  })

  test('what is delivered is delivered once; accepted, disputed and canceled at once it is decided once, and reviewed once', async () => {
    const who = await worker()
    const { job, do: act } = await hired(world, { poster, worker: who })
    const deliveries = await twenty(() => act(who, 'deliver', { notes: NOTES }))
    expect(statusesOf(deliveries)).toEqual([200, ...Array(19).fill(409)])
    await twenty((nth) =>
      nth % 3 === 0
        ? act(poster, 'accept')
        : nth % 3 === 1
          ? act(who, 'cancel')
          : act(poster, 'dispute', { reason: REASON }),
    )
    const shares = await world.sql<{ n: number }>(
      `select count(*)::int as n from transfer where call_id = $1 and reason in ('market:job-worker', 'market:job-refund')`,
      [job.slice(4)],
    )
    expect(shares[0]?.n).toBe(1)
    const reviews = await twenty(() => act(poster, 'review', { rating: 5 }))
    expect(statusesOf(reviews)).toEqual([200, ...Array(19).fill(409)])
  })

  test('a refund waits for the standing of its worker before it locks a wallet, as a hire does, so that the two never wait for each other', async () => {
    const who = await worker()
    const { key, do: act } = await hired(world, { poster, worker: who })
    const tx = await world.db.pg.connect()
    try {
      await tx.query('begin')
      await tx.query(`select from job_standing where account_id = $1 for update`, [uuidOf('usr', who.userId)])
      const canceling = act(poster, 'cancel')
      await eventually(async () => {
        const waiting = await world.sql(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        )
        return waiting.length > 0
      })
      const wallet = await tx.query(
        `select from account where id = (select account_id from service_key where key_id = $1) for update nowait`,
        [world.mint.parse(key)?.id],
      )
      expect(wallet.rowCount).toBe(1)
      await tx.query('rollback')
      expect((await canceling).body).toMatchObject({ status: 'canceled' })
    } finally {
      tx.release()
    }
  })

  test('an account has fifty open jobs', async () => {
    const busy = await registerAccount(world)
    for (let nth = 0; nth < 2; nth += 1) await twenty(() => busy.request('POST', '/api/jobs', BRIEF))
    const answers = await twenty(() => busy.request('POST', '/api/jobs', BRIEF))
    expect(statusesOf(answers)).toEqual([...Array(10).fill(201), ...Array(10).fill(409)])
  })

  test('from 100 dollars two completed jobs and a work sample are needed', async () => {
    const who = await worker()
    const dear = await posted(poster, { budget_cents: 10_000 })
    expect((await proposed(who, dear)).body).toMatchObject({ code: 'record_required', completed: 0 })
    for (let nth = 0; nth < 2; nth += 1) {
      const { do: act } = await hired(world, { poster, worker: who })
      await act(who, 'deliver', { notes: NOTES })
      await act(poster, 'accept')
    }
    expect((await proposed(who, dear)).body).toMatchObject({ code: 'validation_error' })
    const sample = { work_sample_url: 'https://samples.example/guide' }
    const answers = await twenty(() => proposed(who, dear, sample))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  })

  test('with eight disputes that others opened nobody proposes; what the worker opened or won does not count', async () => {
    const who = await worker()
    for (let nth = 0; nth < 10; nth += 1) {
      const { job, do: act } = await hired(world, { poster, worker: who })
      await act(who, 'deliver', { notes: NOTES })
      expect((await proposed(who, await posted(poster))).status).toBe(201)
      await act(nth === 0 ? who : poster, 'dispute', { reason: REASON })
      const workerBps = nth === 1 ? 10_000 : 5_000
      await inUnitOfWork(world.db, (em) => decideDispute(em, world.mint, { job, reason: REASON, workerBps }))
      await world.sql(`update proposal set status = 'withdrawn' where status = 'pending' and worker_id = $1`, [
        who.userId.slice(4).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
      ])
    }
    const job = await posted(poster)
    const answers = await twenty(() => proposed(who, job))
    expect(new Set(answers.map(({ status, body }) => [status, body['code']].join()))).toEqual(
      new Set(['403,disputes_block']),
    )
  })
})

describe('the feed', () => {
  beforeAll(newPoster)
  test('has the envelope of the document, keeps its ETag while nothing changes, and finds by every filter', async () => {
    const tag = `t${Date.now()}`
    const job = await posted(poster, { capability_tags: [tag], category: 'security', budget_cents: 7_777 })
    const get = (query: string, headers = {}) =>
      world.request('GET', `/api/v1/jobs-feed?tag=${tag}${query}`, { headers })
    const first = await get('')
    expect(Object.keys(first.body)).toEqual([
      'generated_at',
      'hire_model',
      'guide_url',
      'board_url',
      'meta_api_url',
      'feed_self_url',
      'trust_limits',
      'job_kind_filter',
      'category_filter',
      'query',
      'count',
      'total_open',
      'jobs',
    ])
    expect(first.body).toMatchObject({
      job_kind_filter: null,
      category_filter: null,
      query: null,
      trust_limits: {
        max_pending_proposals: 12,
        max_active_engagements: 3,
        high_budget_cents: 10_000,
        high_budget_min_completed: 2,
        high_budget_needs_work_sample: true,
        disputes_block: 8,
        min_delivery_notes: 40,
      },
    })
    expect(first.headers.get('cache-control')).toBe('public, max-age=60')
    const etag = first.headers.get('etag') ?? ''
    expect((await get('', { 'if-none-match': etag })).status).toBe(304)
    for (const [query, found] of [
      ['&category=security', 1],
      ['&category=data', 0],
      ['&job_kind=listing', 0],
      ['&min_budget_cents=7777', 1],
      ['&min_budget_cents=7778', 0],
      ['&q=translate%20-portuguese', 1],
      ['&q=welding', 0],
      ['&offset=1', 0],
    ] as const)
      expect((await get(query)).body, query).toMatchObject({ count: found })
    const [shown] = Object(first.body['jobs'])
    expect(Object.keys(shown)).toEqual([
      'id',
      'title',
      'description_excerpt',
      'budget_cents',
      'currency',
      'job_kind',
      'category',
      'listing_id',
      'proposal_count',
      'capability_tags',
      'url',
      'detail_api_url',
      'propose_api_url',
      'updated_at',
    ])
    for (const url of [shown.url, first.body['guide_url'], first.body['board_url'], first.body['meta_api_url']]) {
      const answer = await world.request('GET', new URL(String(url)).pathname)
      expect([answer.status, answer.text.length > 100], String(url)).toEqual([200, true])
    }
    expect((await world.request('GET', `/jobs/${job}`)).text).toContain('# Translate the setup guide')
  })
})

describe('files of a delivery', () => {
  beforeAll(newPoster)
  const upload = (who: Registered, job: string, bytes: number, name = 'guide.md') => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)]), '../../etc/passwd')
    return fetch(`${world.baseUrl}/api/jobs/${job}/files?name=${name}`, {
      method: 'POST',
      headers: who.bearer,
      body: form,
    })
  }

  test('are five of 20 MB in all, also at once, bound by the digest, and downloads for the two sides alone', async () => {
    const [who, stranger] = await Promise.all([worker(), worker()])
    const { job, do: act } = await hired(world, { poster, worker: who })
    expect((await upload(stranger, job, 10)).status).toBe(403)
    expect((await upload(poster, job, 10)).status).toBe(403)
    expect((await upload(who, job, 10, '..%2Fx')).status).toBe(422)
    expect((await upload(who, job, 0)).status).toBe(422)
    expect((await upload(who, job, 20 * 1024 * 1024 + 1)).status).toBe(413)
    const answers = await Promise.all(Array.from({ length: 20 }, () => upload(who, job, 1_000)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    const delivered = await act(who, 'deliver', { notes: NOTES })
    const [delivery] = Object(delivered.body['engagement']).deliveries
    expect(delivery.files).toHaveLength(5)
    const path = String(delivery.files[0].url)
    const shown = await poster.request('GET', path)
    expect([shown.status, shown.text.length]).toEqual([200, 1_000])
    expect(shown.headers.get('content-disposition')).toBe('attachment; filename="guide.md"')
    expect((await stranger.request('GET', path)).status).toBe(403)
    expect((await upload(who, job, 10)).status).toBe(409)
    await act(poster, 'request-changes', { reason: REASON })
    expect((await upload(who, job, 10)).status).toBe(201)
  })

  test('that no delivery took are removed with their bytes once the job is over, those of deliveries are kept', async () => {
    const who = await worker()
    const { job, do: act } = await hired(world, { poster, worker: who })
    const files = async () =>
      (await world.sql<{ id: string }>(`select id from job_file where job_id = $1 order by id`, [job.slice(4)])).map(
        ({ id }) => id,
      )
    const kept = async (ids: readonly string[]) =>
      (await Promise.all(ids.map((id) => blobs.get(blobKey('jobs', id))))).map((blob) => blob !== null)
    const blobs = openBlobs(world.config)
    const sweep = () => sweepJobFiles({ db: world.db, blobs }, 100)
    await upload(who, job, 10)
    await act(who, 'deliver', { notes: NOTES })
    await act(poster, 'request-changes', { reason: REASON })
    await upload(who, job, 20)
    const ids = await files()
    await sweep()
    expect(await kept(ids)).toEqual([true, true])
    // A process ended in the middle of an upload, an hour ago.
    const brokenOff = uuidv7()
    await world.sql(
      `insert into job_file (id, job_id, name, created_at) values ($1, $2, 'guide.md', now() - interval '61 minutes')`,
      [brokenOff, job.slice(4)],
    )
    await act(who, 'cancel')
    expect(await sweep()).toBe(2)
    expect(await files()).toEqual(ids.slice(0, 1))
    expect(await kept(ids)).toEqual([true, false])
  })
})

describe('the database', () => {
  beforeAll(async () => {
    await newPoster()
    const who = await worker()
    // One is decided, and one is not.
    const { do: act } = await hired(world, { poster, worker: who })
    await act(who, 'deliver', { notes: NOTES })
    await act(poster, 'accept')
    await hired(world, { poster, worker: who })
  })
  test('allows the changes of state that the table has, and no other', async () => {
    const job = (await posted(poster)).slice(4)
    await world.sql(`alter table job drop constraint job_ended_sleeps`)
    const allowed: string[] = []
    for (const from of JOB_STATES)
      for (const to of JOB_STATES.filter((state) => state !== from)) {
        const tx = await world.db.pg.connect()
        try {
          await tx.query('begin')
          await tx.query('set local session_replication_role = replica')
          await tx.query(`update job set status = $2 where id = $1`, [job, from])
          await tx.query('set local session_replication_role = origin')
          await tx.query(`update job set status = $2 where id = $1`, [job, to]).then(
            () => allowed.push(`${from} → ${to}`),
            () => undefined,
          )
        } finally {
          await tx.query('rollback')
          tx.release()
        }
      }
    await world.sql(
      `alter table job add constraint job_ended_sleeps check (wake_at is null or status in ('open', 'hired', 'delivered', 'disputed'))`,
    )
    const declared = JOB_TRANSITIONS.flatMap(({ from, to }) => from.map((state) => `${state} → ${to}`))
    expect(allowed.toSorted()).toEqual([...new Set(declared)].toSorted())
  })

  const TERMS = [
    ['a hire to another worker', `update engagement set worker_id = poster_id`],
    ['a hire for another price', `update engagement set bid_cents = bid_cents + 1`],
    ['a second decision', `update engagement set worker_bps = 5000 where decided_at is not null`],
    ['another brief after the hire', `update job set description = description || '!' where status = 'completed'`],
    ['another delivery', `update delivery set notes = notes || '!'`],
    ['a job that disappears', `delete from job`],
    ['a timeline that is shorter', `delete from job_event`],
    ['a bid that grows', `update proposal set bid_cents = bid_cents + 1`],
    ['escrow without a hire', ESCROWED('gen_random_uuid()')],
    ['a hire whose escrow is taken', ESCROWED(`(select job_id from engagement where decided_at is null limit 1)`)],
  ] as const
  test.each(TERMS)('refuses %s', async (_, statement) => {
    await expect(world.sql(statement)).rejects.toMatchObject({ code: '23514' })
  })

  test.each([
    ['I40', `update engagement set bid_cents = bid_cents + 1 where decided_at is null`],
    [
      'I40',
      `update engagement set worker_cents = worker_cents - 1, poster_cents = poster_cents + 1 where worker_cents > 0`,
    ],
    ['I41', `update job set status = 'canceled', wake_at = null where status = 'hired'`],
    ['I41', `update proposal set status = 'declined' where status = 'hired'`],
    ['I42', `update job_standing set completed = completed + 1`],
    ['I42', `delete from job_standing`],
  ])('%s, broken by hand, is found', async (id, statement) => {
    const tx = await world.db.pg.connect()
    try {
      await tx.query('begin')
      await tx.query('set local session_replication_role = replica')
      await tx.query(statement)
      const broken = (await auditOn(tx)).filter(({ ok }) => !ok).map((one) => one.id)
      expect(broken).toContain(id)
    } finally {
      await tx.query('rollback')
      tx.release()
    }
  })
})

/** Moves a cent from the fees into the escrow of a job, beside every rule. */
function ESCROWED(job: string): string {
  return `with moved as (insert into transfer (kind, call_id, account_id, amount) select 'single', ${job}, 21, 10000 returning id)
    insert into entry (transfer_id, account_id, amount) select id, 21, 10000 from moved union all select id, 22, -10000 from moved`
}

describe('random verbs of random actors', () => {
  beforeAll(newPoster)
  const VERBS = [
    'propose',
    'withdraw',
    'hire',
    'deliver',
    'request-changes',
    'accept',
    'dispute',
    'dispute/answer',
    'cancel',
    'review',
    'wake',
    'decide',
  ] as const
  const step = fc.record({
    who: fc.nat({ max: 3 }),
    verb: fc.constantFrom(...VERBS),
    bid: fc.integer({ min: 1, max: 1_000 }),
    bps: fc.integer({ min: 0, max: 10_000 }),
  })

  test('keep the escrow what was funded and not decided, at each step, and lose no cent', async () => {
    let sequences = 0
    const people = [poster, ...(await Promise.all([worker(), worker(), worker()]))]
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 3 }), fc.array(step, { minLength: 8, maxLength: 20 }), async (started, steps) => {
        sequences += 1
        const job = await posted(poster)
        const { key } = await world.key(1_000)
        const proposals: { who: number; id: unknown }[] = []
        const begin = [
          { who: 1, verb: 'propose', bid: 900, bps: 0 },
          { who: 0, verb: 'hire', bid: 1, bps: 0 },
          { who: 1, verb: 'deliver', bid: 1, bps: 0 },
        ] as const
        // Chance alone seldom gets as far as a delivery.
        for (const { who, verb, bid, bps } of [...begin.slice(0, started), ...steps]) {
          const actor = people[who] ?? poster
          const act = (sent?: unknown) => actor.request('POST', `/api/jobs/${job}/${verb}`, sent)
          const last = proposals.findLast((one) => one.who === who) ?? proposals.at(-1)
          switch (verb) {
            case 'propose': {
              const made = await proposed(actor, job, { bid_cents: bid })
              if (made.status === 201) proposals.push({ who, id: made.body['proposal_id'] })
              break
            }
            case 'withdraw':
              await actor.request('POST', `/api/jobs/${job}/proposals/${String(last?.id)}/withdraw`)
              break
            case 'hire':
              // Whoever asks: only the poster gets through.
              await actor.request(
                'POST',
                `/api/jobs/${job}/hire`,
                { proposal_id: String(last?.id) },
                { 'x-service-key': key },
              )
              break
            case 'wake':
              await pass(job, bid)
              break
            case 'decide':
              await inUnitOfWork(world.db, (em) =>
                decideDispute(em, world.mint, { job, reason: REASON, workerBps: bps }),
              ).catch(() => undefined)
              break
            default:
              await act(pick(verb, { notes: NOTES, reason: REASON, rating: 3 }))
          }
          const [sum] = await world.sql<{ left: string }>(SUMS, [job.slice(4), key])
          expect(sum).toEqual({ escrow_is_right: true, nothing_is_lost: true })
        }
        // So that no worker is busy for the next sequence.
        await pass(job, 10_000)
        await pass(job, 10_000)
        await inUnitOfWork(world.db, (em) =>
          decideDispute(em, world.mint, { job, reason: REASON, workerBps: 0 }),
        ).catch(() => undefined)
      }),
      { numRuns: 12 },
    )
    const reached = await world.sql<{ event: string }>(
      `select distinct e.event from job_event e join job j on j.id = e.job_id where j.poster_id = $1`,
      [poster.userId.slice(4)],
    )
    expect(sequences).toBe(12)
    expect(reached.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['hired', 'delivered', 'accepted', 'given_back', 'late']),
    )
  })

  const SUMS = `
    select coalesce((select sum(e.amount) from entry e join transfer t on t.id = e.transfer_id where t.call_id = $1::uuid and e.account_id = 21), 0)
        = coalesce((select (bid_cents + check_cents)::bigint * 10000 from engagement where job_id = $1::uuid and decided_at is null), 0) as escrow_is_right,
      (select coalesce(sum(e.amount), 0) from entry e join transfer t on t.id = e.transfer_id where t.call_id = $1::uuid) = 0
        and $2::text is not null as nothing_is_lost`
})

/** An outcome that reads nothing but its input. */
const PURE = 'hash-text'

describe('checks of a machine', () => {
  beforeAll(newPoster)
  const threads = createThreads(1)
  afterAll(() => threads.close())
  const asked: string[] = []
  const deps: CheckDeps = {
    catalog: realCatalog,
    scan: scanIn(threads),
    egress: {
      fetch: (url) => {
        asked.push(url)
        if (url.includes('refused'))
          return Promise.reject(new Refusal('url_not_allowed', 'This address is not public.'))
        // Safe: the status is all that is read.
        return Promise.resolve({ status: url.includes('gone') ? 404 : 200 } as never)
      },
    },
  }
  const checkAll = async () => {
    while (await checkNext(world.db, deps));
  }
  const schema = { type: 'object', required: ['words'], properties: { words: { type: 'integer', minimum: 1_000 } } }
  const checks = [
    { kind: 'json_schema', schema },
    { kind: 'url', url: null },
    { kind: 'outcome', slug: PURE, input: {}, delivered_as: 'text', field: 'text', equals: 'never' },
  ]

  test('run on the brief and on each delivery; their list price is paid at the hire and kept once they ran', async () => {
    const who = await worker()
    const price = realCatalog.get(PURE)?.outcome.cents ?? 0
    const job = await posted(poster, { acceptance_checks: checks })
    const { body } = await proposed(who, job)
    const { key } = await world.key(1_000 + price)
    const hire = { proposal_id: body['proposal_id'] }
    expect((await poster.request('POST', `/api/jobs/${job}/hire`, hire, { 'x-service-key': key })).status).toBe(200)
    expect(await balanceOf(key)).toBe(0)
    const deliver = (sent: Record<string, unknown>) =>
      who.request('POST', `/api/jobs/${job}/deliver`, { notes: NOTES, ...sent })
    await deliver({ url: 'https://works.example/guide', result: { words: 1_200 } })
    await checkAll()
    const first = Object(await read(poster, job))
    expect(first.brief_check).toMatchObject({ state: 'done', results: [{ id: 'hire-done-when-lint' }] })
    const statuses = (shown: { results: { id: string; status: string }[] }) =>
      shown.results.map(({ id, status }) => `${id} ${status}`)
    expect(statuses(first.engagement.deliveries[0].checks)).toEqual([
      'prompt-injection-scan pass',
      '0:json_schema pass',
      '1:url pass',
      '2:outcome fail',
    ])
    expect(asked).toEqual(['https://works.example/guide'])
    await poster.request('POST', `/api/jobs/${job}/request-changes`, { reason: REASON })
    await deliver({ url: 'https://refused.example/', result: { words: 12 } })
    await checkAll()
    const second = Object(await read(poster, job)).engagement.deliveries[1].checks
    expect(second).toMatchObject({ verdict: 'failed' })
    expect(statuses(second).slice(1)).toEqual(['0:json_schema fail', '1:url fail', '2:outcome fail'])
    const accepted = await poster.request('POST', `/api/jobs/${job}/accept`)
    expect(accepted.body).toMatchObject({
      engagement: { money: { worker_cents: 900, fee_cents: 100, checks_cents: price } },
    })
  })

  test('that break three times say so, and hold up nothing', async () => {
    const job = await posted(poster)
    const broken: CheckDeps = { ...deps, scan: () => Promise.reject(new Error('the thread died')) }
    for (let nth = 0; nth < 3; nth += 1) {
      await expect(checkNext(world.db, broken)).rejects.toThrow('the thread died')
      expect(await read(poster, job)).toMatchObject({ brief_check: { state: 'waiting' } })
      await world.sql(`update job_vetting set taken_until = now() - interval '1 second' where job_id = $1`, [
        job.slice(4),
      ])
    }
    expect(await checkNext(world.db, deps)).toBe(false)
    expect(await read(poster, job)).toMatchObject({
      brief_check: { state: 'done', verdict: null, results: [{ status: 'error' }] },
    })
  })

  test('of an outcome that reaches the world, or of none, are refused when posting', async () => {
    for (const slug of ['page-markdown', 'nothing-of-this-name'])
      expect(
        (await poster.request('POST', '/api/jobs', { ...BRIEF, acceptance_checks: [{ ...checks[2], slug }] })).status,
      ).toBe(422)
  })
})

describe('the playground', () => {
  test('has six open jobs, and a poster and a worker to try each step with from the command line', async () => {
    expect(await seedJobs(world.db, world.mint, 'So11111111111111111111111111111111111111112')).toBe(6)
    expect(await seedJobs(world.db, world.mint, 'So11111111111111111111111111111111111111112')).toBe(0)
    const deps = {
      playground: () => {
        throw new Error('the service is named')
      },
      demoKey: async (name: 'poster' | 'worker') => (await demoAccounts(world.db, world.mint))[name].api_key,
      grantKey: async (cents: number) => (await world.key(cents)).key,
    }
    const accounts = await demoAccounts(world.db, world.mint)
    const run = async (as: 'poster' | 'worker' | null, ...words: string[]) => {
      const whose = as === null ? [] : ['--account', accounts[as].api_key]
      const command = parseCommand(['job', ...words, '--url', world.baseUrl, ...whose])
      if (command.name !== 'board') throw new Error('a step of the board')
      const { status, answer } = await runBoardCommand(deps, command)
      // Safe: the tests say what they expect in it.
      return { status, ...(answer as Record<string, unknown>) } as Record<string, unknown>
    }
    const listed = Object(await run(null, 'list', 'q=bicycle'))
    expect(listed).toMatchObject({ count: 1, jobs: [{ category: 'research', budget_cents: 1_500 }] })
    const [{ id }] = listed.jobs
    const cover = `cover_letter=${PROPOSAL.cover_letter}`
    expect(await run('worker', 'propose', '--job', id, cover, 'bid_cents=1200', 'delivery_days=2')).toMatchObject({
      bid_cents: 1_200,
      status: 'pending',
    })
    const [made] = Object((await run('poster', 'proposals', '--job', id))['items'])
    const { key } = await world.key(1_200)
    const hire = ['hire', '--job', id, `proposal_id=${made.proposal_id}`]
    // This service takes no cards.
    expect(await run('poster', ...hire, '--pay', 'card')).toMatchObject({ code: 'payments_not_ready' })
    expect(await run('poster', ...hire, '--key', key)).toMatchObject({ status: 'hired' })
    const result = 'result={"datasets":[]}'
    expect(await run('worker', 'deliver', '--job', id, `notes=${NOTES}`, result)).toMatchObject({ status: 'delivered' })
    expect(await run('poster', 'dispute', '--job', id, `reason=${REASON}`)).toMatchObject({ status: 'disputed' })
    expect(await run('worker', 'answer', '--job', id, `reason=${REASON}`)).toMatchObject({ next: null })
    expect(await run('poster', 'accept', '--job', id)).toMatchObject({ status: 'completed' })
    const posted = ['title=Another', `description=${BRIEF.description}`, 'budget_cents=500']
    expect(await run('poster', 'post', ...posted)).toMatchObject({ status: 'open', budget_cents: 500 })
  })
})
