import { createHmac } from 'node:crypto'

import { createKeyPairSignerFromBytes } from '@solana/kit'
import { toClientEvmSigner } from '@x402/evm'
import { registerExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { ExactSvmScheme } from '@x402/svm/exact/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { BASE, SOLANA } from '#shared/chains/networks.ts'
import { pauseFailing } from '#shared/market/endpoints/probe-endpoint.ts'
import { parseConfig } from '#shared/config.ts'
import { fromBase58 } from '#shared/lib/crypto/base58.ts'
import { createLog } from '#shared/log.ts'
import { audit } from '#shared/money/audit/audit.ts'
import { uuidOf } from '#shared/market/public-id.ts'

import type { SolanaWallet } from '#shared/playground/chains/wallets.ts'
import { freePort } from '#shared/playground/free-port.ts'
import { openTreasury } from '#workers/settlement/payouts/open-treasury.ts'

import { FAILING_WAYS, startFakeSeller } from '#test/support/fakes/fake-seller.ts'
import { openSettlementLab, type SettlementLab } from '#test/support/labs/settlement-lab.ts'
import { decoded } from '#test/support/world/x402-payment.ts'
import { type Registered, registerAccount } from '#test/support/world/market.ts'
import { eventually, openWorld, randomId, type World } from '#test/support/world/world.ts'

let fake: Awaited<ReturnType<typeof startFakeSeller>>
let world: World
let lab: SettlementLab
let wallet: SolanaWallet
let seller: Registered
beforeAll(async () => {
  fake = await startFakeSeller()
  lab = await openSettlementLab({ base: true, solana: true })
  const port = String(await freePort())
  const SETTLEMENT_URL = `http://127.0.0.1:${port}`
  await lab.start({ SETTLEMENT_PORT: port, SETTLEMENT_URL })
  const { BASE_PAY_TO = '', SOLANA_PAY_TO = '', SOLANA_FEE_PAYER = '' } = lab.env()
  const env = { SETTLEMENT_URL, BASE_PAY_TO, SOLANA_PAY_TO, SOLANA_FEE_PAYER, SELLER_ALLOW: fake.allow }
  world = await openWorld({ backend: 'redis', env })
  await world.ready()
  wallet = await lab.solana.wallet()
  seller = await sellerOf(world)
})
afterAll(async () => {
  expect((await audit(world.db.pg)).filter(({ ok }) => !ok)).toEqual([])
  await world.close()
  await Promise.all([fake.close(), lab.close()])
})

async function sellerOf(at: World): Promise<Registered> {
  const account = await registerAccount(at)
  await at.sql(
    `update market_user set solana_wallet = $2, proved_wallet = $2, wallet_proved_at = now() where id = $1`,
    [uuidOf('usr', account.userId), wallet.address],
  )
  return account
}

const bodyFor = (way: string, more: Record<string, unknown> = {}) => ({
  slug: `count-${way.slice(0, 20)}-${randomId()}`,
  title: 'Counts words',
  description: 'Counts the words of a text and answers with their number.',
  target_url: fake.url(way),
  price_cents: 50,
  input_schema: {
    type: 'object',
    properties: { text: { type: 'string' } },
    required: ['text'],
    additionalProperties: false,
  },
  input_example: { text: 'one two' },
  output_example: { words: 2 },
  solana_wallet: wallet.address,
  content_policy_accepted: true,
  timeout_s: 1,
  ...more,
})

/** Publishes an endpoint and waits until it is on sale. */
async function onSale(way: string, more: Record<string, unknown> = {}, by = seller): Promise<string> {
  const made = await by.request('POST', '/api/v1/seller-endpoints', bodyFor(way, more))
  expect(made.status, made.text).toBe(201)
  const slug = String(made.body['slug'])
  await eventually(
    async () => (await world.request('GET', `/api/v1/seller-endpoints/${slug}`)).body['state'] === 'live',
  )
  return slug
}

const call = (slug: string, body: unknown, headers: Record<string, string> = {}) =>
  world.request('POST', `/api/v1/seller-endpoints/${slug}/call`, { body, headers })

describe('a call paid by a prepaid key', () => {
  test('is answered by the seller, who is owed the share, and shows nothing of the buyer', async () => {
    const slug = await onSale('good', { auth_header: { name: 'X-Own-Key', value: 'key-of-the-seller' } })
    const { key } = await world.key(500)
    fake.asked.length = 0
    const answer = await call(slug, { text: 'a b c' }, { 'x-service-key': key, cookie: 'c=1' })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({ ok: true, result: { words: 3 }, charge: { cents: 50, balance_cents: 450 } })
    const [asked] = fake.asked
    expect(asked).toMatchObject({ body: '{"text":"a b c"}', headers: { 'x-own-key': 'key-of-the-seller' } })
    expect(JSON.stringify(asked?.headers)).not.toContain(key)
    const [owed] = await world.sql<{ amount: string }>(`select amount from payable where source = 'endpoint'`)
    expect(owed?.amount).toBe('430000')
  })
})

const MOVED = `select a.code, sum(e.amount)::text as amount from entry e join account a on a.id = e.account_id
  where a.kind <> 'clearing' group by a.code order by a.code`

/** An unchanged official client with a wallet of five dollars, and that wallet. */
async function payingClient(chain: 'base' | 'solana') {
  const client = new x402Client()
  if (chain === 'base') {
    const account = await lab.base.wallet({ microUsdc: 5_000_000n })
    registerExactEvmScheme(client, { signer: toClientEvmSigner(account) })
    return { pay: wrapFetchWithPayment(fetch, client), address: account.address }
  }
  const payer = await lab.solana.wallet({ microUsdc: 5_000_000n })
  const signer = await createKeyPairSignerFromBytes(fromBase58(payer.secret_key) ?? new Uint8Array())
  client.register('solana:*', new ExactSvmScheme(signer, { rpcUrl: lab.solana.rpcUrl }))
  return { pay: wrapFetchWithPayment(fetch, client), address: payer.address }
}

const sendBy = async (pay: typeof fetch, slug: string) => {
  const response = await pay(`${world.baseUrl}/api/v1/seller-endpoints/${slug}/call`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'a b c' }),
  })
  // Safe: every answer of ours is an object.
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  }
}

