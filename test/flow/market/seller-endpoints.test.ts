import { createHmac } from 'node:crypto'

import { createKeyPairSignerFromBytes } from '@solana/kit'
import { toClientEvmSigner } from '@x402/evm'
import { registerExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { ExactSvmScheme } from '@x402/svm/exact/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { BASE, SOLANA } from '#shared/chains/networks.ts'
import { parseConfig } from '#shared/config.ts'
import { fromBase58 } from '#shared/lib/crypto/base58.ts'
import { createLog } from '#shared/log.ts'
import {
  keepProbe,
  keepScan,
  MOST_FAILURES,
  pauseFailing,
  takeDueEndpoint,
} from '#shared/market/endpoints/probe-endpoint.ts'
import { uuidOf } from '#shared/market/public-id.ts'
import { audit } from '#shared/money/audit/audit.ts'
import { freePort } from '#shared/playground/free-port.ts'
import { openTreasury } from '#workers/settlement/payouts/open-treasury.ts'

import { FAILING_WAYS, startFakeSeller } from '#test/support/fakes/fake-seller.ts'
import { openSettlementLab, type SettlementLab } from '#test/support/labs/settlement-lab.ts'
import { registerAccount, statusesOf } from '#test/support/world/market.ts'
import { ENDPOINTS, sellerEndpoints, sellerWith } from '#test/support/world/sellers.ts'
import { type Answer, eventually, openWorld, randomId, type World } from '#test/support/world/world.ts'
import { decoded } from '#test/support/world/x402-payment.ts'

type Seller = ReturnType<typeof sellerEndpoints>

const AUTH = { name: 'X-Own-Key', value: 'key-"of"-the-seller' }

let fake: Awaited<ReturnType<typeof startFakeSeller>>
let world: World
let lab: SettlementLab
let seller: Seller
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
  seller = await newSeller()
})
afterAll(async () => {
  expect((await audit(world.db.pg)).filter(({ ok }) => !ok)).toEqual([])
  await world.close()
  await Promise.all([fake.close(), lab.close()])
})

/** A seller with a wallet of their own; only so many calls of one run at once. */
const newSeller = async () => sellerEndpoints(world, fake, await sellerWith(world, (await lab.solana.wallet()).address))
const balanceOf = (key: string) =>
  world.request('POST', '/api/v1/outcomes/balance/status', { headers: { 'x-service-key': key } })

const MOVED = `select a.code, sum(e.amount)::text as amount from entry e join account a on a.id = e.account_id
  where a.kind <> 'clearing' group by a.code order by a.code`

describe('a seller that fails', () => {
  const answers = new Map<string, { slug: string; answer: Answer }>()
  let before: unknown
  let key = ''
  beforeAll(async () => {
    key = (await world.key(10_000)).key
    const sellers = await Promise.all([newSeller(), newSeller(), newSeller()])
    const sold = await Promise.all(
      FAILING_WAYS.map(async (way, nth) => {
        // Safe: there are three.
        const by = sellers[nth % 3] as Seller
        return { way, by, slug: await by.onSale(way, { auth_header: AUTH }) }
      }),
    )
    before = await world.sql(MOVED)
    await Promise.all(
      sold.map(async ({ way, by, slug }) =>
        answers.set(way, { slug, answer: await by.call(slug, { text: 'a b c' }, { 'x-service-key': key }) }),
      ),
    )
  })

  test.each(FAILING_WAYS)('%s costs the buyer nothing, and is paid nothing', async (way) => {
    const { slug, answer } = answers.get(way) ?? expect.fail(`${way} was not called`)
    const isRefused = way === 'refusal'
    expect([answer.status, answer.body['code']]).toEqual(isRefused ? [422, 'unprocessable'] : [502, 'seller_failed'])
    expect(answer.body).toMatchObject({ charged_cents: 0, seller: { slug, paid_cents: 0 } })
    expect(answer.text).not.toContain(JSON.stringify(AUTH.value).slice(1, -1))
    const [row] = await world.sql(
      `select c.state from seller_call c join seller_endpoint e on e.id = c.endpoint_id where slug = $1`,
      [slug],
    )
    expect(row).toEqual({ state: isRefused ? 'void' : 'failed' })
  })

  test('moves nothing in the ledger, and leaves the whole balance to spend', async () => {
    expect(await world.sql(MOVED)).toEqual(before)
    expect((await balanceOf(key)).body).toMatchObject({ balance_cents: 10_000, held_cents: 0 })
  })
})

