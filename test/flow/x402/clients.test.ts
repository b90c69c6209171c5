import { createKeyPairSignerFromBytes } from '@solana/kit'
import { registerExactEvmScheme } from '@x402/evm/exact/client'
import { type JWSSignedReceipt, verifyReceiptSignatureJWS } from '@x402/extensions/offer-receipt'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { ExactSvmScheme } from '@x402/svm/exact/client'
import { toClientEvmSigner } from '@x402/evm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { fromBase58 } from '#shared/lib/crypto/base58.ts'
import { audit } from '#shared/money/audit/audit.ts'
import { BASE, SOLANA } from '#shared/chains/networks.ts'
import { freePort } from '#shared/playground/free-port.ts'

import { openSettlementLab, type SettlementLab } from '#test/support/labs/settlement-lab.ts'
import { decoded } from '#test/support/world/x402-payment.ts'
import { openWorld, randomId, type World } from '#test/support/world/world.ts'
import { runsOf } from '#test/support/world/test-outcomes.ts'

const HELLO = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'

let lab: SettlementLab
let world: World
let payTo: { base: string; solana: string }
beforeAll(async () => {
  lab = await openSettlementLab({ base: true, solana: true })
  const port = String(await freePort())
  const SETTLEMENT_URL = `http://127.0.0.1:${port}`
  await lab.start({ SETTLEMENT_PORT: port, SETTLEMENT_URL })
  const { BASE_PAY_TO = '', SOLANA_PAY_TO = '', SOLANA_FEE_PAYER = '' } = lab.env()
  payTo = { base: BASE_PAY_TO, solana: SOLANA_PAY_TO }
  world = await openWorld({ backend: 'redis', env: { SETTLEMENT_URL, BASE_PAY_TO, SOLANA_PAY_TO, SOLANA_FEE_PAYER } })
  await world.ready()
})
afterAll(async () => {
  const rows = await world.sql<{ network: string; transaction: string; amount: string }>(
    `select network, transaction, amount::text as amount from payment_proof where state = 'settled' order by transaction`,
  )
  const on = (network: string) =>
    rows
      .filter((row) => row.network === network)
      .map(({ transaction, amount }) => ({ transaction, microUsdc: BigInt(amount) }))
  const there = async (transfers: Promise<readonly { transaction: string; microUsdc: bigint }[]>) =>
    (await transfers)
      .map(({ transaction, microUsdc }) => ({ transaction, microUsdc }))
      .toSorted((one, other) => (one.transaction < other.transaction ? -1 : 1))
  const sorted = (list: { transaction: string; microUsdc: bigint }[]) =>
    list.toSorted((one, other) => (one.transaction < other.transaction ? -1 : 1))
  expect(sorted(on(BASE))).toEqual(await there(lab.base.transfersTo(payTo.base)))
  expect(sorted(on(SOLANA))).toEqual(await there(lab.solana.transfersTo(payTo.solana)))
  expect((await audit(world.db.pg)).filter(({ ok }) => !ok)).toEqual([])
  await world.close()
  await lab.close()
})

type Wallets = { base?: boolean; solana?: boolean }