describe.each([
  ['base', BASE],
  ['solana', SOLANA],
] as const)('@x402/fetch with a wallet on %s', (chain, network) => {
  const arrived = async () =>
    (await lab.solana.transfersTo(wallet.address)).reduce((sum, { microUsdc }) => sum + microUsdc, 0n)

  test('pays, and the wallet of the seller receives its share without any action', async () => {
    const slug = await onSale('good', { price_cents: 100 })
    const { pay, address } = await payingClient(chain)
    const before = await arrived()
    const answer = await sendBy(pay, slug)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(answer.body).toMatchObject({
      result: { words: 3 },
      charge: { cents: 100, paid_with: 'x402', payment: { network, state: 'settled', settle: 'before' } },
    })
    const { transaction } = Object(decoded(answer.headers.get('payment-response')))
    const treasury = openTreasury({
      config: parseConfig(lab.env({ PAYOUT_MINIMUM_CENTS: '0' })),
      db: world.db,
      log: createLog('silent'),
      askMs: 10_000,
    })
    await eventually(async () => {
      await treasury?.payOut()
      return (await arrived()) - before >= 850_000n
    })
    const asked = { slug, network, transaction }
    const payout = async () =>
      (await world.request('POST', '/api/v1/seller-endpoints/verify-payment', { body: asked })).body
    await eventually(async () => {
      await treasury?.payOut()
      return Object((await payout())['payout']).state === 'paid'
    })
    expect(await payout()).toMatchObject({
      valid: true,
      settled: true,
      amount: '1.00',
      payer: expect.stringMatching(new RegExp(`^${address}$`, 'i')),
      creator_cents: 85,
      payout: { state: 'paid', tx: expect.any(String) },
    })
    const other = { ...asked, slug: await onSale('good') }
    expect(
      (await world.request('POST', '/api/v1/seller-endpoints/verify-payment', { body: other })).body,
    ).toMatchObject({ valid: false })
  })

  test('is credited at once where the seller fails, and the seller gets nothing', async () => {
    const slug = await onSale('error-500')
    const answer = await sendBy((await payingClient(chain)).pay, slug)
    expect(answer.status).toBe(502)
    expect(answer.body).toMatchObject({ code: 'seller_failed', charged_cents: 0, credit: { cents: 50 } })
    const status = await world.request('POST', '/api/v1/outcomes/balance/status', {
      headers: { 'x-service-key': String(Object(answer.body['credit']).key) },
    })
    expect(status.body).toMatchObject({ balance_cents: 50 })
    const { transaction } = Object(decoded(answer.headers.get('payment-response')))
    const verified = await world.request('POST', '/api/v1/seller-endpoints/verify-payment', {
      body: { slug, network, transaction },
    })
    expect(verified.body).toMatchObject({
      call_state: 'failed',
      refunded: true,
      creator_cents: 0,
      payout: { state: 'none' },
    })
  })
})