/** An unchanged official client with a wallet of five dollars, that wallet, and the payment headers it sent. */
async function payingClient(chain: 'base' | 'solana') {
  const client = new x402Client()
  const sent: string[] = []
  const recording: typeof fetch = (input, init) => {
    const headers = input instanceof Request ? input.headers : new Headers(init?.headers)
    const payment = headers.get('payment-signature')
    if (payment !== null) sent.push(payment)
    return fetch(input, init)
  }
  if (chain === 'base') {
    const account = await lab.base.wallet({ microUsdc: 5_000_000n })
    registerExactEvmScheme(client, { signer: toClientEvmSigner(account) })
    return { pay: wrapFetchWithPayment(recording, client), address: account.address, sent }
  }
  const payer = await lab.solana.wallet({ microUsdc: 5_000_000n })
  const signer = await createKeyPairSignerFromBytes(fromBase58(payer.secret_key) ?? new Uint8Array())
  client.register('solana:*', new ExactSvmScheme(signer, { rpcUrl: lab.solana.rpcUrl }))
  return { pay: wrapFetchWithPayment(recording, client), address: payer.address, sent }
}

const sendBy = async (pay: typeof fetch, slug: string) => {
  const response = await pay(`${world.baseUrl}/api/v1/seller-endpoints/${slug}/call`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'a b c' }),
  })
  // Safe: every answer of ours is an object.
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] }
}

describe.each([
  ['base', BASE],
  ['solana', SOLANA],
] as const)('@x402/fetch with a wallet on %s', (chain, network) => {
  const verify = async (body: Record<string, unknown>) =>
    (await world.request('POST', '/api/v1/seller-endpoints/verify-payment', { body })).body

  test('pays, and the wallet of the seller receives its share without any action', async () => {
    const paid = await newSeller()
    const slug = await paid.onSale('good', { price_cents: 100 })
    const own = await paid.request('GET', `${ENDPOINTS}/${slug}`)
    expect(own.body['fees']).toMatchObject({ platform_cents: 15, you_receive_cents: 85 })
    const { pay, address, sent } = await payingClient(chain)
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
    const asked = { slug, network, transaction }
    await eventually(async () => {
      await treasury?.payOut()
      return Object((await verify(asked))['payout']).state === 'paid'
    })
    const arrived = await lab.solana.transfersTo(paid.wallet)
    expect(arrived.map(({ microUsdc }) => microUsdc)).toEqual([850_000n])
    expect(await verify(asked)).toMatchObject({
      valid: true,
      settled: true,
      amount: '1.00',
      payer: expect.stringMatching(new RegExp(`^${address}$`, 'i')),
      creator_cents: 85,
      payout: { state: 'paid', tx: expect.any(String) },
    })
    expect(sent).toHaveLength(1)
    expect(await verify({ slug, network, payment: sent[0] })).toEqual(await verify(asked))
    expect(await verify({ ...asked, slug: await seller.sold('good') })).toMatchObject({ valid: false })
  })

  test('is credited at once where the seller fails, and the seller gets nothing', async () => {
    const slug = await seller.sold('error-500')
    const answer = await sendBy((await payingClient(chain)).pay, slug)
    expect(answer.status).toBe(502)
    expect(answer.body).toMatchObject({ code: 'seller_failed', charged_cents: 0, credit: { cents: 50 } })
    expect((await balanceOf(String(Object(answer.body['credit']).key))).body).toMatchObject({ balance_cents: 50 })
    const { transaction } = Object(decoded(answer.headers.get('payment-response')))
    expect(await verify({ slug, network, transaction })).toMatchObject({
      call_state: 'failed',
      refunded: true,
      creator_cents: 0,
      payout: { state: 'none' },
    })
  })
})

