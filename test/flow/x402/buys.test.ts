import { createKeyPairSignerFromBytes } from '@solana/kit'
import { toClientEvmSigner } from '@x402/evm'
import { registerExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { ExactSvmScheme } from '@x402/svm/exact/client'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { BASE } from '#shared/chains/networks.ts'
import { fromBase58 } from '#shared/lib/crypto/base58.ts'
import { audit } from '#shared/money/audit/audit.ts'
import { recoveryMessage } from '#shared/money/x402/recovery-message.ts'
import { freePort } from '#shared/playground/free-port.ts'

import { openSettlementLab, type SettlementLab } from '#test/support/labs/settlement-lab.ts'
import { type BasePayload, decoded, encoded, payOnBase } from '#test/support/world/x402-payment.ts'
import { openPaidWorld, type PaidWorld } from '#test/support/world/x402-world.ts'
import { type Answer, eventually, openWorld, randomId, type World } from '#test/support/world/world.ts'

const PASSES = [
  ['day', 'day_pass', 50, 'guards', 24],
  ['week', 'access_pass', 249, 'all', 168],
  ['month', 'access_pass', 799, 'all', 720],
] as const

/** The pass in an answer. */
const passIn = (answer: Answer, member: string) =>
  // Safe: where the answer is none the test fails on it.
  (answer.body[member] ?? {}) as { pass_token: string | null; pass_id: string; valid_from: string; valid_until: string }

describe('what x402 buys', () => {
  let world: PaidWorld
  beforeAll(async () => {
    world = await openPaidWorld({ backend: 'redis' })
  })
  afterEach(async () => {
    world.chain.heal()
    await world.settled()
    await world.balanced()
  })
  afterAll(() => world.close())

  type Changes = Parameters<typeof payOnBase>[1]
  const sign = async (route: string, body: unknown = {}, changes: Changes = {}) =>
    payOnBase(await world.call(route, body), changes)
  const send = (route: string, body: unknown, payload: BasePayload, headers: Record<string, string> = {}) =>
    world.sendPatiently(route, body, payload, headers)
  const status = async (key: string) =>
    (await world.request('GET', '/api/v1/outcomes/balance/status', { headers: { 'x-service-key': key } })).body
  const count = async (table: 'service_key' | 'pass' | 'payment_proof') =>
    Number((await world.sql<{ n: string }>(`select count(*) as n from ${table}`))[0]?.n)
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const wallet = () => privateKeyToAccount(generatePrivateKey())
  const recover = async (account: ReturnType<typeof wallet>, { payload }: BasePayload) => {
    const about = { network: BASE, payer: account.address, payment: payload.authorization.nonce }
    const issuedAt = new Date().toISOString()
    const message = recoveryMessage(new URL(world.config.publicBaseUrl).host, { ...about, issuedAt })
    const signature = await account.signMessage({ message })
    return world.request('POST', '/api/v1/calls/recover', { body: { ...about, issued_at: issuedAt, signature } })
  }
  /** The settlement has landed, and nobody who is asked says so. */
  const loseTheAnswer = () => {
    world.chain.set('settle', 'pending', { lands: true })
    world.chain.set('lookup', 'unknown')
  }
  const settledLater = async (payload: BasePayload) => {
    world.chain.heal()
    await eventually(async () => (await world.stateOf(payload))?.state === 'settled')
  }

  describe('balance/fund', () => {
    const body = { amount_cents: 500 }

    test('of which nobody knows whether it was bound is not told to be free, and is one key when sent again', async () => {
      const payload = await sign('balance/fund', body)
      const keys = await count('service_key')
      world.loseAnswerOf('payment-bind-purchase')
      const first = await send('balance/fund', body, payload)
      expect(first).toMatchObject({ status: 503, body: { code: 'payment_settling' } })
      expect(first.text).not.toContain('nothing was charged')
      // Settlement-watch need not wait for the one who bound it.
      await world.sql(`update payment_proof set next_try_at = now() where state = 'settling'`)
      expect(await send('balance/fund', body, payload)).toMatchObject({ status: 200, body: { balance_cents: 500 } })
      expect(await count('service_key')).toBe(keys + 1)
    })

    test('is a key with the amount, which pays calls; sent again it is the same key, unshown and stored nowhere', async () => {
      const account = wallet()
      const payload = await sign('balance/fund', body, { payer: account.address })
      const keys = await count('service_key')
      const first = await send('balance/fund', body, payload)
      expect(first.status, first.text).toBe(200)
      expect(first.body).toMatchObject({
        ok: true,
        key: expect.stringMatching(/^fb_test_sk_/),
        amount_cents: 500,
        balance_cents: 500,
        header_name: 'X-Service-Key',
      })
      expect(first.headers.get('cache-control')).toBe('no-store')
      expect(decoded(first.headers.get('payment-response'))).toMatchObject({ success: true, amount: '5000000' })
      const key = text(first.body['key'])
      const call = await world.call('hash-text', { text: 'hello' }, { 'x-service-key': key })
      expect(call.body).toMatchObject({ ok: true, charge: { paid_with: 'prepaid_key', balance_cents: 499 } })

      const settles = world.chain.times('settle')
      const again = await send('balance/fund', body, payload)
      expect(again.status, again.text).toBe(200)
      expect(again.body).toMatchObject({
        key: null,
        key_id: first.body['key_id'],
        recover: { method: 'POST', path: '/api/v1/calls/recover' },
      })
      expect(again.headers.get('idempotency-replayed')).toBe('true')
      expect(again.headers.get('payment-response')).toBe(first.headers.get('payment-response'))
      expect([world.chain.times('settle'), await count('service_key')]).toEqual([settles, keys + 1])
      expect((await recover(account, payload)).body).toMatchObject({ payment_state: 'settled', answer: { key } })
      const stored = await world.sql(`select p::text from payment_proof p where p::text like '%' || $1 || '%'`, [key])
      expect(stored).toEqual([])

      const other = await send('balance/fund', { amount_cents: 400 }, payload)
      expect(other).toMatchObject({ status: 409, body: { code: 'payment_already_used' } })
    })

    test('names a notice address in the same step: unconfirmed, bound to the payment, and kept with the key alone', async () => {
      const email = `${randomId()}@mail.example`
      const named = { ...body, notices: { email: ` ${email.toUpperCase()} `, below_cents: 300 } }
      const payload = await sign('balance/fund', named)
      const wrong = await send('balance/fund', { ...body, notices: { email: 'nobody' } }, payload)
      expect(wrong.status, wrong.text).toBe(422)
      const first = await send('balance/fund', named, payload)
      expect(first.body, first.text).toMatchObject({ balance_cents: 500, notices: 'to_confirm' })
      const headers = { 'x-service-key': text(first.body['key']) }
      const at = '/api/v1/outcomes/balance/notices'
      const read = async () => (await world.request('GET', at, { headers })).body
      expect(await read()).toMatchObject({ email, confirmed: false, below_cents: 300 })
      const mails = () =>
        world.sql(`select kind from mail m join key_notice n on n.account_id = m.key_account_id where n.email = $1`, [
          email,
        ])
      expect(await mails()).toEqual([{ kind: 'confirm' }])
      expect(await world.sql(`select from payment_proof p where p::text like '%' || $1 || '%'`, [email])).toEqual([])

      const other = await send('balance/fund', { ...body, notices: { email: 'other@mail.example' } }, payload)
      expect(other).toMatchObject({ status: 409, body: { code: 'payment_already_used' } })
      // Whoever opted out is not named again by the payment of the past.
      await world.request('POST', at, { headers, body: { email: null } })
      expect((await send('balance/fund', named, payload)).body).toMatchObject({ key: null, notices: 'to_confirm' })
      expect(await read()).toMatchObject({ email: null })

      const more = { amount_cents: 200, notices: { email } }
      const unpaid = await world.call('balance/topup', more, headers)
      const toppedUp = await send('balance/topup', more, payOnBase(unpaid, {}), headers)
      expect(toppedUp.body, toppedUp.text).toMatchObject({ balance_cents: 700, notices: 'to_confirm' })
      expect(await read()).toMatchObject({ email, below_cents: null })
      await world.sql(`update key_notice set confirmed_at = now() where email = $1`, [email])
      const again = await send('balance/topup', more, payOnBase(unpaid, {}), headers)
      expect(again.body, again.text).toMatchObject({ balance_cents: 900, notices: 'confirmed' })
    })

    test('of an address that was sent too many confirmations is a key without one', async () => {
      const email = `${randomId()}@mail.example`
      const who = world.mint.fingerprint(`key-notice-to:${email}`)
      await world.sql(
        `insert into limit_counter (name, who, ends_at, taken) values ('reset', $1, now() + interval '1 hour', 30)`,
        [who],
      )
      const named = { ...body, notices: { email } }
      const bought = await send('balance/fund', named, await sign('balance/fund', named))
      expect(bought.body, bought.text).toMatchObject({ balance_cents: 500, notices: 'not_set' })
      expect(await world.sql(`select from key_notice where email = $1`, [email])).toEqual([])
    })

    test('twenty copies at once are one key, shown to one of them', async () => {
      const payload = await sign('balance/fund', body)
      const keys = await count('service_key')
      const answers = await Promise.all(Array.from({ length: 20 }, () => send('balance/fund', body, payload)))
      expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 200))
      expect(new Set(answers.map((answer) => answer.body['key_id'])).size).toBe(1)
      expect(answers.filter((answer) => answer.body['key'] !== null)).toHaveLength(1)
      expect(await count('service_key')).toBe(keys + 1)
    })

    test('is a 503 while nobody knows whether it settled; found later it is one key, for the wallet that paid', async () => {
      const account = wallet()
      const payload = await sign('balance/fund', body, { payer: account.address })
      const keys = await count('service_key')
      loseTheAnswer()
      for (let nth = 0; nth < 2; nth += 1) {
        const early = nth === 0 ? send('balance/fund', body, payload) : recover(account, payload)
        expect(await early).toMatchObject(
          nth === 0
            ? { status: 503, body: { code: 'payment_settling', payment_state: 'settling' } }
            : { status: 200, body: { payment_state: 'settling', answer: null } },
        )
      }
      expect(await count('service_key')).toBe(keys)
      await settledLater(payload)
      const later = await send('balance/fund', body, payload)
      expect(later).toMatchObject({ status: 200, body: { key: null, balance_cents: 500 } })
      const recovered = await recover(account, payload)
      expect(recovered.body).toMatchObject({ answer: { key_id: later.body['key_id'], balance_cents: 500 } })
      // Safe: matched above.
      const { key } = recovered.body['answer'] as { key: string }
      expect(await status(key)).toMatchObject({ balance_cents: 500, key_id: later.body['key_id'] })
      expect(await count('service_key')).toBe(keys + 1)
    })

    test('wrong amounts are 422 and claim no payment', async () => {
      const payload = await sign('balance/fund', { amount_cents: 100 })
      const payments = await count('payment_proof')
      for (const amount of ['99', '50001', '100.5', '"100"', '-100', '1e400', 'null']) {
        const answer = await world.request('POST', '/api/v1/outcomes/balance/fund', {
          body: `{"amount_cents":${amount}}`,
          headers: { 'payment-signature': encoded(payload) },
        })
        expect([amount, answer.status, answer.body['charged_cents']]).toEqual([amount, 422, 0])
      }
      expect(await count('payment_proof')).toBe(payments)
      expect((await send('balance/fund', { amount_cents: 100 }, payload)).status).toBe(200)
      const most = await send(
        'balance/fund',
        { amount_cents: 50_000 },
        await sign('balance/fund', { amount_cents: 50_000 }),
      )
      expect(most.body).toMatchObject({ balance_cents: 50_000 })
    })

    test('a payment of another amount, or one that does not settle, is the 402 of this amount', async () => {
      const keys = await count('service_key')
      const refused = async (payload: BasePayload) => {
        const answer = await send('balance/fund', { amount_cents: 200 }, payload)
        expect(answer).toMatchObject({ status: 402, body: { ok: false, code: 'invalid_payment', charged_cents: 0 } })
        expect(answer.body['accepts']).toMatchObject([{ amount: '2000000' }, { amount: '2000000' }])
        expect(decoded(answer.headers.get('payment-required'))).toMatchObject({ accepts: answer.body['accepts'] })
      }
      await refused(await sign('balance/fund', { amount_cents: 100 }))
      await refused(await sign('balance/fund', { amount_cents: 300 }))
      const good = await sign('balance/fund', { amount_cents: 200 })
      world.chain.set('settle', 'refuses')
      await refused(good)
      world.chain.heal()
      await refused(good)
      const dear = await sign('balance/fund', { amount_cents: 200 })
      const over = await send('balance/fund', { amount_cents: 200 }, dear, { 'x-max-cents': '199' })
      expect(over).toMatchObject({ status: 402, body: { code: 'over_max_cents', charged_cents: 0 } })
      expect(await count('service_key')).toBe(keys)
    })

    test('a new payment of the same wallet under one Idempotency-Key gets the first key, and is not settled', async () => {
      const payer = wallet().address
      const once = { 'idempotency-key': randomId() }
      const keys = await count('service_key')
      const payments = await Promise.all(Array.from({ length: 5 }, () => sign('balance/fund', body, { payer })))
      const answers = await Promise.all(payments.map((payload) => send('balance/fund', body, payload, once)))
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200])
      expect(new Set(answers.map((answer) => answer.body['key'])).size).toBe(1)
      expect(text(answers[0]?.body['key'])).toMatch(/^fb_test_sk_/)
      expect(await count('service_key')).toBe(keys + 1)
      const other = await send(
        'balance/fund',
        { amount_cents: 600 },
        await sign('balance/fund', { amount_cents: 600 }, { payer }),
        once,
      )
      expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
      const stranger = await send('balance/fund', body, await sign('balance/fund', body), once)
      expect(stranger.body['key_id']).not.toBe(answers[0]?.body['key_id'])
      await world.sql(`update payment_proof set settled_at = settled_at - interval '25 hours' where payer = $1`, [
        payer.toLowerCase(),
      ])
      const nextDay = await send('balance/fund', body, await sign('balance/fund', body, { payer }), once)
      expect(nextDay.body['key_id']).not.toBe(answers[0]?.body['key_id'])
    })

    test('an Idempotency-Key whose payment did not settle may buy anew', async () => {
      const payer = wallet().address
      const once = { 'idempotency-key': randomId() }
      world.chain.set('settle', 'refuses')
      expect((await send('balance/fund', body, await sign('balance/fund', body, { payer }), once)).status).toBe(402)
      world.chain.heal()
      expect((await send('balance/fund', body, await sign('balance/fund', body, { payer }), once)).status).toBe(200)
    })

    test('one payment-identifier of two payments at once is one key and a 409', async () => {
      const payer = wallet().address
      const id = randomId()
      const payments = await Promise.all([1, 2].map(() => sign('balance/fund', body, { payer })))
      for (const payload of payments) payload.extensions['payment-identifier'] = { info: { required: false, id } }
      const answers = await Promise.all(payments.map((payload) => send('balance/fund', body, payload)))
      expect(answers.map((answer) => answer.status).toSorted((one, other) => one - other)).toEqual([200, 409])
    })

    test('a payment of version 1 buys too; sent again it tells nobody anything', async () => {
      const account = wallet()
      // OpenAPI describes the 402 of version 2.
      const challenge = await fetch(`${world.baseUrl}/api/v1/outcomes/balance/fund?x402Version=1`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(challenge.status).toBe(402)
      expect(await challenge.json()).toMatchObject({ x402Version: 1, accepts: [{ maxAmountRequired: '5000000' }, {}] })
      const payload = await sign('balance/fund', body, { payer: account.address })
      const first = await world.sendV1('balance/fund', body, payload)
      expect(first.status, first.text).toBe(200)
      expect(decoded(first.headers.get('x-payment-response'))).toMatchObject({ success: true, network: 'base' })
      expect(await world.sendV1('balance/fund', body, payload)).toMatchObject({ status: 409 })
      expect((await recover(account, payload)).body).toMatchObject({ answer: { key: first.body['key'] } })
    })
  })

  describe('balance/topup', () => {
    const body = { amount_cents: 300 }
    const withKey = (key: string) => ({ 'x-service-key': key })

    test('adds the amount to the key once, however often and at once it is sent', async () => {
      const { key, keyId } = await world.key(5)
      const payload = await sign('balance/topup', body)
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => send('balance/topup', body, payload, withKey(key))),
      )
      for (const answer of answers) {
        expect(answer.status, answer.text).toBe(200)
        expect(answer.body).toMatchObject({ ok: true, key_id: keyId, amount_cents: 300, balance_cents: 305 })
        expect(answer.body).not.toHaveProperty('key')
        expect(answer.body).not.toHaveProperty('recover')
      }
      expect(await status(key)).toMatchObject({ balance_cents: 305, granted_cents: 305 })
      const other = await world.key(5)
      expect(await send('balance/topup', body, payload, withKey(other.key))).toMatchObject({ status: 409 })
      expect(await status(other.key)).toMatchObject({ balance_cents: 5 })
    })

    test('of an unknown, a revoked, a trial or no key is refused before anything is settled', async () => {
      const revoked = await world.key(5)
      await world.call('balance/revoke', { confirm: true }, withKey(revoked.key))
      const trial = await world.call('balance/trial/claim', { agent_id: randomId() })
      const unknown = world.mint.issue('sk', 'A'.repeat(12))
      const payload = await sign('balance/topup', body)
      const settles = world.chain.times('settle')
      for (const [headers, expected, code] of [
        [{}, 401, 'unauthorized'],
        [withKey('nonsense'), 401, 'invalid_service_key'],
        [withKey(unknown), 401, 'invalid_service_key'],
        [withKey(revoked.key), 401, 'key_revoked'],
        [withKey(text(trial.body['key'])), 403, 'forbidden'],
      ] as const) {
        const answer = await send('balance/topup', body, payload, headers)
        expect([code, answer.status, answer.body['code']]).toEqual([code, expected, code])
        const unpaid = await world.call('balance/topup', body, headers)
        expect(unpaid.status).toBe(code === 'unauthorized' ? 402 : expected)
      }
      expect(world.chain.times('settle')).toBe(settles)
      expect(await world.stateOf(payload)).toBeNull()
      // It was not touched, so it is good for a key that is.
      const { key } = await world.key(1)
      expect((await send('balance/topup', { amount_cents: 99 }, payload, withKey(key))).status).toBe(422)
      expect((await send('balance/topup', { amount_cents: 400 }, payload, withKey(key))).status).toBe(402)
      expect((await send('balance/topup', body, payload, withKey(key))).body).toMatchObject({ balance_cents: 301 })
    })

    test('whose settlement is found later is added once, and told then', async () => {
      const { key } = await world.key(5)
      const payload = await sign('balance/topup', body)
      loseTheAnswer()
      expect(await send('balance/topup', body, payload, withKey(key))).toMatchObject({
        status: 503,
        body: { code: 'payment_settling' },
      })
      expect(await status(key)).toMatchObject({ balance_cents: 5 })
      await settledLater(payload)
      expect(await send('balance/topup', body, payload, withKey(key))).toMatchObject({
        status: 200,
        body: { balance_cents: 305 },
      })
      expect(await status(key)).toMatchObject({ balance_cents: 305 })
    })

    test('goes to the key that took over when its own was rotated while it settled', async () => {
      const { key } = await world.key(5)
      const payload = await sign('balance/topup', body)
      loseTheAnswer()
      expect((await send('balance/topup', body, payload, withKey(key))).status).toBe(503)
      const rotated = await world.call('balance/revoke', { rotate: true }, withKey(key))
      await settledLater(payload)
      expect(await send('balance/topup', body, payload, withKey(key))).toMatchObject({
        status: 200,
        body: { key_id: rotated.body['key_id'], balance_cents: 305 },
      })
      expect(await status(text(rotated.body['key']))).toMatchObject({ balance_cents: 305 })
    })

    test('is on a key of its own when its own was revoked for good while it settled', async () => {
      const account = wallet()
      const { key } = await world.key(5)
      const payload = await sign('balance/topup', body, { payer: account.address })
      loseTheAnswer()
      expect((await send('balance/topup', body, payload, withKey(key))).status).toBe(503)
      await world.call('balance/revoke', { confirm: true }, withKey(key))
      await settledLater(payload)
      const answer = await send('balance/topup', body, payload, withKey(key))
      expect(answer).toMatchObject({ status: 200, body: { key: null, balance_cents: 300, note: expect.any(String) } })
      const { body: found } = await recover(account, payload)
      // Safe: the answer to a top-up that made a key.
      const fresh = found['answer'] as { key: string }
      expect(await status(fresh.key)).toMatchObject({ balance_cents: 300, key_id: answer.body['key_id'] })
    })

    test('loses nothing in a race with a rotation, and forfeits only with a key revoked after it', async () => {
      const race = async (change: object) => {
        const { key } = await world.key(5)
        const payload = await sign('balance/topup', body)
        const [paid, revoked] = await Promise.all([
          send('balance/topup', body, payload, withKey(key)),
          world.call('balance/revoke', change, withKey(key)),
        ])
        expect([200, 401], paid.text).toContain(paid.status)
        return { paid, revoked }
      }
      const rotation = await race({ rotate: true })
      const left = rotation.paid.status === 200 ? 305 : 5
      expect(await status(text(rotation.revoked.body['key']))).toMatchObject({ balance_cents: left })

      const { paid, revoked } = await race({ confirm: true })
      const isOnItsOwn = text(paid.body['key']) !== ''
      expect(revoked.body['forfeited_cents']).toBe(paid.status === 200 && !isOnItsOwn ? 305 : 5)
    })

    test('B4: 50 calls that cross the mark at once make a refill due and move no money; one top-up ends it', async () => {
      const { key } = await world.key(60)
      const auto_refill = { enabled: true, below_cents: 30, amount_cents: 300, max_per_day: 1 }
      await world.call('balance/policy', { auto_refill }, withKey(key))
      expect(await status(key)).toMatchObject({ refill_due: false })
      const calls = await Promise.all(
        Array.from({ length: 50 }, () => world.call('hash-text', { text: 'hello' }, withKey(key))),
      )
      expect(calls.filter((answer) => answer.status !== 200)).toEqual([])
      expect(await status(key)).toMatchObject({ refill_due: true, balance_cents: 10, granted_cents: 60 })
      const payload = await sign('balance/topup', body)
      await Promise.all(Array.from({ length: 10 }, () => send('balance/topup', body, payload, withKey(key))))
      expect(await status(key)).toMatchObject({ refill_due: false, balance_cents: 310, granted_cents: 360 })
    })
  })

  describe('passes', () => {
    test.each(PASSES)('a %s pass is in %s for %i cents', async (kind, member, cents, scope, hours) => {
      const account = wallet()
      const payload = await sign(`${kind}-pass`, {}, { payer: account.address })
      const passes = await count('pass')
      const answers = await Promise.all(Array.from({ length: 5 }, () => send(`${kind}-pass`, {}, payload)))
      const shown = answers.filter((answer) => passIn(answer, member).pass_token !== null)
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200])
      expect(shown).toHaveLength(1)
      expect(await count('pass')).toBe(passes + 1)
      const [first] = shown
      if (first === undefined) throw new Error('one was shown')
      const pass = passIn(first, member)
      expect(pass).toMatchObject({ kind, scope, header_name: 'X-Day-Pass' })
      expect(Date.parse(pass.valid_until) - Date.parse(pass.valid_from)).toBe(hours * 3_600_000)
      expect(decoded(first.headers.get('payment-response'))).toMatchObject({ amount: String(cents * 10_000) })
      const token = { 'x-day-pass': pass.pass_token ?? '' }
      const slug = scope === 'all' ? 'hash-text' : 'json-repair'
      const input = scope === 'all' ? { text: 'hello' } : { text: '{a:1}' }
      expect((await world.call(slug, input, token)).body).toMatchObject({ ok: true, charge: { paid_with: 'pass' } })

      const again = await send(`${kind}-pass`, { other: 'body' }, payload)
      expect(passIn(again, member)).toEqual({ ...pass, pass_token: null })
      expect(again.body).toMatchObject({ recover: { path: '/api/v1/calls/recover' } })
      const recovered = await recover(account, payload)
      expect(recovered.body).toMatchObject({ answer: { [member]: pass } })
      const elsewhere = await send('balance/fund', { amount_cents: 100 }, payload)
      expect(elsewhere).toMatchObject({ status: 409, body: { code: 'payment_already_used' } })
    })

    test('whose settlement is found later begins then, and the wallet that paid gets it', async () => {
      const account = wallet()
      const payload = await sign('day-pass', {}, { payer: account.address })
      loseTheAnswer()
      expect(await send('day-pass', {}, payload)).toMatchObject({ status: 503, body: { code: 'payment_settling' } })
      await settledLater(payload)
      const later = await send('day-pass', {}, payload)
      expect(passIn(later, 'day_pass').pass_token).toBeNull()
      const { body } = await recover(account, payload)
      expect(body).toMatchObject({ answer: { day_pass: { pass_token: expect.stringMatching(/^fb_test_dp_/) } } })
    })

    test('a payment of another price buys none', async () => {
      const passes = await count('pass')
      const short = await send('week-pass', {}, await sign('day-pass'))
      expect(short).toMatchObject({ status: 402, body: { code: 'invalid_payment', price_cents: 249 } })
      expect(await count('pass')).toBe(passes)
    })
  })
})

