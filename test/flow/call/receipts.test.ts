import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createLog } from '#shared/log.ts'
import { readReceiptFields, Receipt } from '#shared/money/receipts/receipt.ts'
import { createReceiptSigner } from '#shared/money/receipts/sign-receipt.ts'
import { freePort } from '#shared/playground/free-port.ts'
import { receiptDoor } from '#workers/context/mint-receipt.ts'
import { type SettlementServer, startSettlement } from '#workers/settlement/start-settlement.ts'

import { type Cluster, openCluster } from '#test/support/world/cluster.ts'
import { eventually, openWorld, type World } from '#test/support/world/world.ts'

const PATH = '/api/v1/outcomes/action-receipt'
const PREFLIGHT = {
  action: 'ship order 7',
  environment: 'dev',
  current_state: { version: 3 },
  expected_version: 3,
  idempotency_key: '3f1c0a52-6b7e-4d1a-9c55-0e8f6f2d9b41',
  key_storage: 'database',
  mint_receipt: true,
  agent_id: 'agent-7',
  payload_digest: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
  nonce: 'nonce-0001',
  quote: '25',
}

/** Checks a receipt the way its holder would: with the published key, and nothing of ours. */
function isSignedBy(jwk: JsonWebKey, receipt: Receipt): boolean {
  const { agent_id, action, payload_digest, nonce, quote, ts } = receipt
  const text = `${agent_id}|${action}|${payload_digest}|${nonce}|${quote}|${ts}|rt:raw`
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  return verify(null, Buffer.from(text, 'utf8'), key, Buffer.from(receipt.signature, 'base64'))
}

const resultOf = (body: Record<string, unknown>) => Object(body['result'])
const jwkIn = (body: Record<string, unknown>) => Object(Object(body['keys'])[0])

