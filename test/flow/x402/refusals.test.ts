import nacl from 'tweetnacl'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { toBase58 } from '#shared/lib/crypto/base58.ts'
import { BASE, SOLANA, SOLANA_USDC } from '#shared/chains/networks.ts'
import { audit } from '#shared/money/audit/audit.ts'
import { recoveryMessage } from '#shared/money/x402/recovery-message.ts'

import { startScriptedFacilitator } from '#test/support/fakes/scripted-facilitator.ts'
import { type BasePayload, encoded, proofOf, randomPayer } from '#test/support/world/x402-payment.ts'
import { openPaidWorld, type PaidWorld } from '#test/support/world/x402-world.ts'
import { eventually } from '#test/support/world/world.ts'

const HELLO = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'

describe('a payment that does not pay', () => {
  let world: PaidWorld
  beforeAll(async () => {
    world = await openPaidWorld({ backend: 'redis', limits: { 'failed-payment': 40, 'unknown-credential': 40 } })
  })
  afterAll(async () => {
    // Nothing in this block may run, settle, or leave a payment behind.
    expect(world.chain.times('settle')).toBe(0)
    expect(await world.sql(`select from call`)).toEqual([])
    expect(await world.sql(`select from payment_proof`)).toEqual([])
    await world.balanced()
    await world.close()
  })

  const nowS = () => Math.floor(Date.now() / 1_000)

  test.each<[string, (payload: BasePayload) => unknown, number, string]>([
    [
      'X4: one micro short',
      (p) => changed(p, { value: '9999' }),
      402,
      'invalid_exact_evm_payload_authorization_value_mismatch',
    ],
    ['X4: an amount in hex', (p) => changed(p, { value: '0x2710' }), 402, 'invalid_exact_evm_authorization_value'],
    ['X5: to an attacker', (p) => changed(p, { to: randomPayer() }), 402, 'invalid_exact_evm_recipient_mismatch'],
    [
      'X6: a look-alike token',
      (p) => ({ ...p, accepted: { ...p.accepted, asset: randomPayer() } }),
      402,
      'invalid_payment_requirements',
    ],
    [
      'X6: a test network',
      (p) => ({ ...p, accepted: { ...p.accepted, network: 'eip155:84532' } }),
      402,
      'invalid_network',
    ],
    [
      'X7: a cheaper price in the echo',
      (p) => ({ ...changed(p, { value: '1' }), accepted: { ...p.accepted, amount: '1' } }),
      402,
      'invalid_exact_evm_payload_authorization_value_mismatch',
    ],
    [
      'X8: over in a second',
      (p) => changed(p, { validBefore: String(nowS() + 1) }),
      402,
      'invalid_exact_evm_payload_authorization_valid_before',
    ],
    [
      'X8: over before the run can end',
      (p) => changed(p, { validBefore: String(nowS() + 15) }),
      402,
      'invalid_exact_evm_payload_authorization_valid_before',
    ],
    [
      'X8: long over',
      (p) => changed(p, { validBefore: '1' }),
      402,
      'invalid_exact_evm_payload_authorization_valid_before',
    ],
    [
      'X8: not valid yet',
      (p) => changed(p, { validAfter: String(nowS() + 60) }),
      402,
      'invalid_exact_evm_payload_authorization_valid_after',
    ],
    [
      'X9: a signature with high s',
      (p) => signed(p, `0x${'11'.repeat(32)}${'ff'.repeat(32)}1b`),
      402,
      'invalid_exact_evm_signature',
    ],
    [
      'X10: a permit beside an authorization',
      (p) => ({ ...p, payload: { ...p.payload, permit2Authorization: {} } }),
      402,
      'unsupported_payload_type',
    ],
    ['another scheme', (p) => ({ ...p, accepted: { ...p.accepted, scheme: 'upto' } }), 402, 'unsupported_scheme'],
    [
      'for another resource',
      (p) => ({ ...p, resource: { url: 'http://x/api/v1/outcomes/json-repair' } }),
      402,
      'invalid_payment_requirements',
    ],
    ['without a payload', (p) => ({ ...p, payload: undefined }), 400, ''],
    ['of version 3', (p) => ({ ...p, x402Version: 3 }), 400, ''],
    ['with an amount that is a number', (p) => ({ ...p, accepted: { ...p.accepted, amount: 10_000 } }), 400, ''],
    ['with an authorization that is a text', (p) => ({ ...p, payload: { ...p.payload, authorization: 'x' } }), 400, ''],
  ])('%s', async (_, change, status, reason) => {
    const verifies = world.chain.times('verify')
    const answer = await world.send('hash-text', { text: 'hello' }, change(await world.payment('hash-text')))
    expect([answer.status, answer.body['reason'] ?? '']).toEqual([status, reason])
    expect(answer.body).toMatchObject({
      charged_cents: 0,
      code: status === 400 ? 'malformed_payment' : 'invalid_payment',
    })
    expect(Array.isArray(answer.body['accepts'])).toBe(status === 402)
    // All of it is seen before anybody is asked.
    expect(world.chain.times('verify')).toBe(verifies)
  })

  test('X22: headers nobody could have meant are 400 or 431, quickly', async () => {
    const large = encoded({ x402Version: 2, fill: 'x'.repeat(24_000) })
    const deep = Buffer.from(`{"x402Version":2,"a":${'['.repeat(5_900)}${']'.repeat(5_900)}}`).toString('base64')
    const twice = `${encoded(await world.payment('hash-text'))}, ${encoded(await world.payment('hash-text'))}`
    for (const header of ['!!!', '', deep, large, twice, encoded([]), encoded(null)]) {
      const answer = await world.call('hash-text', { text: 'a' }, { 'payment-signature': header })
      expect([400, 431], `${header.slice(0, 40)} ${answer.text}`).toContain(answer.status)
    }
  })

  test('a wrong body with a payment is 422, and the payment is not touched', async () => {
    const payload = await world.payment('hash-text')
    const answer = await world.send('hash-text', { text: 7 }, payload)
    expect(answer).toMatchObject({ status: 422, body: { code: 'validation_error' } })
    expect(await world.stateOf(payload)).toBeNull()
  })

  test('what verify refuses is a 402 with its reason; too many of them are a 429', async () => {
    world.chain.set('verify', 'refuses')
    // One wallet, so one address.
    const payer = randomPayer()
    const first = await world.pay('hash-text', { text: 'hello' }, { payer })
    expect(first).toMatchObject({
      status: 402,
      body: { code: 'invalid_payment', reason: 'invalid_exact_evm_insufficient_balance', charged_cents: 0 },
    })
    const more = await Promise.all(
      Array.from({ length: 40 }, () => world.pay('hash-text', { text: 'hello' }, { payer })),
    )
    // Those that come after the last that counts are turned away already.
    expect(more.filter(({ status }) => status === 402).length).toBeGreaterThan(20)
    expect(more.filter(({ status }) => status !== 402 && status !== 429)).toEqual([])
    const verifies = world.chain.times('verify')
    const last = await world.pay('hash-text', { text: 'hello' }, { payer })
    expect(last).toMatchObject({ status: 429, body: { code: 'rate_limited', charged_cents: 0 } })
    expect(world.chain.times('verify')).toBe(verifies)
  })
})