/** An unchanged official client with wallets of its own. */
async function client({ base = false, solana = false }: Wallets) {
  const paying = new x402Client()
  if (base) {
    const account = await lab.base.wallet({ microUsdc: 5_000_000n })
    registerExactEvmScheme(paying, { signer: toClientEvmSigner(account) })
  }
  if (solana) {
    const wallet = await lab.solana.wallet({ microUsdc: 5_000_000n })
    const signer = await createKeyPairSignerFromBytes(fromBase58(wallet.secret_key) ?? new Uint8Array())
    paying.register('solana:*', new ExactSvmScheme(signer, { rpcUrl: lab.solana.rpcUrl }))
  }
  const sent: string[] = []
  const spying: typeof fetch = (input, init) => {
    const header = (input instanceof Request ? input.headers : new Headers(init?.headers)).get('payment-signature')
    if (header !== null) sent.push(header)
    return fetch(input, init)
  }
  const pay = wrapFetchWithPayment(spying, paying)
  return {
    sent,
    call: async (slug: string, body: unknown) => {
      const response = await pay(`${world.baseUrl}/api/v1/outcomes/${slug}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      // Safe: every answer of ours is an object.
      const answer = (await response.json()) as Record<string, unknown>
      return { status: response.status, headers: response.headers, body: answer }
    },
  }
}

describe('@x402/fetch', () => {
  test.each([
    ['a Base wallet', { base: true }, BASE, 'hash-text'],
    ['a Solana wallet', { solana: true }, SOLANA, 'hash-text'],
    ['both, where Solana comes first', { base: true, solana: true }, SOLANA, 'hash-text'],
    ['both, where Base comes first', { base: true, solana: true }, BASE, 'json-repair'],
  ] as const)('with %s pays, and gets the answer and a receipt', async (_, wallets, network, slug) => {
    const { call, sent } = await client(wallets)
    const answer = await call(slug, { text: slug === 'hash-text' ? 'hello' : '{a:1}' })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(answer.body).toMatchObject({
      ok: true,
      charge: { paid_with: 'x402', payment: { network, state: 'settled', settle: 'after' } },
      result: slug === 'hash-text' ? { hex: HELLO } : {},
    })
    const receipt = decoded(answer.headers.get('payment-response'))
    expect(receipt).toMatchObject({ success: true, network, amount: '10000' })
    // Safe: the settlement process of this test signs receipts.
    const {
      extensions: signed,
      transaction,
      payer,
    } = receipt as {
      extensions: { 'offer-receipt': { info: { receipt: JWSSignedReceipt } } }
      transaction: string
      payer: string
    }
    expect(await verifyReceiptSignatureJWS(signed['offer-receipt'].info.receipt)).toMatchObject({
      network,
      payer,
      transaction,
      resourceUrl: expect.stringContaining(`/api/v1/outcomes/${slug}`),
    })
    // The client echoed our token, so the whole payment sent again gets the same answer.
    const again = await world.call(
      slug,
      { text: slug === 'hash-text' ? 'hello' : '{a:1}' },
      { 'payment-signature': sent[0] ?? '' },
    )
    expect(again).toMatchObject({ status: 200, body: { call_id: answer.body['call_id'] } })
    expect(decoded(again.headers.get('payment-response'))).toEqual(receipt)
    // What the chain shows is the authorization, without the token.
    const { extensions, ...rest } = decoded(sent[0] ?? '') ?? {}
    const rebuilt = Buffer.from(
      JSON.stringify({ ...rest, extensions: { ...(extensions as object), farebox: undefined } }),
    )
    const stranger = await world.call(
      slug,
      { text: slug === 'hash-text' ? 'hello' : '{a:1}' },
      { 'payment-signature': rebuilt.toString('base64') },
    )
    expect(stranger).toMatchObject({ status: 409, body: { code: 'payment_already_used' } })
  })

  test.each([
    ['Base', { base: true }],
    ['Solana', { solana: true }],
  ] as const)('on %s pays a dear call before it runs, and is credited when that fails', async (_, wallets) => {
    const { call } = await client(wallets)
    const paid = await call('test-dear', {})
    expect(paid).toMatchObject({ status: 200, body: { charge: { cents: 25, payment: { settle: 'before' } } } })
    const failed = await call('test-dear', { fail: true })
    expect(failed).toMatchObject({ status: 502, body: { charged_cents: 0, credit: { cents: 25 } } })
  })

  test('30 payments of one wallet at once all pay, each once', async () => {
    const { call, sent } = await client({ base: true })
    const label = randomId()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, nth) => call('test-counted', { label: `${label}-${nth}` })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200))
    expect(new Set(sent).size).toBe(30)
    expect(answers.map((_, nth) => runsOf.get(`${label}-${nth}`))).toEqual(Array.from({ length: 30 }, () => 1))
  })

  test('a run that fails costs nothing on either chain', async () => {
    const before = [await lab.base.transfersTo(payTo.base), await lab.solana.transfersTo(payTo.solana)].map(
      (list) => list.length,
    )
    for (const wallets of [{ base: true }, { solana: true }]) {
      const { call } = await client(wallets)
      expect(await call('test-upstream-down', {})).toMatchObject({ status: 502, body: { charged_cents: 0 } })
    }
    const after = [await lab.base.transfersTo(payTo.base), await lab.solana.transfersTo(payTo.solana)].map(
      (list) => list.length,
    )
    expect(after).toEqual(before)
  })

  test('an empty wallet is told so, precisely', async () => {
    const paying = new x402Client()
    registerExactEvmScheme(paying, { signer: toClientEvmSigner(await lab.base.wallet({})) })
    const response = await wrapFetchWithPayment(fetch, paying)(`${world.baseUrl}/api/v1/outcomes/hash-text`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"text":"a"}',
    })
    expect(response.status).toBe(402)
    expect(await response.json()).toMatchObject({
      code: 'invalid_payment',
      reason: 'invalid_exact_evm_insufficient_balance',
      fix: { action: expect.stringMatching(/^Put what accepts\[\] asks for on the wallet/) },
    })
  })
})

describe('on a chain that is slow', () => {
  test('X12, X14: a block that comes late: nobody is told unpaid, and the same payment gets the answer', async () => {
    const { call, sent } = await client({ base: true })
    await lab.base.stopMining()
    const calling = call('hash-text', { text: 'hello' })
    await expect.poll(async () => (await lab.base.waiting()).length, { timeout: 10_000 }).toBe(1)
    const early = await world.call(
      'hash-text',
      { text: 'hello' },
      { 'payment-signature': sent[0] ?? '', prefer: 'wait=0' },
    )
    expect(early).toMatchObject({
      status: 202,
      body: { charge: { state: 'held', payment: { state: 'settling', transaction: null } } },
    })
    await lab.base.startMining()
    const answer = await calling
    expect(answer.status).toBe(200)
    const again = await world.call('hash-text', { text: 'hello' }, { 'payment-signature': sent[0] ?? '' })
    expect(again).toMatchObject({ status: 200, body: { call_id: answer.body['call_id'] } })
  })

  test('X11: a payer who empties the wallet between verify and settle gets no result and settles first from then on', async () => {
    const account = await lab.base.wallet({ microUsdc: 20_000n })
    const paying = new x402Client()
    registerExactEvmScheme(paying, { signer: toClientEvmSigner(account) })
    const pay = wrapFetchWithPayment(fetch, paying)
    const call = (body: unknown) =>
      pay(`${world.baseUrl}/api/v1/outcomes/test-slow`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const calling = call({ ms: 700 })
    await expect
      .poll(async () => (await world.sql(`select from call where slug = 'test-slow' and state = 'running'`)).length)
      .toBe(1)
    await lab.base.fund(account.address, { microUsdc: 0n })
    const answer = await calling
    expect(answer.status).toBe(402)
    expect(await answer.json()).toMatchObject({ code: 'invalid_payment', charged_cents: 0 })
    await lab.base.fund(account.address, { microUsdc: 20_000n })
    const next = await call({ ms: 0 })
    expect(await next.json()).toMatchObject({ ok: true, charge: { payment: { settle: 'before' } } })
  })
})
