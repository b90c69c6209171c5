import { createHash } from 'node:crypto'

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { decoded, encoded, proofOf, randomPayer } from '#test/support/world/x402-payment.ts'
import { openPaidWorld, type PaidWorld } from '#test/support/world/x402-world.ts'
import { runsOf } from '#test/support/world/test-outcomes.ts'
import { type Answer, BACKENDS, eventually, randomId } from '#test/support/world/world.ts'

const UNPAID = createHash('sha256').update('unpaid').digest('hex')
const HELLO = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'

describe.each(BACKENDS)('a call paid by x402 on the %s queue', (backend) => {
  let world: PaidWorld
  beforeAll(async () => {
    world = await openPaidWorld({ backend })
  })
  afterAll(async () => {
    await world.settled()
    await world.balanced()
    await world.close()
  })

  test('settles after a cheap run, and says so in body and PAYMENT-RESPONSE', async () => {
    const payload = await world.payment('hash-text')
    const answer = await world.send('hash-text', { text: 'hello' }, payload)
    expect(answer.status, answer.text).toBe(200)
    const [transfer] = world.chain.transfers
    expect(answer.body).toMatchObject({
      ok: true,
      total_usdc: '0.01',
      result: { hex: HELLO },
      charge: {
        cents: 1,
        paid_with: 'x402',
        balance_cents: null,
        state: 'captured',
        payment: { network: 'eip155:8453', transaction: transfer?.transaction, state: 'settled', settle: 'after' },
      },
    })
    expect(decoded(answer.headers.get('payment-response'))).toEqual({
      success: true,
      transaction: transfer?.transaction,
      network: 'eip155:8453',
      payer: payload.payload.authorization.from,
      amount: '10000',
    })
    expect(answer.headers.get('x-payment-response')).toBeNull()
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('vary')).toContain('Payment-Signature')
    const read = await world.request('GET', `/api/v1/calls/${String(answer.body['call_id'])}`, {
      headers: { 'x-call-token': String(answer.body['call_token']) },
    })
    expect(read).toMatchObject({ status: 200, body: { result: { hex: HELLO } } })
    expect(read.headers.get('payment-response')).toBe(answer.headers.get('payment-response'))
    expect(read.body['charge']).toEqual(answer.body['charge'])
  })

  test('a result too large for a hint comes with its payment all the same', async () => {
    const answer = await world.pay('test-big', { bytes: 70_000 })
    expect(answer.status, answer.text.slice(0, 500)).toBe(200)
    expect(answer.body).toMatchObject({ charge: { state: 'captured', payment: { state: 'settled', settle: 'after' } } })
    expect(answer.text.length).toBeGreaterThan(70_000)
    expect(decoded(answer.headers.get('payment-response'))).toMatchObject({ success: true })
  })

  test('settles before a dear run', async () => {
    const answer = await world.pay('test-dear', {})
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({ charge: { cents: 25, payment: { settle: 'before', state: 'settled' } } })
  })

  test('the same payment sent again by the same words gets the same answer, and nothing runs', async () => {
    const label = randomId()
    const payload = await world.payment('test-counted')
    const first = await world.send('test-counted', { label }, payload)
    const settles = world.chain.times('settle')
    const again = await world.send('test-counted', { label }, payload)
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body['result']).toEqual(first.body['result'])
    expect(again.body['call_id']).toBe(first.body['call_id'])
    expect(again.headers.get('payment-response')).toBe(first.headers.get('payment-response'))
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(runsOf.get(label)).toBe(1)
    expect(world.chain.times('settle')).toBe(settles)
  })

  test('X1: 50 copies at once are one run, one settlement and one answer, when those who may not wait come again', async () => {
    const label = randomId()
    const payload = await world.payment('test-counted')
    const settles = world.chain.times('settle')
    const patiently = () => world.sendPatiently('test-counted', { label, ms: 50 }, payload)
    const answers = await Promise.all(Array.from({ length: 50 }, patiently))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200))
    expect(new Set(answers.map(({ body }) => body['call_id'])).size).toBe(1)
    expect(new Set(answers.map(({ headers }) => headers.get('payment-response'))).size).toBe(1)
    expect(runsOf.get(label)).toBe(1)
    expect(world.chain.times('settle')).toBe(settles + 1)
  })

  test('a run that fails costs nothing, and its payment may be sent again', async () => {
    const payload = await world.payment('test-upstream-down')
    for (let nth = 0; nth < 2; nth += 1) {
      const answer = await world.send('test-upstream-down', {}, payload)
      expect(answer).toMatchObject({ status: 502, body: { code: 'upstream_unavailable', charged_cents: 0 } })
      expect(answer.headers.get('payment-response')).toBeNull()
      expect(await world.stateOf(payload)).toBeNull()
    }
  })

  test('a 202 is settled when its run ends, before its result can be read', async () => {
    const payload = await world.payment('test-slow')
    const answer = await world.send('test-slow', { ms: 300, label: 'later' }, payload, { prefer: 'respond-async' })
    expect(answer).toMatchObject({
      status: 202,
      body: { charge: { state: 'held', payment: { state: 'verified', transaction: null } } },
    })
    const read = () =>
      world.request('GET', String(answer.headers.get('location')), {
        headers: { 'x-call-token': String(answer.body['call_token']) },
      })
    await eventually(async () => (await read()).body['result'] !== undefined)
    expect(await world.stateOf(payload)).toMatchObject({ state: 'settled' })
  })

  test('v1: X-PAYMENT pays and gets X-PAYMENT-RESPONSE', async () => {
    const payload = await world.payment('hash-text')
    const answer = await world.sendV1('hash-text', { text: 'hello' }, payload)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.headers.get('payment-response')).toBeNull()
    expect(decoded(answer.headers.get('x-payment-response'))).toMatchObject({ success: true, network: 'base' })
    // Version 1 has no token: what is on chain is all there is, so a replay shows nobody.
    const again = await world.sendV1('hash-text', { text: 'hello' }, payload)
    expect(again).toMatchObject({ status: 409, body: { code: 'payment_already_used' } })
    const asV2 = await world.send('hash-text', { text: 'hello' }, payload)
    expect(asV2).toMatchObject({ status: 409, body: { code: 'payment_already_used' } })
  })
})