describe('the 402', () => {
  test('is v1 for ?x402Version=1 and for X-402-Version: 1, with the v2 header all the same', async () => {
    const world = await openPaidWorld({ backend: 'postgres', pools: [], idle: ['outcome'] })
    try {
      for (const [query, headers] of [
        ['?x402Version=1', {}],
        ['', { 'x-402-version': '1' }],
      ] as const) {
        const response = await fetch(`${world.baseUrl}/api/v1/outcomes/hash-text${query}`, { method: 'POST', headers })
        expect(response.status).toBe(402)
        // It is not cached, so it needs no Vary.
        expect(response.headers.get('cache-control')).toBe('no-store')
        expect(response.headers.get('access-control-expose-headers')).toBe('PAYMENT-REQUIRED, PAYMENT-RESPONSE, *')
        expect(await response.json()).toMatchObject({
          x402Version: 1,
          accepts: [{ network: 'solana' }, { network: 'base' }],
        })
        const header = Buffer.from(response.headers.get('payment-required') ?? '', 'base64').toString()
        expect(JSON.parse(header)).toMatchObject({ x402Version: 2 })
      }
      const { status, body } = await world.call('hash-text')
      expect(status).toBe(402)
      expect(body).toMatchObject({ extensions: { 'payment-identifier': { info: { required: false } } } })
    } finally {
      await world.close()
    }
  })
})

