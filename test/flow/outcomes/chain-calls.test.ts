import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { headersOf } from '#test/support/fakes/merchant-facts.ts'
import { baseAccept, goodDocument, solanaAccept } from '#test/support/fakes/payment-documents.ts'

import { startBase, type TestBase } from '#test/support/fakes/chains.ts'
import { openStatefulWorld, type StatefulWorld } from '#test/support/world/stateful.ts'

let base: TestBase
let merchant: Server
let world: StatefulWorld
let ann: Awaited<ReturnType<StatefulWorld['payer']>>
let shop: string
beforeAll(async () => {
  base = await startBase()
  merchant = createServer((request, response) => {
    const { status, document } = sold(request.url ?? '')
    response.writeHead(status, headersOf(document)).end(JSON.stringify(document))
  })
  await new Promise<void>((done) => merchant.listen(0, '127.0.0.1', done))
  // Safe: a server that listens on a host and port has an address of this kind.
  const { port } = merchant.address() as AddressInfo
  shop = `http://shop.test:${port}`
  world = await openStatefulWorld({
    pools: ['outcome', 'settlement-watch', 'router-workflow'],
    env: {
      EGRESS_ALLOW: `shop.test:${port}=127.0.0.1`,
      BASE_READ_RPC_URL: base.rpcUrl,
      SOLANA_READ_RPC_URL: 'http://127.0.0.1:1',
      UPSTREAM_X402_BAZAAR_URL: 'off',
    },
  })
  ann = await world.payer(2_000)
})
afterAll(async () => {
  await world.close()
  await base.stop()
  merchant.close().closeAllConnections()
})

/** What the merchant sells: everything below /paid, for two cents on both rails. */
function sold(path: string) {
  if (!path.startsWith('/paid')) return { status: 404, document: {} }
  const resource = { url: `${shop}${path}`, description: 'X.', mimeType: 'application/json' }
  return { status: 402, document: goodDocument({ resource, accepts: [baseAccept(), solanaAccept()] }) }
}

test('a chain is read in a paid call; when no node answers nothing is paid', async () => {
  const wallet = await base.wallet({ microUsdc: 1_500_000n })
  expect(await ann.ok('base-erc20-balance', { address: wallet.address })).toMatchObject({ amount: '1.5' })
  expect(await ann.ok('base-balances-batch', { addresses: [wallet.address, 'nope'] })).toMatchObject({ count: 1 })
  expect(await ann.no('solana-balances', { address: '2wKupLR9q6wXYppw8Gr2NvWxKBUqm4PPJKkQfoxHDBg4' })).toMatchObject({
    status: 502,
    code: 'upstream_unavailable',
    tried: [{ source: '127.0.0.1:1', problem: 'unreachable' }],
  })
  expect(await ann.no('base-eth-balance', { address: '0x833589FCD6eDb6E08f4c7C32D4f71b54bdA02913' })).toMatchObject({
    status: 422,
  })
})

test('a watch belongs to whoever registered it', async () => {
  const payTo = base.address()
  const { watch_id: id, status } = await ann.ok('payment-watch', { pay_to: payTo, amount_usdc: '1' })
  expect(status).toBe('pending')
  expect(await ann.ok('payment-watch', { watch_id: id })).toMatchObject({ status: 'pending', watch_id: id })
  const bob = await world.payer(100)
  expect(await bob.no('payment-watch', { watch_id: id })).toMatchObject({ status: 404, code: 'not_found' })
})

describe('a merchant', () => {
  test('is probed without being paid, and remembered', async () => {
    const url = `${shop}/paid/a`
    expect(await ann.ok('accepts-dual-rail-check', { url })).toMatchObject({
      dual_rail: true,
      first_rail: 'base',
      status: 402,
    })
    expect(await ann.ok('merchant-smoke', { url })).toMatchObject({
      paywalled: true,
      price: { usd: '0.02' },
      findings: expect.arrayContaining([expect.objectContaining({ code: 'MS_NO_TLS' })]),
    })
    const second = await ann.ok('merchant-legit-gate', { url, task_sensitivity: 'low' })
    expect(second).toMatchObject({
      payto: { stable: true, observations: 2 },
      unknowns: expect.arrayContaining(['domain_age', 'discovery_listing']),
      signals: expect.arrayContaining([expect.objectContaining({ id: 'own_payments', value: 0 })]),
    })
  })

  test('that was paid before is known', async () => {
    const spend = { agent_id: 'a1', amount_cents: 2, payee: shop }
    const { clearance_token: token } = await ann.ok('spend-guard', spend)
    await ann.ok('spend-guard', { ...spend, mode: 'commit', clearance_token: token })
    expect(await ann.ok('merchant-legit-gate', { url: `${shop}/paid/b` })).toMatchObject({
      signals: expect.arrayContaining([expect.objectContaining({ id: 'own_payments', value: 1, points: 0 })]),
    })
  })

  test('that is not ready holds nothing of the budget', async () => {
    const answer = await ann.ok('wallet-readiness-pack', { url: `${shop}/paid/c`, agent_id: 'a2', ceiling_cents: 100 })
    expect(answer).toMatchObject({
      verdict: 'not_ready',
      clearance_token: null,
      readiness_receipt: null,
      steps: [
        { step: 'legit', status: 'fail' },
        { step: 'payto', status: 'pass' },
        { step: 'rails', status: 'pass' },
        { step: 'spend', status: 'pass', decision: 'allow' },
        { step: 'receipt', status: 'skipped' },
      ],
    })
    expect(
      await ann.ok('spend-guard', { agent_id: 'a2', amount_cents: 100, ceiling_cents: 100, mode: 'check' }),
    ).toMatchObject({
      decision: 'allow',
      window: { reserved_cents: 0, spent_cents: 0 },
    })
  })

  test('that stands on this machine is refused', async () => {
    for (const slug of ['accepts-dual-rail-check', 'merchant-smoke', 'merchant-legit-gate'])
      expect(await ann.no(slug, { url: 'http://localhost/paid' })).toMatchObject({
        status: 422,
        code: 'url_not_allowed',
      })
  })
})