describe('one payment', () => {
  let world: PaidWorld
  beforeAll(async () => {
    // So many that the facilitator is flooded before the places for unverified payments are taken.
    world = await openPaidWorld({ backend: 'redis', env: { MAX_IN_FLIGHT: '4000' } })
  })
  afterEach(() => world.chain.heal())
  afterAll(async () => {
    await world.settled()
    await world.balanced()
    await world.close()
  })

  test('of an address whose last one was good is verified while it is claimed, and again only after the next good one', async () => {
    const payer = randomPayer()
    const label = randomId()
    const payload = await world.payment('test-counted', { payer })
    const send = (sent = payload) => world.send('test-counted', { label }, sent)
    const verifies = world.chain.times('verify')
    const answers = [await send(), await send(), await send(), await send()]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    // The first copy was verified in vain, so the others were only claimed.
    expect(world.chain.times('verify') - verifies).toBe(2)
    expect([runsOf.get(label), world.chain.transfers.filter(({ proof }) => proof === proofOf(payload)).length]).toEqual(
      [1, 1],
    )

    const [good, bad] = [await world.payment('test-counted', { payer }), await world.payment('test-counted', { payer })]
    expect(await send(good)).toMatchObject({ status: 200 })
    world.chain.set('verify', 'refuses', { times: 1 })
    expect(await send(bad)).toMatchObject({ status: 402, body: { code: 'invalid_payment', charged_cents: 0 } })
    expect(await world.stateOf(bad)).toBeNull()
    expect(await send(bad)).toMatchObject({ status: 200 })
  })

  test('X2: for another slug or another body is 409 without accepts, and nothing runs', async () => {
    const label = randomId()
    const payload = await world.payment('hash-text')
    expect((await world.send('hash-text', { text: 'hello' }, payload)).status).toBe(200)
    const others: [string, Record<string, unknown>][] = [
      ['hash-text', { text: 'other' }],
      ['test-counted', { label }],
      ['test-dear', {}],
      ['json-repair', { text: '{}' }],
    ]
    for (const [slug, body] of others) {
      const answer = await world.send(slug, body, payload)
      expect([slug, answer.status, answer.body['code']]).toEqual([slug, 409, 'payment_already_used'])
      expect(answer.body).not.toHaveProperty('accepts')
      expect(answer.headers.get('payment-required')).toBeNull()
    }
    expect(runsOf.get(label)).toBeUndefined()
    // White space and the order of keys are no other request.
    const spaced = await world.send('hash-text', '{ "text" : "hello" }', payload)
    expect(spaced).toMatchObject({ status: 200, body: { result: { hex: HELLO } } })
  })

  test('X3: rebuilt from what the chain shows gets nothing; the whole payload does, until its result is purged', async () => {
    const payload = await world.payment('hash-text')
    const first = await world.send('hash-text', { text: 'hello' }, payload)
    expect(first.status).toBe(200)
    const ours = payload.extensions['farebox']
    expect(ours).toMatchObject({ info: { token: expect.stringMatching(/^[\w-]{24}$/) } })
    const { farebox: _, ...others } = payload.extensions
    const fresh = (await world.payment('hash-text')).extensions
    for (const extensions of [{}, others, fresh, { farebox: { info: { token: 'A'.repeat(24) } } }]) {
      const rebuilt = await world.send('hash-text', { text: 'hello' }, { ...payload, extensions })
      expect(rebuilt).toMatchObject({ status: 409, body: { code: 'payment_already_used' } })
      expect(rebuilt.text).not.toContain(String(first.body['call_id']))
      expect(rebuilt.headers.get('payment-response')).toBeNull()
    }
    expect((await world.send('hash-text', { text: 'hello' }, payload)).status).toBe(200)
    await world.sql(
      `update call set result = null, idem = null, purged_at = now(), finished_at = now() - interval '25 hours', accepted_at = now() - interval '26 hours'
       where id = (select call_id from payment_proof where proof = $1)`,
      [proofOf(payload)],
    )
    const late = await world.send('hash-text', { text: 'hello' }, payload)
    expect(late).toMatchObject({ status: 410, body: { code: 'gone', charged_cents: 0 } })
  })

  test('the token goes to no facilitator', async () => {
    const payload = await world.payment('hash-text')
    await world.send('hash-text', { text: 'hello' }, payload)
    // Safe: it was made of a 402 of ours.
    const { token } = (payload.extensions['farebox'] as { info: { token: string } }).info
    expect(JSON.stringify(world.chain.asked)).not.toContain(token)
  })

  test('X11: whose wallet is emptied between verify and settle gets no result and pays nothing; then it settles first', async () => {
    const payer = randomPayer()
    const payload = await world.payment('hash-text', { payer })
    world.chain.set('settle', 'refuses')
    const answer = await world.send('hash-text', { text: 'unpaid' }, payload)
    expect(answer.status, answer.text).toBe(402)
    expect(answer.body).toMatchObject({
      code: 'invalid_payment',
      reason: 'invalid_exact_evm_insufficient_balance',
      charged_cents: 0,
      accepts: [{}, {}],
    })
    expect(answer.text).not.toContain(UNPAID)
    expect(decoded(answer.headers.get('payment-response'))).toMatchObject({ success: false, transaction: '' })
    expect(await world.stateOf(payload)).toMatchObject({ state: 'unpaid' })
    // The same payment never runs again.
    expect(await world.send('hash-text', { text: 'unpaid' }, payload)).toMatchObject({
      status: 402,
      body: { code: 'invalid_payment' },
    })
    world.chain.heal()
    const next = await world.pay('hash-text', { text: 'hello' }, { payer })
    expect(next).toMatchObject({ status: 200, body: { charge: { payment: { settle: 'before' } } } })
  })

  test('X21: a fresh payment under the same Idempotency-Key gets the first answer and is not settled', async () => {
    const payer = randomPayer()
    const key = { 'idempotency-key': randomId() }
    const first = await world.send('hash-text', { text: 'hello' }, await world.payment('hash-text', { payer }), key)
    const second = await world.payment('hash-text', { payer })
    const settles = world.chain.times('settle')
    const again = await world.send('hash-text', { text: 'hello' }, second, key)
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body['call_id']).toBe(first.body['call_id'])
    expect(again.headers.get('payment-response')).toBe(first.headers.get('payment-response'))
    expect(world.chain.times('settle')).toBe(settles)
    expect(await world.stateOf(second)).toBeNull()
    const other = await world.send('hash-text', { text: 'other' }, await world.payment('hash-text', { payer }), key)
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
    // Another payer's key of the same name is another key.
    const stranger = await world.send('hash-text', { text: 'hello' }, await world.payment('hash-text'), key)
    expect(stranger.body['call_id']).not.toBe(first.body['call_id'])
  })

  test('X21: fresh payments under one Idempotency-Key that come at once are one call, and one of them is settled', async () => {
    const payer = randomPayer()
    expect((await world.pay('hash-text', { text: 'before' }, { payer })).status).toBe(200)
    const payments = await Promise.all(Array.from({ length: 3 }, () => world.payment('hash-text', { payer })))
    const settles = world.chain.times('settle')
    // None of them can see another's call before all of them have looked.
    const headers = { 'idempotency-key': randomId() }
    const holder = await world.db.pg.connect()
    let answers: Promise<Answer[]>
    try {
      await holder.query('begin')
      await holder.query(`select from payer where address = $1 for update`, [payer.toLowerCase()])
      answers = Promise.all(payments.map((payment) => world.send('hash-text', { text: 'hello' }, payment, headers)))
      const heldUp = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await eventually(async () => (await world.sql(heldUp)).length === 3)
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    expect((await answers).map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set((await answers).map(({ body }) => body['call_id'])).size).toBe(1)
    expect(world.chain.times('settle')).toBe(settles + 1)
    expect(
      (await Promise.all(payments.map((payment) => world.stateOf(payment)))).filter((state) => state !== null),
    ).toHaveLength(1)
  })

  test('a payment of which nobody knows whether it was bound is not told to be free, and gets its answer when sent again', async () => {
    const payload = await world.payment('hash-text')
    const settles = world.chain.times('settle')
    world.loseAnswerOf('call-accept-paid')
    const first = await world.send('hash-text', { text: 'hello' }, payload)
    expect(first).toMatchObject({ status: 503, body: { code: 'payment_settling', retryable: true } })
    expect(first.text).not.toContain('nothing was charged')
    expect((await world.send('hash-text', { text: 'hello' }, payload)).body).toMatchObject({ result: { hex: HELLO } })
    expect(world.chain.times('settle')).toBe(settles + 1)
  })

  test('X23: a payment-identifier belongs to one payment of one payer', async () => {
    const payer = randomPayer()
    const withId = async (id: unknown, from = payer) => {
      const payload = await world.payment('hash-text', { payer: from })
      return {
        ...payload,
        extensions: { ...payload.extensions, 'payment-identifier': { info: { required: false, id } } },
      }
    }
    const id = `id_${randomId()}`
    const mine = await withId(id)
    const first = await world.send('hash-text', { text: 'hello' }, mine)
    expect(first.status, first.text).toBe(200)
    expect((await world.send('hash-text', { text: 'hello' }, mine)).body['call_id']).toBe(first.body['call_id'])
    const other = await withId(id)
    const clash = await world.send('hash-text', { text: 'hello' }, other)
    expect(clash).toMatchObject({ status: 409, body: { code: 'payment_identifier_reused', charged_cents: 0 } })
    expect(await world.stateOf(other)).toBeNull()
    const stranger = await world.send('hash-text', { text: 'hello' }, await withId(id, randomPayer()))
    expect(stranger.status).toBe(200)
    expect(stranger.body['call_id']).not.toBe(first.body['call_id'])
    for (const wrong of ['a'.repeat(15), 'a'.repeat(129), 'no spaces allowed here', 7, null]) {
      const answer = await world.send('hash-text', { text: 'hello' }, await withId(wrong))
      expect(answer).toMatchObject({ status: 400, body: { code: 'malformed_payment' } })
    }
  })

  test('more than four at once settle first, and never more than the wallet holds', async () => {
    const payer = randomPayer()
    const calls = await Promise.all(
      Array.from({ length: 8 }, async () => world.pay('test-slow', { ms: 300 }, { payer })),
    )
    expect(calls.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    // Safe: answers of ours to calls that were paid.
    const modes = calls.map(({ body }) => (body['charge'] as { payment: { settle: string } }).payment.settle)
    expect(modes.filter((mode) => mode === 'after').length).toBeLessThanOrEqual(4)
    const poor = randomPayer()
    world.chain.setBalance(poor, 30_000n)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => world.pay('test-slow', { ms: 300 }, { payer: poor })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      expect([status, body['code'], body['charged_cents']]).toEqual([429, 'too_many_in_flight', 0])
    }
  })

  test('without a balance to go by, one payment of a payer is open at a time', async () => {
    world.chain.tellBalances(false)
    const payer = randomPayer()
    const answers = await Promise.all(Array.from({ length: 3 }, () => world.pay('test-slow', { ms: 200 }, { payer })))
    world.chain.tellBalances(true)
    expect(answers.map(({ status }) => String(status)).toSorted((one, other) => (one < other ? -1 : 1))).toEqual([
      '200',
      '429',
      '429',
    ])
  })

  test.each(['reset', '500', 'html', 'garbage'] as const)(
    'a facilitator whose verify is %s is 503, and the same payment pays when it is well again',
    async (mode) => {
      const payload = await world.payment('hash-text')
      world.chain.set('verify', mode)
      const answer = await world.send('hash-text', { text: 'hello' }, payload)
      expect(answer).toMatchObject({ status: 503, body: { code: 'payments_not_ready', charged_cents: 0 } })
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(answer.body).not.toHaveProperty('accepts')
      expect(await world.stateOf(payload)).toBeNull()
      world.chain.heal()
      expect((await world.send('hash-text', { text: 'hello' }, payload)).status).toBe(200)
    },
  )

  test.each(['reset', '500', 'html', 'garbage', 'pending', 'used'] as const)(
    'X12, X14: a settlement that lands although the facilitator answers %s is captured once, and the caller gets the result',
    async (mode) => {
      for (const [slug, body] of [
        ['hash-text', { text: 'hello' }],
        ['test-dear', {}],
      ] as const) {
        const payload = await world.payment(slug)
        world.chain.set('settle', mode, { lands: true })
        const answer = await world.send(slug, body, payload)
        expect(answer.status, answer.text).toBe(200)
        expect(world.chain.transfers.filter(({ proof }) => proof === proofOf(payload))).toHaveLength(1)
        world.chain.heal()
      }
    },
  )

  test('X13: a settlement that never lands is settling until the authorization is over, then nothing was charged', async () => {
    const payload = await world.payment('hash-text')
    world.chain.set('settle', '500')
    const answer = await world.send('hash-text', { text: 'unpaid' }, payload, { prefer: 'wait=1' })
    expect(answer).toMatchObject({ status: 202, body: { charge: { state: 'held', payment: { state: 'settling' } } } })
    // The same payment is told the same, never a 402.
    const again = await world.send('hash-text', { text: 'unpaid' }, payload, { prefer: 'wait=0' })
    expect(again).toMatchObject({ status: 202, body: { call_id: answer.body['call_id'] } })
    const read = () =>
      world.request('GET', `/api/v1/calls/${String(answer.body['call_id'])}`, {
        headers: { 'x-call-token': String(answer.body['call_token']) },
      })
    expect((await read()).body).toMatchObject({ state: 'settling' })
    world.chain.end(proofOf(payload))
    await eventually(async () => (await read()).body['code'] === 'invalid_payment')
    expect((await read()).text).not.toContain(UNPAID)
    expect(await world.stateOf(payload)).toMatchObject({ state: 'unpaid', failure: 'expired_unused' })
  })

  test('X16: a settlement that was said to have failed and is on chain all the same is captured', async () => {
    const payload = await world.payment('hash-text')
    world.chain.set('settle', 'refuses', { lands: true })
    const answer = await world.send('hash-text', { text: 'hello' }, payload)
    expect(answer).toMatchObject({ status: 200, body: { charge: { payment: { state: 'settled' } } } })
  })

  test('a payment given up that comes in after all is credited to its payer', async () => {
    const payload = await world.payment('hash-text')
    world.chain.set('settle', 'refuses')
    expect((await world.send('hash-text', { text: 'hello' }, payload)).status).toBe(402)
    const { from } = payload.payload.authorization
    world.chain.land(proofOf(payload), from, payload.accepted)
    await world.sql(`update payment_proof set next_try_at = now() where proof = $1`, [proofOf(payload)])
    await eventually(async () => {
      const [row] = await world.sql<{ posted: string }>(
        `select a.posted::text from payment_proof p join service_key k on k.id = p.credit_key_id join account a on a.id = k.account_id where p.proof = $1`,
        [proofOf(payload)],
      )
      return row?.posted === '10000'
    })
  })

  test('X26: a call that fails after it was settled is credited to a key, which the first answer shows', async () => {
    const payload = await world.payment('test-dear')
    const answer = await world.send('test-dear', { fail: true }, payload)
    expect(answer).toMatchObject({ status: 502, body: { code: 'upstream_unavailable', charged_cents: 0 } })
    expect(decoded(answer.headers.get('payment-response'))).toMatchObject({ success: true })
    // Safe: the test reads what it expects in the next line.
    const { credit } = answer.body as { credit: { cents: number; key_id: string; key: string } }
    expect(credit).toMatchObject({ cents: 25, header_name: 'X-Service-Key' })
    const spent = await world.call('hash-text', { text: 'hello' }, { 'x-service-key': credit.key })
    expect(spent).toMatchObject({ status: 200, body: { charge: { balance_cents: 24 } } })
    // A replay knows of the credit and shows no key.
    const again = await world.send('test-dear', { fail: true }, payload)
    expect(again).toMatchObject({ status: 502, body: { credit: { cents: 25, key_id: credit.key_id } } })
    expect(again.text).not.toContain(credit.key)
  })

  test('an answer that holds a secret is for the first request, and for nobody who sends its payment again', async () => {
    const payload = await world.payment('test-secret')
    const first = await world.send('test-secret', {}, payload)
    expect(first).toMatchObject({ status: 200, body: { result: { password: 'hunter2' } } })
    const again = await world.send('test-secret', {}, payload)
    expect(again).toMatchObject({ status: 409, body: { code: 'payment_already_used' } })
    expect(again.text).not.toContain('hunter2')
    const byToken = await world.request('GET', `/api/v1/calls/${String(first.body['call_id'])}`, {
      headers: { 'x-call-token': String(first.body['call_token']) },
    })
    expect(byToken).toMatchObject({ status: 200, body: { result: { password: 'hunter2' } } })
  })

  test('X26: a failure nobody waits for is credited all the same', async () => {
    const payload = await world.payment('test-dear')
    const answer = await world.send('test-dear', { ms: 100, fail: true }, payload, { prefer: 'respond-async' })
    expect(answer.status).toBe(202)
    await eventually(async () => {
      const rows = await world.sql(`select from payment_proof where proof = $1 and credit_key_id is not null`, [
        proofOf(payload),
      ])
      return rows.length === 1
    })
  })

  test('X20: a facilitator that is flooded is spared; what it did not verify does not run', async () => {
    const label = randomId()
    const payloads = await Promise.all(Array.from({ length: 170 }, () => world.payment('test-counted')))
    world.chain.set('verify', 'ok', { delayMs: 2_000 })
    const answers = await Promise.all(payloads.map((payload) => world.send('test-counted', { label }, payload)))
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.length).toBeGreaterThan(0)
    for (const { status, body } of refused) {
      expect([status, body['code'], body['charged_cents']]).toEqual([503, 'payments_not_ready', 0])
    }
    expect(runsOf.get(label)).toBe(170 - refused.length)
  })

  test('X-Max-Cents refuses a dearer call before its payment is looked at', async () => {
    const payload = await world.payment('test-dear')
    const verifies = world.chain.times('verify')
    const answer = await world.send('test-dear', {}, payload, { 'x-max-cents': '24' })
    expect(answer).toMatchObject({ status: 402, body: { code: 'over_max_cents' } })
    expect(world.chain.times('verify')).toBe(verifies)
  })

  test('a payment pays although a key is sent too; a pass comes before both', async () => {
    const { key } = await world.key(10)
    const answer = await world.send('hash-text', { text: 'hello' }, await world.payment('hash-text'), {
      'x-service-key': key,
    })
    expect(answer).toMatchObject({ status: 200, body: { charge: { paid_with: 'x402' } } })
    const pass = await world.pass('week')
    const unused = await world.payment('hash-text')
    const covered = await world.send('hash-text', { text: 'hello' }, unused, { 'x-day-pass': pass.passToken })
    expect(covered).toMatchObject({ status: 200, body: { charge: { paid_with: 'pass' } } })
    expect(await world.stateOf(unused)).toBeNull()
  })

  test('X22: with both headers the newer one counts', async () => {
    const payload = await world.payment('hash-text')
    const other = await world.payment('hash-text')
    const answer = await world.sendV1('hash-text', { text: 'hello' }, other, { 'payment-signature': encoded(payload) })
    expect(answer.status).toBe(200)
    expect(await world.stateOf(payload)).toMatchObject({ state: 'settled' })
    expect(await world.stateOf(other)).toBeNull()
  })
})