describe('receipts, while the settlement process comes and goes', () => {
  const log = createLog('silent')
  let world: World
  let settlement: SettlementServer | null = null
  beforeAll(async () => {
    const port = String(await freePort())
    const env = { SETTLEMENT_PORT: port, SETTLEMENT_URL: `http://127.0.0.1:${port}`, RECEIPT_SEED: '5e'.repeat(32) }
    world = await openWorld({ backend: 'postgres', env })
    await world.ready()
  })
  afterAll(async () => {
    await world.close()
    await settlement?.close()
  })

  const encoded = (receipt: unknown) => Buffer.from(JSON.stringify(receipt)).toString('base64url')
  const verified = async (receipt: unknown) =>
    (await world.request('POST', `${PATH}/verify`, { body: { receipt } })).body
  const balanceOf = async (key: string) =>
    (await world.request('GET', '/api/v1/outcomes/balance/status', { headers: { 'x-service-key': key } })).body[
      'balance_cents'
    ]

  test('nothing is signed, checked or charged before it is there', async () => {
    const { key } = await world.key(100)
    const answer = await world.call('preflight-before-write', PREFLIGHT, { 'x-service-key': key })
    expect(answer).toMatchObject({
      status: 503,
      body: { ok: false, code: 'unavailable', charged_cents: 0, retryable: true },
    })
    expect(await balanceOf(key)).toBe(100)
    expect(await world.request('GET', `${PATH}/public-key`)).toMatchObject({
      status: 503,
      body: { code: 'unavailable' },
    })
    expect(await world.request('GET', '/.well-known/jwks.json')).toMatchObject({ status: 503 })
    expect(await world.request('GET', `${PATH}/sample`)).toMatchObject({ status: 200, body: { sample: true } })
    // Without a receipt the call needs nobody to sign.
    const plain = { ...PREFLIGHT, mint_receipt: false }
    expect((await world.call('preflight-before-write', plain, { 'x-service-key': key })).status).toBe(200)
  })

  test('a paid call brings a receipt that anyone can check', async () => {
    settlement = await startSettlement({ config: world.config, log, db: world.db })
    await eventually(async () => (await world.request('GET', `${PATH}/public-key`)).status === 200)
    const { key } = await world.key(100)
    const { status, body } = await world.call('preflight-before-write', PREFLIGHT, { 'x-service-key': key })
    expect([status, await balanceOf(key)]).toEqual([200, 75])

    const result = resultOf(body)
    const receipt = Receipt.parse(result.receipt)
    expect(receipt).toMatchObject({
      agent_id: 'agent-7',
      action: `preflight:${result.decision}`,
      payload_digest: PREFLIGHT.payload_digest,
      nonce: 'nonce-0001',
      quote: '25',
      decision_ref: result.decision_id,
      verify: `${world.config.publicBaseUrl}${PATH}/verify`,
    })
    const jwks = await world.request('GET', '/.well-known/jwks.json')
    expect(jwkIn(jwks.body)).toMatchObject({ kid: receipt.key_id, kty: 'OKP', crv: 'Ed25519' })
    expect(isSignedBy(jwkIn(jwks.body), receipt)).toBe(true)
    expect(isSignedBy(jwkIn(jwks.body), { ...receipt, action: 'preflight:go!' })).toBe(false)

    expect(await verified(receipt)).toMatchObject({ ok: true, valid: true, reason: null, kid: receipt.key_id })
    const byGet = await world.request('GET', `${PATH}/verify?receipt=${encoded(receipt)}&max_age_s=600`)
    expect(byGet).toMatchObject({ status: 200, body: { valid: true } })
    for (const name of ['agent_id', 'action', 'nonce', 'quote'] as const) {
      expect(await verified({ ...receipt, [name]: `${receipt[name]}x` })).toMatchObject({
        valid: false,
        checks: { shape: true, signature: false, hmac: false },
      })
    }
  })

  test('action-receipt answers with the fields of the receipt at the top, and its own path as resource', async () => {
    const { key } = await world.key(100)
    const input = {
      agent_id: 'agent-7',
      action: 'deploy',
      payload_digest: PREFLIGHT.payload_digest,
      nonce: 'nonce-0009',
    }
    const { status, body } = await world.call('action-receipt', input, { 'x-service-key': key })
    expect(status).toBe(200)
    const { ok: _, resource, ...fields } = Receipt.parse(resultOf(body))
    expect(resource).toBe('action-receipt')
    expect(body).toMatchObject({ ok: true, resource: PATH, ...input, ...fields, charge: { cents: 2 } })
    const read = await world.request('GET', `/api/v1/calls/${String(body['call_id'])}`, {
      headers: { 'x-service-key': key },
    })
    expect(read.body).toMatchObject({ resource: PATH, ...fields, status: 'succeeded' })
    expect(await verified(body)).toMatchObject({ valid: true })
  })

  test('the conformance vectors are served, and linked from the public key and the sample', async () => {
    const { status, body } = await world.request('GET', `${PATH}/vectors`)
    expect([status, body['profile']]).toEqual([200, 'action-receipt-v1-rt'])
    for (const name of ['public-key', 'sample'])
      expect((await world.request('GET', `${PATH}/${name}`)).body['vectors']).toBe(
        `${world.config.publicBaseUrl}${PATH}/vectors`,
      )
  })

  test('a nonce of one payer and agent has one receipt: the same again gets it, anything else is refused and free', async () => {
    const { key } = await world.key(100)
    const mint = (change = {}) =>
      world.call('preflight-before-write', { ...PREFLIGHT, ...change }, { 'x-service-key': key })
    const first = resultOf((await mint()).body).receipt
    expect(resultOf((await mint()).body).receipt).toEqual(first)
    expect(await mint({ payload_digest: 'b'.repeat(64) })).toMatchObject({
      status: 409,
      body: { code: 'nonce_reused', charged_cents: 0 },
    })
    expect(resultOf((await mint({ agent_id: 'agent-8' })).body).receipt).toMatchObject({ nonce: PREFLIGHT.nonce })
    expect(await balanceOf(key)).toBe(25)
  })

  test('a request that holds no receipt is refused, one that holds nonsense is answered', async () => {
    for (const [path, loc] of [
      [`${PATH}/verify`, ['query', 'receipt']],
      [`${PATH}/verify?receipt=!`, ['query', 'receipt']],
      [`${PATH}/verify?receipt=${encoded({})}&max_age_s=old`, ['query', 'max_age_s']],
    ] as const) {
      expect(await world.request('GET', path)).toMatchObject({ status: 422, body: { detail: [{ loc }] } })
    }
    const empty = await world.request('POST', `${PATH}/verify`, { body: {} })
    expect(empty).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'receipt'], type: 'missing' }] } })
    expect(await verified({ profile: 'x' })).toMatchObject({ valid: false, checks: { shape: false }, profile: 'x' })
  })

  test('a receipt of another service is not ours, whatever it says', async () => {
    const forger = createReceiptSigner({ seed: new Uint8Array(32), hmacKey: new Uint8Array(32) }, 'https://x.example')
    const forged = forger.sign(readReceiptFields(PREFLIGHT), new Date())
    const { body } = await world.request('GET', `${PATH}/public-key`)
    expect(await verified(forged)).toMatchObject({ valid: false, checks: { signature: null } })
    expect(await verified({ ...forged, key_id: body['kid'] })).toMatchObject({
      valid: false,
      checks: { signature: false },
    })
  })

  test('what was signed can be checked while it is away, and nothing new is signed or charged', async () => {
    const mint = receiptDoor(world.config, log)
    const receipt = await mint({ agent_id: 'a', action: 'b', payload_digest: 'c'.repeat(64) })
    expect(receipt).toMatchObject({ nonce: expect.stringMatching(/^n_[0-9a-f]{32}$/), quote: '', decision_ref: null })
    await settlement?.close()
    settlement = null
    expect(await verified(receipt)).toMatchObject({ valid: true })
    await expect(mint({ agent_id: 'a', action: 'b', payload_digest: 'c'.repeat(64) })).rejects.toMatchObject({
      code: 'unavailable',
    })
    const { key } = await world.key(100)
    expect((await world.call('preflight-before-write', PREFLIGHT, { 'x-service-key': key })).status).toBe(503)
    expect(await balanceOf(key)).toBe(100)
  })
})