describe('a seller that fails', () => {
  const buyer = { key: '' }
  beforeAll(async () => {
    buyer.key = (await world.key(10_000)).key
  })

  test.each(FAILING_WAYS)('%s costs the buyer nothing, and is paid nothing', async (way) => {
    const slug = await onSale(way, { auth_header: { name: 'X-Own-Key', value: 'key-of-the-seller' } })
    const before = await world.sql(MOVED)
    const answer = await call(slug, { text: 'a b c' }, { 'x-service-key': buyer.key })
    expect(answer.status, answer.text).toBe(502)
    expect(answer.body).toMatchObject({ code: 'seller_failed', charged_cents: 0, seller: { slug, paid_cents: 0 } })
    expect(answer.text).not.toContain('key-of-the-seller')
    expect(await world.sql(MOVED)).toEqual(before)
    const [row] = await world.sql(
      `select c.state from seller_call c join seller_endpoint e on e.id = c.endpoint_id where slug = $1`,
      [slug],
    )
    expect(row).toEqual({ state: 'failed' })
  })

  test('leaves the whole balance to spend', async () => {
    const { body } = await world.request('POST', '/api/v1/outcomes/balance/status', {
      headers: { 'x-service-key': buyer.key },
    })
    expect(body).toMatchObject({ balance_cents: 10_000, held_cents: 0 })
  })
})

