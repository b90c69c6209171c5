import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import { PaymentIntake } from '#ingress/call/payment/payment-intake.ts'
import { openDb } from '#shared/db/open-db.ts'
import { canonicalJson, sha256 } from '#shared/lib/crypto/digest.ts'
import { createLog } from '#shared/log.ts'
import { acceptsFor } from '#shared/money/accepts.ts'
import { openFacilitator } from '#shared/money/x402/facilitator.ts'
import { readPaymentHeader } from '#shared/money/x402/payment-header.ts'

import { encoded } from '#test/support/world/x402-payment.ts'
import { openPaidWorld, type PaidWorld } from '#test/support/world/x402-world.ts'
import { type Answer, eventually } from '#test/support/world/world.ts'

const HELLO = { text: 'hello' }

/** Notes the names of the statements that one database asks from now on. */
function statementsOf(db: PaidWorld['db']): string[] {
  const names: string[] = []
  for (const pool of [db.pg, db.relaxed]) {
    const query = pool.query.bind(pool)
    const noting = (asked: { name?: string }, ...more: unknown[]) => {
      names.push(asked.name ?? '')
      // Safe: what was asked is passed on as it is.
      return (query as (...asked: unknown[]) => unknown)(asked, ...more)
    }
    // Safe: as above.
    vi.spyOn(pool, 'query').mockImplementation(noting as never)
  }
  return names
}

/** Sends a payment without holding the answer against the API document, which would take longer than answering. */
async function sendUnchecked({ baseUrl }: PaidWorld, payment: unknown): Promise<Answer> {
  const response = await fetch(`${baseUrl}/api/v1/outcomes/hash-text`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'payment-signature': encoded(payment) },
    body: JSON.stringify(HELLO),
  })
  const text = await response.text()
  // Safe: every JSON answer of ours is an object.
  const body = JSON.parse(text) as Record<string, unknown>
  return { status: response.status, headers: response.headers, body, text }
}

/** Sends requests, and keeps the answers that have come. */
function answersOf(sent: Promise<Answer>[]): { came: Answer[]; all: Promise<Answer[]> } {
  const came: Answer[] = []
  const all = Promise.all(
    sent.map(async (answer) => {
      came.push(await answer)
      return answer
    }),
  )
  return { came, all }
}

describe('a forged payment whose verification hangs', () => {
  let world: PaidWorld
  beforeAll(async () => {
    world = await openPaidWorld({ backend: 'redis' })
  })
  afterEach(() => {
    vi.restoreAllMocks()
    world.chain.heal()
  })
  afterAll(() => world.close())

  test('is waited for by another process with one query for all such payments', async () => {
    const payments = await Promise.all(Array.from({ length: 5 }, () => world.payment('hash-text')))
    world.chain.set('verify', 'ok', { delayMs: 3_000 })
    const sent = payments.map((payment) => world.send('hash-text', HELLO, payment))
    const claimed = `select from payment_proof where state = 'claimed'`
    await eventually(async () => (await world.sql(claimed)).length === 5)

    const log = createLog('silent')
    const db = openDb(world.database.url, 4)
    const facilitator = openFacilitator(world.config, log)
    if (facilitator === null) throw new Error('there is a facilitator')
    const settling = { pg: db.pg, mint: world.mint, facilitator, log, products: {}, announce: () => {} }
    const intake = new PaymentIntake({ db, log, config: world.config, settling })
    const statements = statementsOf(db)
    const presented = await Promise.all(
      payments.flatMap((payment) =>
        Array.from({ length: 3 }, () =>
          intake.claimAndVerify(readPaymentHeader('payment-signature', encoded(payment)), {
            url: `${world.config.publicBaseUrl}/api/v1/outcomes/hash-text`,
            paths: ['/api/v1/outcomes/hash-text'],
            requirements: acceptsFor(world.config, 10_000n, false),
            callId: '00000000-0000-7000-8000-000000000000',
            resource: 'POST /api/v1/outcomes/hash-text',
            requestDigest: sha256(canonicalJson(HELLO)),
            neededMs: 1_000,
            ip: '192.0.2.1',
            enter: () => {},
          }),
        ),
      ),
    )
    const answers = await Promise.all(sent)
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
    expect(presented.map(({ kind }) => kind)).toEqual(Array(15).fill('known'))
    // Of each payment one request asks, and the two behind it look once when they are woken.
    expect(statements.filter((name) => name === 'payment-claim')).toHaveLength(5)
    expect(statements.filter((name) => name === 'payment-read')).toHaveLength(15)
    expect(statements.filter((name) => name === 'payment-read-many').length).toBeGreaterThan(0)
    expect(statements.filter((name) => name === 'payment-read-many').length).toBeLessThanOrEqual(60)
    await db.close()
    await world.settled()
  })

  test('sent 700 times makes four copies wait and refuses the others at once, and no key and no pass is refused for it', async () => {
    const payment = await world.payment('hash-text')
    const keys = await Promise.all(Array.from({ length: 50 }, () => world.key(10)))
    const passes = await Promise.all(Array.from({ length: 10 }, () => world.pass('week')))
    world.chain.set('verify', 'hang')
    const statements = statementsOf(world.db)
    let mostWaiting = 0
    const watch = setInterval(() => (mostWaiting = Math.max(mostWaiting, world.ingress.waiting())), 5)
    const copies = answersOf(Array.from({ length: 700 }, () => sendUnchecked(world, payment)))
    // On a slow machine it takes longer than the eight seconds after which a verification is given up: then the next has its turn.
    await eventually(() => copies.came.length >= 690)
    clearInterval(watch)
    const paid = await Promise.all([
      ...keys.map(({ key }) => world.call('hash-text', HELLO, { 'x-service-key': key })),
      ...passes.map(({ passToken }) => world.call('hash-text', HELLO, { 'x-day-pass': passToken })),
    ])
    expect(paid.map(({ status }) => status)).toEqual(Array(60).fill(200))
    const refused = copies.came.filter(({ status }) => status === 409)
    expect(refused.length).toBeGreaterThanOrEqual(680)
    for (const { headers, body } of refused) {
      expect(body).toMatchObject({
        code: 'payment_in_progress',
        retryable: true,
        charged_cents: 0,
        fix: { action: expect.stringContaining('very same payment') },
      })
      expect([Number(headers.get('retry-after')) > 0, 'accepts' in body]).toEqual([true, false])
    }
    expect(mostWaiting).toBe(5)
    // Who waits asks the database nothing; who is refused did not either.
    expect(statements.filter((name) => name.startsWith('payment-')).length).toBeLessThanOrEqual(30)
    world.chain.heal()
    const ids = (await copies.all).map(({ body }) => body['call_id']).filter((id) => id !== undefined)
    expect(new Set(ids).size).toBeLessThanOrEqual(1)
    await world.settled()
    await world.balanced()
  })
})