describe('a facilitator that is not ours', () => {
  test('X15, X16, X17: its word counts when the chain shows it; a lie puts it off for good', async () => {
    const outside = await startScriptedFacilitator()
    const world = await openPaidWorld({ backend: 'postgres', env: { FACILITATOR_URL: outside.url } })
    try {
      // Our own process is asked for the chain only, and here both know of no transfer of the other.
      outside.set('settle', 'lies-paid')
      const payload = await world.payment('hash-text')
      const answer = await world.send('hash-text', { text: 'hello' }, payload, { prefer: 'wait=1' })
      expect(answer).toMatchObject({
        status: 202,
        body: { charge: { payment: { state: 'settling', transaction: null } } },
      })
      expect(world.chain.times('settle')).toBe(0)
      // Half a minute later the chain should have shown it.
      await world.sql(
        `update payment_proof set said_paid_at = now() - interval '31 seconds', next_try_at = now() where proof = $1`,
        [proofOf(payload)],
      )
      await eventually(async () => (await world.sql('select from distrusted_facilitator')).length === 1)
      const next = await world.pay('hash-text', { text: 'hello' })
      expect(next).toMatchObject({ status: 503, body: { code: 'payments_not_ready', charged_cents: 0 } })
      expect(await world.sql('select url from distrusted_facilitator')).toEqual([{ url: outside.url }])
      world.chain.end(proofOf(payload))
      await world.sql(`update payment_proof set next_try_at = now() where proof = $1`, [proofOf(payload)])
      await eventually(async () => (await world.stateOf(payload))?.state === 'unpaid')
      await world.settled()
      await world.balanced()

      await world.sql('delete from distrusted_facilitator')
      outside.set('settle', 'refuses')
      const paid = await world.payment('hash-text')
      world.chain.land(proofOf(paid), paid.payload.authorization.from, paid.accepted)
      expect(await world.send('hash-text', { text: 'hello' }, paid)).toMatchObject({ status: 200 })

      // The same transfer cannot pay for another payment: that one has an end, and was not charged.
      const [first] = world.chain.transfers
      const other = await world.payment('hash-text')
      const second = world.chain.land(proofOf(other), other.payload.authorization.from, other.accepted)
      second.transaction = first?.transaction ?? ''
      const clash = await world.send('hash-text', { text: 'hello' }, other)
      expect(clash).toMatchObject({ status: 402, body: { code: 'invalid_payment', charged_cents: 0 } })
      expect(await world.stateOf(other)).toMatchObject({ state: 'unpaid', failure: 'transfer_paid_something_else' })

      // Another transfer of the same transaction is another payment.
      const third = await world.payment('hash-text')
      const moved = world.chain.land(proofOf(third), third.payload.authorization.from, third.accepted)
      moved.transaction = first?.transaction ?? ''
      moved.logIndex = 3
      expect(await world.send('hash-text', { text: 'hello' }, third)).toMatchObject({
        status: 200,
        body: { charge: { payment: { state: 'settled', transaction: first?.transaction } } },
      })
      expect((await audit(world.db.pg)).filter(({ ok }) => !ok)).toEqual([])
    } finally {
      await world.close()
      await outside.close()
    }
  })

  test('is closed at start: until it says what it settles, payments are refused and nothing runs', async () => {
    const outside = await startScriptedFacilitator()
    outside.set('supported', 'html')
    const world = await openPaidWorld({ backend: 'postgres', env: { FACILITATOR_URL: outside.url } })
    try {
      const payload = await world.payment('hash-text')
      const answer = await world.send('hash-text', { text: 'hello' }, payload)
      expect(answer).toMatchObject({ status: 503, body: { code: 'payments_not_ready', charged_cents: 0 } })
      expect(outside.times('verify')).toBe(0)
      expect(await world.stateOf(payload)).toBeNull()
    } finally {
      await world.close()
      await outside.close()
    }
  })
})