describe('a call', () => {
  test('unpaid is answered 402, Solana first, with a schema and an example that fits it', async () => {
    const slug = await onSale('good')
    const { status, body } = await call(slug, { text: 5 })
    expect(status).toBe(402)
    expect(body).toMatchObject({
      price_cents: 50,
      accepts: [
        { network: SOLANA, amount: '500000' },
        { network: BASE, amount: '500000' },
      ],
      alternatives: [{ kind: 'prepaid_key' }],
      extensions: { bazaar: { info: { input: { body: { text: 'one two' } } } } },
    })
  })

  test('with a body that does not keep the schema is refused before any money moves', async () => {
    const slug = await onSale('good')
    const { key } = await world.key(100)
    fake.asked.length = 0
    const answer = await call(slug, { text: 5, other: true }, { 'x-service-key': key })
    expect(answer.status).toBe(422)
    expect(answer.body['detail']).toMatchObject([{ loc: ['body', 'text'] }, {}])
    expect([fake.asked, await world.sql(`select from call where slug = $1`, [`sellers/${slug}`])]).toEqual([[], []])
  })

  test.each([
    ['a trial key', async () => ({ 'x-service-key': world.mint.issue('tk', 'a1B2c3D4e5F6') })],
    ['a pass', async () => ({ 'x-day-pass': (await world.pass('month')).passToken })],
  ])('is not paid by %s', async (_, credential) => {
    const answer = await call(await onSale('good'), { text: 'a' }, await credential())
    expect([answer.status, answer.body['code']]).toEqual([402, 'trial_not_accepted'])
    expect(answer.body['accepts']).toHaveLength(2)
  })

  test('sent twice with an Idempotency-Key is one call, and another body is refused', async () => {
    const slug = await onSale('good')
    const { key } = await world.key(500)
    const headers = { 'x-service-key': key, 'idempotency-key': randomId() }
    fake.asked.length = 0
    const both = await Promise.all([call(slug, { text: 'a b' }, headers), call(slug, { text: 'a b' }, headers)])
    expect(both.map(({ status, body }) => [status, body['result']])).toEqual([
      [200, { words: 2 }],
      [200, { words: 2 }],
    ])
    expect(both[0].body['call_id']).toBe(both[1].body['call_id'])
    expect(fake.asked).toHaveLength(1)
    expect((await call(slug, { text: 'other' }, headers)).body['code']).toBe('idempotency_key_reused')
  })

  test('keeps the price and the schema that its buyer saw', async () => {
    const slug = await onSale('slow', { timeout_s: 5 })
    const { key } = await world.key(500)
    const running = call(slug, { text: 'a b' }, { 'x-service-key': key })
    await eventually(() =>
      fake.asked.some(({ path, headers }) => path === 'slow' && headers['x-farebox-test'] === undefined),
    )
    const changed = await seller.request('PATCH', `/api/v1/seller-endpoints/${slug}`, {
      price_cents: 400,
      output_schema: { type: 'object', required: ['never'] },
    })
    expect(changed.body).toMatchObject({ price_cents: 400, state: 'verifying', version: 2 })
    const answer = await running
    expect([answer.status, answer.body['result']]).toEqual([200, { words: 2 }])
    expect(answer.body['charge']).toMatchObject({ cents: 50 })
    const read = await world.request('GET', `/api/v1/calls/${String(answer.body['call_id'])}`, {
      headers: { 'x-service-key': key },
    })
    expect(read.body['result']).toEqual({ words: 2 })
  })

  test('that was accepted is answered by 202 on demand, and its token reads it', async () => {
    const slug = await onSale('good')
    const { key } = await world.key(500)
    const accepted = await call(slug, { text: 'a' }, { 'x-service-key': key, prefer: 'respond-async' })
    expect(accepted.status).toBe(202)
    const headers = { 'x-call-token': String(accepted.body['call_token']) }
    await eventually(
      async () => (await world.request('GET', String(accepted.body['status_url']), { headers })).status === 200,
    )
  })

  test('beyond eight of one seller is refused before any money moves', async () => {
    const slug = await onSale('slow', { timeout_s: 10 })
    const { key } = await world.key(2_000)
    fake.open.most = 0
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, nth) => call(slug, { text: `a ${nth}` }, { 'x-service-key': key })),
    )
    const [answered, refused] = [200, 503].map((wanted) => answers.filter(({ status }) => status === wanted).length)
    expect(Number(answered) + Number(refused)).toBe(20)
    expect(refused).toBeGreaterThan(0)
    expect(fake.open.most).toBe(8)
    const rows = await world.sql(`select from call where slug = $1`, [`sellers/${slug}`])
    expect(rows).toHaveLength(Number(answered))
  })
})

