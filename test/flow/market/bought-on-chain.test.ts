import { createKeyPairSignerFromBytes } from '@solana/kit'
import { toClientEvmSigner } from '@x402/evm'
import { registerExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { ExactSvmScheme } from '@x402/svm/exact/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { BASE, SOLANA } from '#shared/chains/networks.ts'
import { fromBase58 } from '#shared/lib/crypto/base58.ts'
import { runJobAct } from '#shared/operators/acts/job-act.ts'
import { audit } from '#shared/money/audit/audit.ts'
import { credentialMint } from '#shared/money/credentials.ts'
import { freePort } from '#shared/playground/free-port.ts'
import type { SolanaWallet } from '#shared/playground/chains/wallets.ts'

import { openSettlementLab, type SettlementLab } from '#test/support/labs/settlement-lab.ts'
import { type Cluster, openCluster } from '#test/support/world/cluster.ts'
import { NOTES, posted, proposed, REASON } from '#test/support/world/jobs.ts'
import { registerAccount, type Registered } from '#test/support/world/market.ts'
import { offered } from '#test/support/world/resale.ts'
import { type Answer, eventually } from '#test/support/world/world.ts'

let lab: SettlementLab
let cluster: Cluster
let baseUrl: string
let seller: Registered
let wallet: SolanaWallet
beforeAll(async () => {
  lab = await openSettlementLab({ base: true, solana: true })
  cluster = await openCluster('postgres', { databaseUrl: lab.databaseUrl })
  const port = String(await freePort())
  const env = lab.env({ SETTLEMENT_PORT: port, SETTLEMENT_URL: `http://127.0.0.1:${port}`, LOG_LEVEL: 'info' })
  const { SETTLEMENT_URL = '', BASE_PAY_TO = '', SOLANA_PAY_TO = '', SOLANA_FEE_PAYER = '' } = env
  const [ingress] = await Promise.all([
    cluster.ingress({ SETTLEMENT_URL, BASE_PAY_TO, SOLANA_PAY_TO, SOLANA_FEE_PAYER }),
    cluster.worker(['settlement-watch'], env),
  ])
  baseUrl = ingress.baseUrl
  seller = await registerAccount({ request: ask })
  wallet = await lab.solana.wallet()
  await lab.sql(
    `update market_user set solana_wallet = $2, proved_wallet = $2, wallet_proved_at = now() where username = $1`,
    [seller.username, wallet.address],
  )
})
afterAll(async () => {
  const findings = await audit(cluster.db.pg)
  await cluster.close()
  await lab.close()
  expect(findings.filter(({ ok }) => !ok)).toEqual([])
})

async function ask(
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const response = await fetch(baseUrl + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...sent,
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true
  // Safe: every JSON answer of ours is an object.
  const parsed = isJson ? (JSON.parse(text) as Record<string, unknown>) : {}
  return { status: response.status, headers: response.headers, text, body: parsed }
}

/** A buyer without an account: an unchanged official client with a wallet of its own on one chain. */
async function stranger(network: typeof BASE | typeof SOLANA) {
  const paying = new x402Client().setSpendControls({ maxAmountPerPayment: '$10' })
  if (network === BASE) {
    const signer = toClientEvmSigner(await lab.base.wallet({ microUsdc: 20_000_000n }))
    registerExactEvmScheme(paying, { signer })
    return { pay: wrapFetchWithPayment(fetch, paying), address: signer.address }
  }
  const paidFrom = await lab.solana.wallet({ microUsdc: 20_000_000n })
  const signer = await createKeyPairSignerFromBytes(fromBase58(paidFrom.secret_key) ?? new Uint8Array())
  paying.register('solana:*', new ExactSvmScheme(signer, { rpcUrl: lab.solana.rpcUrl }))
  return { pay: wrapFetchWithPayment(fetch, paying), address: paidFrom.address }
}

/** Buys a listing of 5 dollars with one POST. */
async function bought(network: typeof BASE | typeof SOLANA) {
  const sent = { title: 'Sold', price_cents: 500, refund_days: 7, status: 'live', delivery_markdown: '# Paid for' }
  const { body: listing } = await seller.request('POST', '/api/listings', sent)
  const { pay, address } = await stranger(network)
  const response = await pay(`${baseUrl}/api/purchases/x402/${String(listing['listing_id'])}`, { method: 'POST' })
  // Safe: every answer of ours is an object.
  const body = (await response.json()) as Record<string, unknown>
  expect(response.status, JSON.stringify(body)).toBe(200)
  return {
    body,
    address,
    id: String(body['purchase_id']).slice(4),
    path: `/api/purchases/${String(body['purchase_id'])}`,
    headers: { 'x-purchase-token': String(body['purchase_token']) },
  }
}
const arrived = async () => (await lab.solana.transfersTo(wallet.address)).map(({ microUsdc }) => microUsdc)

test.each([
  ['Base', BASE],
  ['Solana', SOLANA],
] as const)(
  'a stranger buys on %s with one POST, reads delivery and licence with the token, and the seller is paid when the window is over',
  async (_, network) => {
    const { body, path, id, headers } = await bought(network)
    expect(body).toMatchObject({ purchase: { payment: { network } }, delivery: { content: '# Paid for' } })
    expect((await ask('GET', `${path}/delivery`, { headers })).text).toBe('# Paid for')
    expect((await ask('GET', `${path}/license`, { headers })).body).toMatchObject({
      license_key: body['license_key'],
      document: { signature: { alg: 'Ed25519', value: expect.any(String) } },
    })
    const before = await arrived()
    // Eight days pass.
    await lab.sql(`update purchase set refundable_until = refundable_until - interval '8 days' where id = $1`, [id])
    await lab.sql(`update payable set due_at = due_at - interval '8 days' where purchase_id = $1`, [id])
    await eventually(async () => (await arrived()).length > before.length)
    expect(await arrived()).toEqual([...before, 4_250_000n])
    await eventually(async () => {
      const { body: earned } = await seller.request('GET', '/api/payouts/me?limit=1')
      const [payout] = Object(earned['items'])
      return payout?.state === 'paid' && typeof payout.transaction === 'string'
    })
    expect((await seller.request('POST', `${path}/refund`)).body).toMatchObject({ code: 'refund_not_covered' })
  },
)

test('a licence that was bought by x402 on Solana is bought of its holder by x402 on Solana, and the maker has the royalty', async () => {
  const [holder, first, next] = [
    await registerAccount({ request: ask }),
    await stranger(SOLANA),
    await stranger(SOLANA),
  ]
  const terms = { price_cents: 500, refund_days: 0, license_id: 'personal', resale_allowed: true, royalty_bps: 500 }
  const sent = { title: 'Sold on', status: 'live', delivery_markdown: '# Sold on', ...terms }
  const listingId = String((await seller.request('POST', '/api/listings', sent)).body['listing_id'])
  const url = `${baseUrl}/api/purchases/x402/${listingId}`
  const post = async (by: typeof first, body: Record<string, unknown>, headers: Record<string, string> = {}) => {
    const json = { 'content-type': 'application/json', ...headers }
    const response = await by.pay(url, { method: 'POST', headers: json, body: JSON.stringify(body) })
    // Safe: every answer of ours is an object.
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const original = await post(first, {}, { authorization: `Bearer ${holder.token}` })
  expect(original, JSON.stringify(original.body)).toMatchObject({ status: 200, body: { purchase: { rail: 'x402' } } })
  const offerId = await offered(holder, String(original.body['purchase_id']))
  const sold = await post(next, { resale_offer_id: offerId })
  expect(sold, JSON.stringify(sold.body)).toMatchObject({
    status: 200,
    body: {
      purchase: { kind: 'resale', rail: 'x402', amount_cents: 600, payment: { network: SOLANA, payer: next.address } },
      delivery: { content: '# Sold on' },
    },
  })
  expect(await lab.solana.microUsdcOf(next.address)).toBe(14_000_000n)
  const shares = await lab.sql(
    `select y.source, y.amount::text, u.username from payable y join market_user u on u.id = y.seller_id where y.purchase_id = $1 order by 1`,
    [String(sold.body['purchase_id']).slice(4)],
  )
  expect(shares).toEqual([
    { source: 'listing', amount: '4800000', username: holder.username },
    { source: 'royalty', amount: '300000', username: seller.username },
  ])
  const verify = async (key: unknown) =>
    (await ask('POST', '/api/licenses/verify', { body: { license_key: key, listing_id: listingId } })).body
  expect(await verify(original.body['license_key'])).toMatchObject({ valid: false, reason: 'transferred' })
  expect(await verify(sold.body['license_key'])).toMatchObject({ valid: true })
})

test('a refund of what was paid on Solana goes back to the wallet that paid, once, where its buyer asks for it', async () => {
  const { path, headers, address } = await bought(SOLANA)
  expect((await seller.request('POST', `${path}/refund`)).body).toMatchObject({ status: 'refunded' })
  const key = await ask('POST', `${path}/refund`, { headers })
  expect(key.body).toMatchObject({ refund_key: expect.stringMatching(/_sk_/), refund_payout: null })
  const back = () => ask('POST', `${path}/refund`, { headers, body: { refund: 'on_chain' } })
  const answers = await Promise.all([back(), back(), back()])
  expect(answers.map(({ status, body }) => [status, body['refund_key']])).toEqual(answers.map(() => [200, null]))
  await eventually(async () => Object((await back()).body['refund_payout']).state === 'paid')
  expect(await lab.solana.microUsdcOf(address)).toBe(20_000_000n)
  const spent = await ask('GET', '/api/v1/outcomes/balance/status', {
    headers: { 'x-service-key': String(key.body['refund_key']) },
  })
  expect(spent.body['code']).toBe('key_revoked')
})

test('a refund of what was paid on Base stays a key', async () => {
  const { path, headers } = await bought(BASE)
  await seller.request('POST', `${path}/refund`)
  const answer = await ask('POST', `${path}/refund`, { headers, body: { refund: 'on_chain' } })
  expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect((await ask('POST', `${path}/refund`, { headers })).body['refund_key']).toEqual(expect.any(String))
})

describe('a hire for ten dollars that the operator decides 60 to 40', () => {
  /** A poster hires a worker with one POST from a wallet of their own; both sides dispute what was delivered. */
  async function disputed(network: typeof BASE | typeof SOLANA) {
    const [poster, worker] = await Promise.all([registerAccount({ request: ask }), registerAccount({ request: ask })])
    const paidTo = await lab.solana.wallet({ microUsdc: 0n })
    await lab.sql(
      `update market_user set solana_wallet = $2, proved_wallet = $2, wallet_proved_at = now() where username = $1`,
      [worker.username, paidTo.address],
    )
    const job = await posted(poster)
    const { body } = await proposed(worker, job)
    const { pay, address } = await stranger(network)
    const response = await pay(`${baseUrl}/api/jobs/${job}/hire`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...poster.bearer },
      body: JSON.stringify({ proposal_id: body['proposal_id'] }),
    })
    expect(response.status, await response.clone().text()).toBe(200)
    expect(response.headers.get('payment-response')).toEqual(expect.any(String))
    await worker.request('POST', `/api/jobs/${job}/deliver`, { notes: NOTES })
    await poster.request('POST', `/api/jobs/${job}/dispute`, { reason: REASON })
    await worker.request('POST', `/api/jobs/${job}/dispute/answer`, { reason: REASON })
    const mint = credentialMint(lab.env()['SERVER_SECRET'] ?? '', 'test')
    const decided = { name: 'job decide', job, reason: 'Most of it is there.', workerPercent: 60 } as const
    expect(await runJobAct({ ...cluster.db, mint }, decided)).toMatchObject({ status: 'resolved' })
    const money = async () => Object((await poster.request('GET', `/api/jobs/${job}`)).body['engagement']).money
    return { money, poster: address, worker: paidTo.address }
  }

  test('pays both wallets on Solana: the worker less the fee, and the poster the wallet that paid', async () => {
    const { money, poster, worker } = await disputed(SOLANA)
    await eventually(async () => (await money()).refund_payout?.state === 'paid')
    expect(await money()).toMatchObject({ worker_cents: 540, fee_cents: 60, poster_cents: 400, refund_key: null })
    expect(await lab.solana.microUsdcOf(poster)).toBe(20_000_000n - 10_000_000n + 4_000_000n)
    await eventually(async () => (await lab.solana.microUsdcOf(worker)) === 5_400_000n)
  })

  test('paid on Base, pays the worker on Solana, and the poster by a prepaid key', async () => {
    const { money, worker } = await disputed(BASE)
    const { refund_key: key, refund_payout: payout } = await money()
    expect(payout).toBeNull()
    const status = await ask('GET', '/api/v1/outcomes/balance/status', { headers: { 'x-service-key': String(key) } })
    expect(status.body).toMatchObject({ balance_cents: 400 })
    await eventually(async () => (await lab.solana.microUsdcOf(worker)) === 5_400_000n)
  })
})