describe.concurrent('a call', () => {
  test('paid by a prepaid key is answered by the seller, who is owed the share, and shows nothing of the buyer', async () => {
    const slug = await seller.onSale('good', { auth_header: AUTH })
    const { key } = await world.key(500)
    const answer = await seller.call(slug, { text: 'a b c' }, { 'x-service-key': key, cookie: 'c=1' })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({ ok: true, result: { words: 3 }, charge: { cents: 50, balance_cents: 450 } })
    const [asked] = seller.asked(slug)
    expect(asked).toMatchObject({ body: '{"text":"a b c"}', headers: { 'x-own-key': AUTH.value } })
    expect(asked?.headers['x-request-id']).toBe(answer.body['call_id'])
    expect(asked?.headers).not.toHaveProperty('cookie')
    expect(JSON.stringify(asked?.headers)).not.toContain(key)
    const owed = await world.sql(
      `select p.amount from payable p join seller_call c on c.call_id = p.id join seller_endpoint e on e.id = c.endpoint_id where e.slug = $1`,
      [slug],
    )
    expect(owed).toEqual([{ amount: '430000' }])
  })

  test('unpaid is answered 402, Solana first, with a schema and an example that fits it', async () => {
    const { status, body } = await seller.call(await seller.sold('good'), { text: 5 })
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
    const slug = await seller.onSale('good')
    const { key } = await world.key(100)
    const answer = await seller.call(slug, { text: 5, other: true }, { 'x-service-key': key })
    expect(answer.status).toBe(422)
    expect(answer.body['detail']).toMatchObject([{ loc: ['body', 'text'] }, {}])
    expect(seller.asked(slug)).toEqual([])
    expect(await world.sql(`select from call where slug = $1`, [`sellers/${slug}`])).toEqual([])
  })

  test.each([
    ['a trial key', 'trial_not_accepted', async () => ({ 'x-service-key': world.mint.issue('tk', 'a1B2c3D4e5F6') })],
    ['a pass', 'trial_not_accepted', async () => ({ 'x-day-pass': (await world.pass('month')).passToken })],
    [
      'a key nobody has',
      'invalid_service_key',
      async () => ({ 'x-service-key': world.mint.issue('sk', 'zzzzzzzzzzzz') }),
    ],
    ['a key with too little', 'insufficient_balance', async () => ({ 'x-service-key': (await world.key(49)).key })],
  ])('is not paid by %s', async (_, code, credential) => {
    const answer = await seller.call(await seller.sold('good'), { text: 'a' }, await credential())
    expect([answer.status, answer.body['code']]).toEqual([402, code])
    expect(answer.body['accepts']).toHaveLength(2)
  })

  test('sent twice with an Idempotency-Key is one call, and another body is refused', async () => {
    const slug = await seller.onSale('good')
    const { key } = await world.key(500)
    const headers = { 'x-service-key': key, 'idempotency-key': randomId() }
    const send = (text: string) => seller.call(slug, { text }, headers)
    const both = await Promise.all([send('a b'), send('a b')])
    expect(both.map(({ status, body }) => [status, body['result']])).toEqual([
      [200, { words: 2 }],
      [200, { words: 2 }],
    ])
    expect(both[0].body['call_id']).toBe(both[1].body['call_id'])
    expect(seller.asked(slug)).toHaveLength(1)
    expect((await send('other')).body['code']).toBe('idempotency_key_reused')
  })

  test('keeps the price and the schema that its buyer saw', async () => {
    const slug = await seller.onSale('slow', { timeout_s: 5 })
    const { key } = await world.key(500)
    const running = seller.call(slug, { text: 'a b' }, { 'x-service-key': key })
    await eventually(() => seller.asked(slug).length > 0)
    const changed = await seller.request('PATCH', `${ENDPOINTS}/${slug}`, {
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
    const { key } = await world.key(500)
    const headers = { 'x-service-key': key, prefer: 'respond-async' }
    const accepted = await seller.call(await seller.sold('good'), { text: 'a' }, headers)
    expect(accepted.status).toBe(202)
    const read = { 'x-call-token': String(accepted.body['call_token']) }
    await eventually(
      async () => (await world.request('GET', String(accepted.body['status_url']), { headers: read })).status === 200,
    )
  })
})

describe('room', () => {
  test('beyond eight of one seller is refused before any money moves, whether its buyer waits or not', async () => {
    const slow = await newSeller()
    const slug = await slow.onSale('slow', { timeout_s: 10 })
    const { key } = await world.key(5_000)
    const ways = Array.from({ length: 20 }, (_, nth): Record<string, string> =>
      nth % 2 ? {} : { prefer: 'respond-async' },
    )
    const answers = await Promise.all(
      ways.map((way, nth) => slow.call(slug, { text: `a ${nth}` }, { 'x-service-key': key, ...way })),
    )
    const refused = answers.filter(({ status }) => status === 503)
    expect(refused.map(({ body }) => [body['code'], body['charged_cents']])).toEqual(
      Array.from({ length: 12 }, () => ['overloaded', 0]),
    )
    expect(await world.sql(`select from call where slug = $1`, [`sellers/${slug}`])).toHaveLength(8)
    await eventually(() => slow.asked(slug).length === 8)
  })

  test('beyond thirty-two of all sellers is refused before any money moves', async () => {
    const { key } = await world.key(5_000)
    const sold = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const by = await newSeller()
        return { by, slug: await by.onSale('slow', { timeout_s: 10 }) }
      }),
    )
    const answers = await Promise.all(
      sold.flatMap(({ by, slug }) =>
        Array.from({ length: 8 }, (_, nth) => by.call(slug, { text: `b ${nth}` }, { 'x-service-key': key })),
      ),
    )
    const counts = [200, 503].map((wanted) => answers.filter(({ status }) => status === wanted).length)
    expect(counts).toEqual([32, 8])
  })
})