describe('publishing', () => {
  const publish = (more: Record<string, unknown>, by = seller) =>
    by.request('POST', '/api/v1/seller-endpoints', bodyFor('good', more))

  test.each([
    ['the slug of an outcome', { slug: 'json-repair' }, 422],
    ['the slug of a bundle', { slug: 'security-kit' }, 422],
    ['verify-payment', { slug: 'verify-payment' }, 422],
    ['less than fifty cents', { price_cents: 49 }, 422],
    ['a target without TLS', { target_url: 'http://example.com/a' }, 422],
    ['no consent to the policy', { content_policy_accepted: false }, 422],
    ['a wallet that is not proved', { solana_wallet: '11111111111111111111111111111112' }, 409],
    ['a remote reference', { input_schema: { $ref: 'https://example.com/schema.json' } }, 422],
    ['a pattern that can backtrack', { input_schema: { properties: { text: { pattern: '^(?=(a+)+$)' } } } }, 422],
    ['an example that does not keep its schema', { input_example: { text: 5 } }, 422],
    ['neither a schema nor an example of answers', { output_example: undefined }, 422],
    [
      'a credential in its text',
      { description: `Call it with ${'AKIA'.concat('IOSFODNN7EXAMPLQ')} as the key, always.` },
      422,
    ],
    ['our own header as its auth header', { auth_header: { name: 'Webhook-Signature', value: 'x' } }, 422],
  ])('refuses %s', async (_, more, status) => {
    const answer = await publish(more)
    expect(answer.status, answer.text).toBe(status)
  })

  test('shows the secret once, and signs every request with it', async () => {
    const sent = bodyFor('good')
    const headers = { 'idempotency-key': randomId() }
    const [made, again] = [
      await seller.request('POST', '/api/v1/seller-endpoints', sent, headers),
      await seller.request('POST', '/api/v1/seller-endpoints', sent, headers),
    ]
    const secret = String(made.body['signing_secret'])
    expect(again.body['signing_secret']).toBe(secret)
    expect((await seller.request('GET', `/api/v1/seller-endpoints/${sent.slug}`)).text).not.toContain(secret)
    await eventually(() => fake.asked.some(({ headers: seen }) => verifies(secret, seen, '{"text":"one two"}')))
    const rotated = await seller.request('POST', `/api/v1/seller-endpoints/${sent.slug}/secret/rotate`)
    await eventually(
      async () => (await world.request('GET', `/api/v1/seller-endpoints/${sent.slug}`)).body['state'] === 'live',
    )
    fake.asked.length = 0
    const { key } = await world.key(100)
    await call(sent.slug, { text: 'x' }, { 'x-service-key': key })
    const seen = fake.asked.find(({ body }) => body === '{"text":"x"}')
    expect(
      [secret, String(rotated.body['signing_secret'])].map((one) => verifies(one, seen?.headers ?? {}, '{"text":"x"}')),
    ).toEqual([true, true])
  })

  test.each([
    'https://127.0.0.1/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest',
    'https://localhost/',
    'https://[::1]/',
  ])('never calls %s, and never sells it', async (target_url) => {
    const made = await publish({ target_url })
    expect(made.status).toBe(201)
    const path = `/api/v1/seller-endpoints/${String(made.body['slug'])}`
    await eventually(async () => (await seller.request('GET', path)).body['last_test_problem'] !== null)
    const { body } = await seller.request('GET', path)
    expect(body).toMatchObject({
      state: 'verifying',
      last_test_problem: expect.stringContaining('only public addresses'),
    })
    expect((await call(String(made.body['slug']), { text: 'a' })).status).toBe(503)
  })

  test('a target that moves into our network later is not called, and the buyer pays nothing', async () => {
    const slug = await onSale('good')
    await world.sql(`alter table seller_endpoint_version disable trigger seller_version_kept`)
    await world.sql(
      `update seller_endpoint_version v set target_url = 'http://127.0.0.1:80/' from seller_endpoint e where e.id = v.endpoint_id and e.slug = $1`,
      [slug],
    )
    await world.sql(`alter table seller_endpoint_version enable trigger seller_version_kept`)
    const { key } = await world.key(100)
    const answer = await call(slug, { text: 'a' }, { 'x-service-key': key })
    expect(answer.body).toMatchObject({ code: 'seller_failed', charged_cents: 0, seller: { problem: 'unreachable' } })
  })

  test('others neither change an endpoint nor read its figures', async () => {
    const slug = await onSale('good')
    const other = await registerAccount(world)
    const path = `/api/v1/seller-endpoints/${slug}`
    const refused = await Promise.all([
      other.request('PATCH', path, { price_cents: 60 }),
      other.request('DELETE', path),
      other.request('POST', `${path}/pause`),
      other.request('POST', `${path}/resume`),
      other.request('POST', `${path}/secret/rotate`),
      other.request('GET', `${path}/stats`),
    ])
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
    expect((await other.request('GET', path)).body).not.toHaveProperty('target_url')
  })

  test('a pause ends the sale, a resumption tests first, a deletion is for good', async () => {
    const slug = await onSale('good')
    const path = `/api/v1/seller-endpoints/${slug}`
    expect((await seller.request('POST', `${path}/pause`)).body).toMatchObject({
      state: 'paused',
      pause_reason: 'seller',
    })
    // What was offered may be shown a second longer.
    await eventually(async () => (await call(slug, { text: 'a' })).status === 503)
    expect((await seller.request('POST', `${path}/resume`)).body).toMatchObject({ state: 'verifying' })
    await eventually(async () => (await world.request('GET', path)).body['state'] === 'live')
    expect((await seller.request('DELETE', path)).body).toEqual({ slug, deleted: true })
    expect((await world.request('GET', path)).status).toBe(410)
    expect((await publish({ slug })).status).toBe(409)
  })
})