describe('recovery by the wallet that paid', () => {
  let world: PaidWorld
  beforeAll(async () => {
    world = await openPaidWorld({ backend: 'redis' })
  })
  afterAll(async () => {
    await world.settled()
    await world.balanced()
    await world.close()
  })

  const account = privateKeyToAccount(generatePrivateKey())
  const { host } = new URL('http://127.0.0.1:0')
  const recover = (body: Record<string, unknown>) => world.request('POST', '/api/v1/calls/recover', { body })
  const request = async (payment: string, payer = account.address, issuedAt = new Date().toISOString()) => {
    const message = recoveryMessage(host, { network: BASE, payer, payment, issuedAt })
    return { network: BASE, payer, payment, issued_at: issuedAt, signature: await account.signMessage({ message }) }
  }

  test('gives the token of a v1 call whose answer was lost, by nonce and by transaction', async () => {
    const payload = await world.payment('hash-text', { payer: account.address })
    const lost = await world.sendV1('hash-text', { text: 'hello' }, payload)
    const { nonce } = payload.payload.authorization
    const transaction = world.chain.transfers.find(({ proof }) => proof === proofOf(payload))?.transaction ?? ''
    for (const payment of [nonce, transaction]) {
      const found = await recover(await request(payment))
      expect(found.status, found.text).toBe(200)
      expect(found.body).toMatchObject({
        call_id: lost.body['call_id'],
        payment_state: 'settled',
        transaction,
        credit: null,
      })
      const read = await world.request('GET', String(found.body['status_url']), {
        headers: { 'x-call-token': String(found.body['call_token']) },
      })
      expect(read.body).toMatchObject({ result: { hex: HELLO } })
    }
  })

  test('gives the key a failed call was credited with', async () => {
    const payload = await world.payment('test-dear', { payer: account.address })
    const failed = await world.send('test-dear', { fail: true }, payload)
    // Safe: an answer of ours to a call that failed after it was settled.
    const { credit } = failed.body as { credit: { key: string; key_id: string } }
    const found = await recover(await request(payload.payload.authorization.nonce))
    expect(found.body).toMatchObject({ credit: { cents: 25, key: credit.key, key_id: credit.key_id } })
  })

  test('gives nothing to anybody else', async () => {
    const payload = await world.payment('hash-text', { payer: account.address })
    await world.send('hash-text', { text: 'hello' }, payload)
    const { nonce } = payload.payload.authorization
    const good = await request(nonce)
    const stranger = privateKeyToAccount(generatePrivateKey())
    const message = recoveryMessage(host, {
      network: BASE,
      payer: account.address,
      payment: nonce,
      issuedAt: good.issued_at,
    })
    const old = await request(nonce, account.address, new Date(Date.now() - 400_000).toISOString())
    const wrong: [Record<string, unknown>, number][] = [
      [{ ...good, signature: await stranger.signMessage({ message }) }, 403],
      [{ ...good, issued_at: new Date(Date.now() + 1_000).toISOString() }, 403],
      [{ ...good, payer: stranger.address }, 403],
      [{ ...good, network: SOLANA }, 403],
      [{ ...good, signature: `0x${'00'.repeat(65)}` }, 403],
      [old, 403],
      [await request(`0x${'12'.repeat(32)}`), 404],
      [{ ...good, signature: undefined }, 422],
      [{ ...good, issued_at: 'today' }, 422],
    ]
    for (const [body, status] of wrong) expect((await recover(body)).status).toBe(status)
    const theirs = privateKeyToAccount(generatePrivateKey())
    const claim = recoveryMessage(host, {
      network: BASE,
      payer: theirs.address,
      payment: nonce,
      issuedAt: good.issued_at,
    })
    const signature = await theirs.signMessage({ message: claim })
    expect((await recover({ ...good, payer: theirs.address, signature })).status).toBe(404)
  })

  test('takes an Ed25519 signature from a Solana wallet', async () => {
    const pair = nacl.sign.keyPair()
    const payer = toBase58(pair.publicKey)
    const proof = 'ab'.repeat(32)
    await world.sql(
      `insert into payment_proof (network, asset, proof, call_id, payer, amount) values ($1, $2, $3, gen_random_uuid(), $4, 10000)`,
      [SOLANA, SOLANA_USDC, proof, payer],
    )
    const issuedAt = new Date().toISOString()
    const message = recoveryMessage(host, { network: SOLANA, payer, payment: proof, issuedAt })
    const signature = toBase58(nacl.sign.detached(Buffer.from(message), pair.secretKey))
    const body = { network: SOLANA, payer, payment: proof, issued_at: issuedAt, signature }
    // Genuine, and of a payment that nobody has verified yet.
    expect((await recover(body)).status).toBe(404)
    expect((await recover({ ...body, signature: toBase58(nacl.sign.keyPair().secretKey) })).status).toBe(403)
    await world.sql(`delete from payment_proof where proof = $1`, [proof])
  })
})

const changed = (
  payload: BasePayload,
  authorization: Partial<BasePayload['payload']['authorization']>,
): BasePayload => ({
  ...payload,
  payload: { ...payload.payload, authorization: { ...payload.payload.authorization, ...authorization } },
})
const signed = (payload: BasePayload, signature: string): BasePayload => ({
  ...payload,
  payload: { ...payload.payload, signature },
})