describe.concurrent('publishing', () => {
  test.each([
    ['the slug of an outcome', { slug: 'json-repair' }, 422],
    ['the slug of a bundle', { slug: 'security-kit' }, 422],
    ['verify-payment', { slug: 'verify-payment' }, 422],
    ['less than fifty cents', { price_cents: 49 }, 422],
    ['a target without TLS', { target_url: 'http://example.com/a' }, 422],
    ['a target that is this machine', { target_url: 'https://127.0.0.1/' }, 422],
    ['a target in a private network', { target_url: 'https://10.0.0.1/' }, 422],
    ['a target with metadata of a cloud', { target_url: 'https://169.254.169.254/latest' }, 422],
    ['a target by a name of this machine', { target_url: 'https://localhost/' }, 422],
    ['a target that is this machine, in IPv6', { target_url: 'https://[::1]/' }, 422],
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
    const answer = await seller.publish('good', more)
    expect(answer.status, answer.text).toBe(status)
  })

  test('shows the secret once, and signs every request with it', async () => {
    const sent = seller.bodyFor('good')
    const headers = { 'idempotency-key': randomId() }
    const made = await seller.request('POST', ENDPOINTS, sent, headers)
    const again = await seller.request('POST', ENDPOINTS, sent, headers)
    const secret = String(made.body['signing_secret'])
    expect(again.body['signing_secret']).toBe(secret)
    expect((await seller.request('GET', `${ENDPOINTS}/${sent.slug}`)).text).not.toContain(secret)
    const isOwn = (path: string) => path.endsWith(`/${sent.slug}`)
    await eventually(() =>
      fake.asked.some(({ path, headers: seen }) => isOwn(path) && verifies(secret, seen, '{"text":"one two"}')),
    )
    const rotated = await seller.request('POST', `${ENDPOINTS}/${sent.slug}/secret/rotate`)
    await eventually(async () => (await seller.stateOf(sent.slug))['state'] === 'live')
    const { key } = await world.key(100)
    await seller.call(sent.slug, { text: 'x' }, { 'x-service-key': key })
    const [seen] = seller.asked(sent.slug)
    expect(
      [secret, String(rotated.body['signing_secret'])].map((one) => verifies(one, seen?.headers ?? {}, '{"text":"x"}')),
    ).toEqual([true, true])
  })

  test('a target that moves into our network later is not called, and the buyer pays nothing', async () => {
    const slug = await seller.onSale('good')
    await world.sql(`alter table seller_endpoint_version disable trigger seller_version_kept`)
    await world.sql(
      `update seller_endpoint_version v set target_url = 'http://127.0.0.1:80/' from seller_endpoint e where e.id = v.endpoint_id and e.slug = $1`,
      [slug],
    )
    await world.sql(`alter table seller_endpoint_version enable trigger seller_version_kept`)
    const { key } = await world.key(100)
    const answer = await seller.call(slug, { text: 'a' }, { 'x-service-key': key })
    expect(answer.body).toMatchObject({ code: 'seller_failed', charged_cents: 0, seller: { problem: 'unreachable' } })
  })

  test('others neither change an endpoint nor read its figures', async () => {
    const other = await registerAccount(world)
    const path = `${ENDPOINTS}/${await seller.sold('good')}`
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

  test('a change keeps the auth header that it does not name, sends a new one, and takes it away on demand', async () => {
    const slug = await seller.onSale('good', { auth_header: AUTH })
    const { key } = await world.key(500)
    const sentAfter = async (patch: Record<string, unknown>) => {
      const changed = await seller.request('PATCH', `${ENDPOINTS}/${slug}`, patch)
      expect(changed.status, changed.text).toBe(200)
      expect(changed.text).not.toContain('of-the-seller')
      await eventually(async () => (await seller.stateOf(slug))['state'] === 'live')
      // What was offered may be sold a second longer.
      await eventually(async () => {
        const { body } = await seller.call(slug, { text: 'a' })
        return body['price_cents'] === patch['price_cents']
      })
      await seller.call(slug, { text: 'a' }, { 'x-service-key': key })
      return seller.asked(slug).at(-1)?.headers
    }
    expect(await sentAfter({ price_cents: 51, timeout_s: 2 })).toMatchObject({ 'x-own-key': AUTH.value })
    const other = { name: 'X-Other', value: 'other-key-of-the-seller' }
    expect(await sentAfter({ price_cents: 52, auth_header: other })).toMatchObject({ 'x-other': other.value })
    const without = await sentAfter({ price_cents: 53, auth_header: null })
    expect(without).not.toHaveProperty('x-other')
    expect(without).not.toHaveProperty('x-own-key')
  })

  test('a pause ends the sale, a resumption tests first, a deletion is for good', async () => {
    const slug = await seller.onSale('good')
    const path = `${ENDPOINTS}/${slug}`
    expect((await seller.request('POST', `${path}/pause`)).body).toMatchObject({
      state: 'paused',
      pause_reason: 'seller',
    })
    // What was offered may be shown a second longer.
    await eventually(async () => (await seller.call(slug, { text: 'a' })).status === 503)
    expect((await seller.request('POST', `${path}/resume`)).body).toMatchObject({ state: 'verifying' })
    await eventually(async () => (await seller.stateOf(slug))['state'] === 'live')
    expect((await seller.request('DELETE', path)).body).toEqual({ slug, deleted: true })
    expect((await world.request('GET', path)).status).toBe(410)
    expect((await seller.publish('good', { slug })).status).toBe(409)
  })

  test('an account has at most fifty endpoints, and deleting them makes no room the same day', async () => {
    const greedy = await newSeller()
    await world.sql(
      `insert into seller_endpoint (id, owner_id, slug, title, description, category, state)
       select gen_random_uuid(), $1, 'taken-' || replace(gen_random_uuid()::text, '-', ''), 'Taken', 'Nothing else than a slug that is taken.', 'other',
         case when nth <= 25 then 'deleted' else 'verifying' end from generate_series(1, 49) nth`,
      [uuidOf('usr', greedy.userId)],
    )
    const both = await Promise.all([greedy.publish('good'), greedy.publish('good')])
    expect(statusesOf(both)).toEqual([201, 409])
    await world.sql(`update seller_endpoint set state = 'deleted' where owner_id = $1`, [uuidOf('usr', greedy.userId)])
  })
})

describe('an endpoint on sale', () => {
  test('is found by endpoint-match, may be featured, and has an OpenAPI document of its own', async () => {
    const slug = await seller.onSale('good', { title: 'Semaphore flags of a word' })
    const { key } = await world.key(500)
    const headers = { 'x-service-key': key }
    const match = await world.call('endpoint-match', { need: 'semaphore flags of a word', scope: 'sellers' }, headers)
    expect(match.body['result']).toMatchObject({
      best: { slug, kind: 'seller', price_cents: 50, url: `${world.config.publicBaseUrl}${ENDPOINTS}/${slug}/call` },
    })
    const slot = await world.call('featured-agent-slot', { target_slug: slug }, headers)
    expect([slot.status, slot.body['result']]).toMatchObject([200, { target_slug: slug }])
    const document = await world.request('GET', `${ENDPOINTS}/${slug}/openapi.json`)
    expect(document.body).toMatchObject({
      openapi: '3.1.0',
      paths: { [`${ENDPOINTS}/${slug}/call`]: { post: { 'x-payment-info': expect.anything() } } },
    })
    await seller.request('POST', `${ENDPOINTS}/${slug}/pause`)
    const late = await world.call('featured-agent-slot', { target_slug: slug }, headers)
    expect([late.status, late.body['code'], late.body['charged_cents']]).toEqual([404, 'unknown_slug', 0])
  })
})

describe.concurrent('quality', () => {
  test('counts each payer once, however often it calls', async () => {
    const slug = await seller.onSale('good')
    const [one, two] = [await world.key(500), await world.key(500)]
    for (const { key } of [one, one, two]) await seller.call(slug, { text: 'a' }, { 'x-service-key': key })
    const quality = async () => Object((await world.request('GET', `${ENDPOINTS}/${slug}`)).body['quality'])
    await eventually(async () => (await quality()).calls_30d === 3)
    const measured = await quality()
    expect(measured).toMatchObject({ success_rate_30d: 1, distinct_payers_30d: 2 })
    expect(measured.score).toBeLessThan(0.5)
    const stats = await seller.request('GET', `${ENDPOINTS}/${slug}/stats`)
    expect(stats.body).toMatchObject({ calls: { answered: 3, failed: 0 }, gross_cents: 150 })
    const found = await world.request('GET', `${ENDPOINTS}?q=${slug}&sort=popular`)
    expect(found.body).toMatchObject({ total: 1, items: [{ slug, checked: { status: 'passed', last_test_ok: true } }] })
    expect(Object(found.body['items'])[0]).not.toHaveProperty('input_schema')
  })

  test('counts no call that a wallet of the seller paid', async () => {
    const slug = await seller.onSale('good')
    const { pay, address } = await payingClient('solana')
    const account = await sellerWith(world, seller.wallet)
    await world.sql(
      `update market_user set account_id = (select account_id from market_user where id = $2), proved_wallet = $3 where id = $1`,
      [uuidOf('usr', account.userId), uuidOf('usr', seller.userId), address],
    )
    expect((await sendBy(pay, slug)).status).toBe(200)
    const path = `${ENDPOINTS}/${slug}/stats`
    await eventually(async () => Object((await seller.request('GET', path)).body['calls']).not_counted === 1)
    const { body } = await world.request('GET', `${ENDPOINTS}/${slug}`)
    expect(body['quality']).toMatchObject({ calls_30d: 0, distinct_payers_30d: 0, score: 0 })
  })

  test.each([
    ['fails most calls of three payers is taken off sale', 'error-500', 'paused', 'failures'],
    ['refuses the bodies of three payers stays on sale', 'refusal', 'live', null],
  ])('a seller that %s', async (_, way, state, reason) => {
    const tried = await newSeller()
    const slug = await tried.onSale('good')
    fake.answerAs(`good/${slug}`, way)
    const keys = await Promise.all([world.key(500), world.key(500), world.key(500)])
    const send = (nth: number) => tried.call(slug, { text: 'a' }, { 'x-service-key': keys[nth % 3]?.key ?? '' })
    await Promise.all([0, 1, 2, 3, 4].map(send))
    await Promise.all([5, 6, 7, 8, 9].map(send))
    await pauseFailing(world.db.pg)
    expect(await tried.stateOf(slug)).toMatchObject({ state, pause_reason: reason })
  })

  test('one seller is tested one endpoint at a time, and others meanwhile', async () => {
    const still = await openWorld({ backend: 'postgres', env: { SELLER_ALLOW: fake.allow }, pools: [] })
    const published = async (count: number) => {
      const by = sellerEndpoints(still, fake, await sellerWith(still, (await lab.solana.wallet()).address))
      for (let nth = 0; nth < count; nth += 1) expect((await by.publish('good')).status).toBe(201)
      return uuidOf('usr', by.userId)
    }
    const [first, second] = [await published(2), await published(1)]
    const take = async (passed: readonly (string | null)[]) =>
      (
        await takeDueEndpoint(
          still.db.pg,
          passed.filter((id) => id !== null),
        )
      )?.terms.sellerId
    expect([await take([]), await take([first]), await take([first, second])]).toEqual([first, second, undefined])
    expect(await take([])).toBe(first)
    await still.close()
  })

  test('an endpoint that fails its tests four times in a row is taken off sale, until one is answered', async () => {
    const slug = await seller.onSale('good')
    const [row] = await world.sql<{ id: string }>(
      `select v.id from seller_endpoint_version v join seller_endpoint e on e.id = v.endpoint_id where e.slug = $1`,
      [slug],
    )
    const fail = () => keepProbe(world.db.pg, row?.id ?? '', 'The endpoint could not be reached')
    for (let nth = 1; nth < MOST_FAILURES.live; nth += 1) await fail()
    expect(await seller.stateOf(slug)).toMatchObject({ state: 'live', checked: { last_test_ok: false } })
    await fail()
    expect(await seller.stateOf(slug)).toMatchObject({
      state: 'paused',
      pause_reason: 'probe',
      last_test_problem: 'The endpoint could not be reached',
    })
    await seller.request('POST', `${ENDPOINTS}/${slug}/resume`)
    await eventually(async () => (await seller.stateOf(slug))['state'] === 'live')
  })

  test('texts that a scan fails take an endpoint off sale at once, whatever its tests say', async () => {
    const slug = await seller.onSale('good')
    const read = `select v.id as "versionId", e.title, e.description from seller_endpoint_version v join seller_endpoint e on e.id = v.endpoint_id where e.slug = $1`
    const [row] = await world.sql<{ versionId: string; title: string; description: string }>(read, [slug])
    const { versionId = '', ...texts } = row ?? {}
    // Safe: it reads these fields alone.
    const due = { terms: { versionId }, texts } as Parameters<typeof keepScan>[1]
    await keepScan(world.db.pg, due, { verdict: 'failed', checks: [] })
    await keepProbe(world.db.pg, versionId, null)
    expect(await seller.stateOf(slug)).toMatchObject({ state: 'paused', pause_reason: 'scan' })
    expect((await world.request('GET', `${ENDPOINTS}/${slug}`)).status).toBe(404)
  })
})

function verifies(secret: string, headers: Record<string, string | string[] | undefined>, body: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': sent } = headers
  const mac = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
  const signature = `v1,${mac.update(`${String(id)}.${String(at)}.${body}`).digest('base64')}`
  return String(sent).split(' ').includes(signature)
}