describe('quality', () => {
  test('counts each payer once, however often it calls', async () => {
    const slug = await onSale('good')
    const [one, two] = [await world.key(500), await world.key(500)]
    for (const { key } of [one, one, two]) await call(slug, { text: 'a' }, { 'x-service-key': key })
    await eventually(
      async () =>
        Object((await world.request('GET', `/api/v1/seller-endpoints/${slug}`)).body['quality']).calls_30d === 3,
    )
    const { body } = await world.request('GET', `/api/v1/seller-endpoints/${slug}`)
    expect(body['quality']).toMatchObject({ success_rate_30d: 1, distinct_payers_30d: 2 })
    expect(Object(body['quality']).score).toBeLessThan(0.5)
    const stats = await seller.request('GET', `/api/v1/seller-endpoints/${slug}/stats`)
    expect(stats.body).toMatchObject({ calls: { answered: 3, failed: 0 }, gross_cents: 150 })
    const found = await world.request('GET', `/api/v1/seller-endpoints?q=${slug}&sort=popular`)
    expect(found.body).toMatchObject({ total: 1, items: [{ slug, checked: { status: 'passed', last_test_ok: true } }] })
  })

  test('counts no call that a wallet of the seller paid', async () => {
    const slug = await onSale('good')
    const { pay, address } = await payingClient('solana')
    const account = await sellerOf(world)
    await world.sql(
      `update market_user set account_id = (select account_id from market_user where id = $2), proved_wallet = $3 where id = $1`,
      [uuidOf('usr', account.userId), uuidOf('usr', seller.userId), address],
    )
    expect((await sendBy(pay, slug)).status).toBe(200)
    const path = `/api/v1/seller-endpoints/${slug}/stats`
    await eventually(async () => Object((await seller.request('GET', path)).body['calls']).not_counted === 1)
    const { body } = await world.request('GET', `/api/v1/seller-endpoints/${slug}`)
    expect(body['quality']).toMatchObject({ calls_30d: 0, distinct_payers_30d: 0, score: 0 })
  })

  test('a seller that fails most calls of three payers is taken off sale', async () => {
    const slug = await onSale('good')
    fake.answerAs('good', 'error-500')
    try {
      const keys = await Promise.all([world.key(500), world.key(500), world.key(500)])
      for (let nth = 0; nth < 10; nth += 1)
        await call(slug, { text: 'a' }, { 'x-service-key': keys[nth % 3]?.key ?? '' })
      expect(await pauseFailing(world.db.pg)).toEqual([slug])
    } finally {
      fake.answerAs('good', 'good')
    }
    expect((await seller.request('GET', `/api/v1/seller-endpoints/${slug}`)).body).toMatchObject({
      state: 'paused',
      pause_reason: 'failures',
    })
  })
})

function verifies(secret: string, headers: Record<string, string | string[] | undefined>, body: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': sent } = headers
  const mac = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
  const signature = `v1,${mac.update(`${String(id)}.${String(at)}.${body}`).digest('base64')}`
  return String(sent).split(' ').includes(signature)
}