describe('forty places', () => {
  let world: PaidWorld
  beforeAll(async () => {
    world = await openPaidWorld({
      backend: 'postgres',
      env: { MAX_IN_FLIGHT: '40', TRUST_PROXY_HOPS: '1' },
      limits: { 'key-in-flight': 1 },
    })
  })
  afterEach(() => world.chain.heal())
  afterAll(() => world.close())

  test('let a wallet wait for its own call as often as one credential may have calls open', async () => {
    const payment = await world.payment('test-slow')
    const first = world.send('test-slow', { ms: 1_000 }, payment)
    await eventually(async () => (await world.stateOf(payment))?.state === 'verified')
    const copy = await world.send('test-slow', { ms: 1_000 }, payment)
    expect(copy).toMatchObject({ status: 429, body: { code: 'too_many_in_flight', charged_cents: 0 } })
    const { body, status } = await first
    expect(status).toBe(200)
    const after = await world.send('test-slow', { ms: 1_000 }, payment)
    expect(after).toMatchObject({ status: 200, body: { call_id: body['call_id'] } })
  })

  test('hold ten unverified payments, five of one address, and thirty calls of keys beside them', async () => {
    const payments = await Promise.all(Array.from({ length: 60 }, () => world.payment('hash-text')))
    const keys = await Promise.all(Array.from({ length: 30 }, () => world.key(10)))
    world.chain.set('verify', 'hang')
    const from = (nth: number) => ({ 'x-forwarded-for': `198.51.100.${nth}` })
    const single = answersOf(payments.slice(0, 8).map((payment) => world.send('hash-text', HELLO, payment, from(0))))
    await eventually(() => single.came.length === 3)
    expect(single.came.map(({ status, body }) => `${status} ${String(body['code'])}`)).toEqual(
      Array(3).fill('429 too_many_in_flight'),
    )
    const many = answersOf(
      payments.slice(8).map((payment, nth) => world.send('hash-text', HELLO, payment, from(nth + 1))),
    )
    await eventually(() => many.came.length === 47)
    for (const { status, headers, body } of many.came) {
      expect([status, body['code'], body['charged_cents']]).toEqual([503, 'overloaded', 0])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    const paid = await Promise.all(
      keys.map(({ key }) => world.call('test-slow', { ms: 300 }, { 'x-service-key': key })),
    )
    expect(paid.map(({ status }) => status)).toEqual(Array(30).fill(200))
    expect([single.came.length, many.came.length]).toEqual([3, 47])
    await Promise.all([single.all, many.all])
  })
})