describe('official clients on real chains', () => {
  let lab: SettlementLab
  let world: World
  beforeAll(async () => {
    lab = await openSettlementLab({ base: true, solana: true })
    const port = String(await freePort())
    const SETTLEMENT_URL = `http://127.0.0.1:${port}`
    await lab.start({ SETTLEMENT_PORT: port, SETTLEMENT_URL })
    const { BASE_PAY_TO = '', SOLANA_PAY_TO = '', SOLANA_FEE_PAYER = '' } = lab.env()
    world = await openWorld({ backend: 'redis', env: { SETTLEMENT_URL, BASE_PAY_TO, SOLANA_PAY_TO, SOLANA_FEE_PAYER } })
    await world.ready()
  })
  afterAll(async () => {
    const { BASE_PAY_TO = '', SOLANA_PAY_TO = '' } = lab.env()
    const onChain = [...(await lab.base.transfersTo(BASE_PAY_TO)), ...(await lab.solana.transfersTo(SOLANA_PAY_TO))]
    const paid = await world.sql<{ transaction: string; amount: string }>(
      `select transaction, amount::text as amount from payment_proof where state = 'settled'`,
    )
    const inOrder = (list: string[]) => list.toSorted()
    expect(inOrder(paid.map(({ transaction, amount }) => `${transaction} ${amount}`))).toEqual(
      inOrder(onChain.map(({ transaction, microUsdc }) => `${transaction} ${microUsdc}`)),
    )
    expect((await audit(world.db.pg)).filter(({ ok }) => !ok)).toEqual([])
    await world.close()
    await lab.close()
  })

  async function paying(rail: 'base' | 'solana') {
    const client = new x402Client()
    if (rail === 'base') {
      const account = await lab.base.wallet({ microUsdc: 50_000_000n })
      registerExactEvmScheme(client, { signer: toClientEvmSigner(account) })
    } else {
      const made = await lab.solana.wallet({ microUsdc: 50_000_000n })
      const signer = await createKeyPairSignerFromBytes(fromBase58(made.secret_key) ?? new Uint8Array())
      client.register('solana:*', new ExactSvmScheme(signer, { rpcUrl: lab.solana.rpcUrl }))
    }
    const sent: string[] = []
    const spying: typeof fetch = (input, init) => {
      const header = (input instanceof Request ? input.headers : new Headers(init?.headers)).get('payment-signature')
      if (header !== null) sent.push(header)
      return fetch(input, init)
    }
    const pay = wrapFetchWithPayment(spying, client.setSpendControls({ maxAmountPerPayment: '$10' }))
    const post = async (route: string, body: unknown, headers: Record<string, string> = {}) => {
      const response = await pay(`${world.baseUrl}/api/v1/outcomes/${route}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
      // Safe: every answer of ours is an object.
      return (await response.json()) as Record<string, unknown>
    }
    return { post, sent }
  }

  test.each(['base', 'solana'] as const)('on %s fund a key, top it up and buy every pass, each once', async (rail) => {
    const { post, sent } = await paying(rail)
    const funded = await post('balance/fund', { amount_cents: 500 })
    expect(funded, JSON.stringify(funded)).toMatchObject({ ok: true, balance_cents: 500 })
    const again = await world.call('balance/fund', { amount_cents: 500 }, { 'payment-signature': sent[0] ?? '' })
    expect(again).toMatchObject({ status: 200, body: { key: null, key_id: funded['key_id'] } })
    const key = { 'x-service-key': String(funded['key']) }
    expect(await post('balance/topup', { amount_cents: 250 }, key)).toMatchObject({ ok: true, balance_cents: 750 })
    for (const [kind, member] of PASSES)
      expect(await post(`${kind}-pass`, {})).toMatchObject({
        ok: true,
        [member]: { kind, pass_token: expect.any(String) },
      })
    expect((await world.call('hash-text', { text: 'hello' }, key)).body).toMatchObject({
      charge: { balance_cents: 749 },
    })
  })
})