describe('receipts between real processes', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await openCluster('postgres')
  })
  afterAll(() => cluster.close())

  test('the settlement worker signs for the others and stops when told to', async () => {
    const port = String(await freePort())
    const reach = { SETTLEMENT_URL: `http://127.0.0.1:${port}` }
    const seed = 'c4'.repeat(32)
    const [ingress, settlement] = await Promise.all([
      cluster.ingress(reach),
      cluster.worker(['settlement-watch'], { SETTLEMENT_PORT: port, RECEIPT_SEED: seed }),
      cluster.worker(['outcome'], reach),
    ])
    await cluster.ready(ingress)
    const { key } = await cluster.key(100)
    const answer = await cluster.call(ingress, 'preflight-before-write', PREFLIGHT, { 'x-service-key': key })
    expect(answer?.status).toBe(200)
    const receipt = Receipt.parse(resultOf(answer?.body ?? {}).receipt)
    const jwks = await fetch(`${ingress.baseUrl}/.well-known/jwks.json`)
    // Safe: a JWK Set of our own.
    expect(isSignedBy(jwkIn((await jwks.json()) as Record<string, unknown>), receipt)).toBe(true)
    expect(settlement.log()).toContain('settlement server ready')
    for (const { log } of cluster.members) expect(log()).not.toContain(seed)

    settlement.signal('SIGTERM')
    expect(await settlement.gone).toEqual([0, null])
    await expect(fetch(`http://127.0.0.1:${port}/receipts/public-key`)).rejects.toThrow('fetch failed')
  })
})
