import { Connection, Keypair, PublicKey, VersionedTransaction } from '@solana/web3.js'
import jsqr from 'jsqr'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { fromBase58, toBase58 } from '#shared/lib/crypto/base58.ts'
import { expirePurchases } from '#shared/market/solana/expire-purchases.ts'
import { closeAuctions, pickDueAuctions } from '#shared/market/auctions/close-auctions.ts'
import { lapseAuctions, releaseBids, remindWinners } from '#shared/market/auctions/lapse-auctions.ts'
import { takeBack } from '#shared/market/solana/finish-payment.ts'
import { failLateDeliveries } from '#shared/market/refunds/fail-late-deliveries.ts'
import { sweepRefunds } from '#shared/market/refunds/sweep-refunds.ts'
import { EVENT_TYPES } from '#shared/events/catalog.rules.ts'
import { startBoosts } from '#shared/market/boosts/record-boost-payment.ts'
import { audit, auditOn } from '#shared/money/audit/audit.ts'
import { freePort } from '#shared/playground/free-port.ts'
import type { SolanaWallet } from '#shared/playground/chains/wallets.ts'

import { offerPayment } from '#workers/settlement/sales/offer-payment.ts'
import type { SaleChain } from '#workers/settlement/sales/sale-chain.ts'
import { type LabProcess, openSettlementLab, type SettlementLab } from '#test/support/labs/settlement-lab.ts'
import { openBrowsing } from '#test/support/world/browsing.ts'
import { registerAccount, type Registered } from '#test/support/world/market.ts'
import { offered, offerUuid } from '#test/support/world/resale.ts'
import { eventually, openWorld, type World } from '#test/support/world/world.ts'

let lab: SettlementLab
let settlement: LabProcess
let world: World
let seller: Registered
let buyer: Registered
let sellerWallet: string
let platformWallet: string
let connection: Connection
beforeAll(async () => {
  lab = await openSettlementLab({ solana: true })
  const port = String(await freePort())
  const env = lab.env({ SETTLEMENT_URL: `http://127.0.0.1:${port}` })
  platformWallet = env['SOLANA_PAY_TO'] ?? ''
  const settings = { SETTLEMENT_URL: env['SETTLEMENT_URL'] ?? '', SOLANA_PAY_TO: platformWallet }
  settlement = await lab.start({ SETTLEMENT_PORT: port, SOL_PRICE_CENTS: '15000' })
  world = await openWorld({ backend: 'postgres', pools: [], databaseUrl: lab.databaseUrl, env: settings })
  connection = new Connection(lab.solana.rpcUrl, 'confirmed')
  ;[seller, buyer] = await Promise.all([registerAccount(world), registerAccount(world)])
  const { address } = await lab.solana.wallet({ lamports: 10n ** 9n })
  sellerWallet = address
  await prove(seller, sellerWallet)
  await lab.solana.fund(platformWallet, { lamports: 10n ** 9n })
})
afterAll(async () => {
  const findings = await audit(world.db.pg)
  await world.close()
  await lab.close()
  expect(findings.filter(({ ok }) => !ok)).toEqual([])
})

const prove = (user: Registered, address: string) =>
  lab.sql(
    `update market_user set solana_wallet = $2, proved_wallet = $2, wallet_proved_at = now() where username = $1`,
    [user.username, address],
  )

async function listing(body: Record<string, unknown> = {}, by = seller): Promise<string> {
  const sent = { title: 'On chain', price_cents: 500, refund_days: 7, status: 'live', delivery_markdown: '# Yours' }
  return String((await by.request('POST', '/api/listings', { ...sent, ...body })).body['listing_id'])
}

type Intent = {
  purchase_id: string
  transaction: string
  splits: { role: string; address: string; amount: string }[]
  solana_pay_url: string
  solana_pay_qr_url: string
  opens_accounts: { wallet: string }[]
  sol_usd_quote: { rate: string } | null
}

/** A wallet as anybody has one: a key pair of @solana/web3.js and a connection to a node. */
async function wallet(): Promise<Keypair & { held: SolanaWallet }> {
  const held = await lab.solana.wallet({ lamports: 10n ** 10n, microUsdc: 100_000_000n })
  return Object.assign(Keypair.fromSecretKey(fromBase58(held.secret_key) ?? new Uint8Array()), { held })
}

async function intend(payer: Keypair, body: Record<string, unknown>, by = buyer): Promise<Intent> {
  const sent = { payer: payer.publicKey.toBase58(), ...body }
  const answer = await by.request('POST', '/api/purchases/solana/intent', sent)
  expect(answer.status, answer.text).toBe(200)
  // Safe: the reply's schema was checked by the world.
  return answer.body as Intent
}

/** Signs and sends what an intent gave; returns the signature. */
async function pay(payer: Keypair, base64: string): Promise<string> {
  const transaction = VersionedTransaction.deserialize(Buffer.from(base64, 'base64'))
  transaction.sign([payer])
  return connection.sendRawTransaction(transaction.serialize())
}

const confirm = (purchaseId: string, signature: string, by = buyer) =>
  by.request('POST', '/api/purchases/solana/confirm', { purchase_id: purchaseId, signature })
const read = async (purchaseId: string) => (await buyer.request('GET', `/api/purchases/${purchaseId}`)).body
/** Makes every order due to be looked at, and looks. */
async function look(): Promise<void> {
  await lab.sql(`update solana_order set look_at = now() where look_at is not null`)
  await settlement.watchSales()
}
const paymentsOf = (purchaseId: string) =>
  lab.sql(`select verdict, state, reason from solana_payment where order_id = $1 order by found_at`, [
    purchaseId.slice(4),
  ])

describe('a plain wallet of @solana/web3.js', () => {
  test('buys in USDC: the seller holds its leg, and the second use of the signature pays nothing', async () => {
    const payer = await wallet()
    const id = await listing()
    const intent = await intend(payer, { listing_id: id, currency: 'usdc', expected_amount_cents: 500 })
    // The seller has no token account for USDC: the payer is told that it opens one.
    expect(intent.opens_accounts.map((one) => one.wallet)).toEqual([sellerWallet])
    const again = await intend(payer, { listing_id: id, currency: 'usdc' })
    expect(again.purchase_id).toBe(intent.purchase_id)
    const before = await lab.solana.microUsdcOf(platformWallet)
    const signature = await pay(payer, intent.transaction)
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
    const waited = await connection.confirmTransaction({ signature, blockhash, lastValidBlockHeight }, 'finalized')
    expect(waited.value.err).toBeNull()
    const confirmed = await confirm(intent.purchase_id, signature)
    expect(confirmed.body, confirmed.text).toMatchObject({
      payment: { state: 'paid', legs: [{ role: 'seller', received: '4250000' }, { role: 'platform' }] },
      purchase: { status: 'paid', delivery_status: 'delivered', rail: 'solana', payment: { transaction: signature } },
    })
    expect(await lab.solana.microUsdcOf(sellerWallet)).toBe(4_250_000n)
    expect((await lab.solana.microUsdcOf(platformWallet)) - before).toBe(750_000n)
    expect((await buyer.request('GET', `/api/purchases/${intent.purchase_id}/delivery`)).text).toBe('# Yours')
    expect((await confirm(intent.purchase_id, signature)).body).toMatchObject({ payment: { state: 'paid' } })
    const other = await intend(payer, { listing_id: id, currency: 'usdc' })
    expect(other.purchase_id).not.toBe(intent.purchase_id)
    expect(await confirm(other.purchase_id, signature)).toMatchObject({
      status: 409,
      body: { code: 'payment_already_used' },
    })
    expect(await read(other.purchase_id)).toMatchObject({ status: 'pending' })
  })

  test('buys in SOL without confirming: the payment is found by its reference, once by many lookers', async () => {
    const payer = await wallet()
    const intent = await intend(payer, { listing_id: await listing(), currency: 'sol' })
    expect(intent.sol_usd_quote?.rate).toBe('150.00')
    const before = lab.solana.lamportsOf(sellerWallet)
    const signature = await pay(payer, intent.transaction)
    await Promise.all([look(), look(), confirm(intent.purchase_id, signature), confirm(intent.purchase_id, signature)])
    await look()
    expect(await read(intent.purchase_id)).toMatchObject({ status: 'paid', currency: 'sol' })
    expect(lab.solana.lamportsOf(sellerWallet) - before).toBe(28_333_334n)
    expect(await paymentsOf(intent.purchase_id)).toEqual([{ verdict: 'pays', state: 'final', reason: null }])
  })

  test('pays by a Solana Pay link from its QR code, which reads nothing else', async () => {
    const payer = await wallet()
    const intent = await intend(await wallet(), { listing_id: await listing(), currency: 'usdc' })
    const svg = Buffer.from(
      await (await fetch(intent.solana_pay_qr_url.replace(/^https?:\/\/[^/]+/, world.baseUrl))).arrayBuffer(),
    )
    const { data, info } = await sharp(svg, { density: 300 }).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    const scanned = jsqr.default(new Uint8ClampedArray(data), info.width, info.height)?.data ?? ''
    expect(scanned).toBe(intent.solana_pay_url)
    const link = new URL(decodeURIComponent(scanned.slice('solana:'.length)))
    const path = link.pathname + link.search
    expect((await world.request('GET', path)).body).toMatchObject({ label: link.host })
    const asked = await world.request('POST', path, { body: { account: payer.publicKey.toBase58() } })
    await pay(payer, String(asked.body['transaction']))
    await look()
    expect(await read(intent.purchase_id)).toMatchObject({
      status: 'paid',
      payment: { payer: payer.publicKey.toBase58() },
    })
    expect(await world.request('POST', path, { body: { account: payer.publicKey.toBase58() } })).toMatchObject({
      status: 409,
    })
    expect((await world.request('GET', `${link.pathname}?token=sp_wrong`)).status).toBe(404)
    const asToken = { headers: { 'x-purchase-token': link.searchParams.get('token') ?? '' } }
    expect((await world.request('GET', `/api/purchases/${intent.purchase_id}`, asToken)).status).toBe(401)
  })

  test('pays from the page of a listing, which shows the link, its QR code and each part of the price', async () => {
    const payer = await wallet()
    const id = await listing()
    const browsing = openBrowsing(world)
    expect((await browsing.get(`/l/${id}`)).text).toContain('Sign in to pay on Solana')
    browsing.cookies.set('fb_session', buyer.token)
    const form = { ...(await browsing.form(`/l/${id}`)), pay: 'solana', currency: 'usdc' }
    const noWallet = await browsing.post(`/l/${id}`, form)
    expect([noWallet.status, noWallet.text.includes('payer')]).toEqual([409, true])
    const { text } = await browsing.post(`/l/${id}`, { ...form, payer: payer.publicKey.toBase58() })
    expect(text).toContain('4.25 USDC')
    const [, qr = ''] = /src="([^"]+\/qr\?token=[^"]+)"/.exec(text) ?? []
    const picture = await browsing.get(qr)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, expect.stringContaining('svg+xml')])
    const [, link = ''] = /href="solana:([^"]+)"/.exec(text) ?? []
    const { pathname, search } = new URL(decodeURIComponent(link))
    const asked = await world.request('POST', pathname + search, { body: { account: payer.publicKey.toBase58() } })
    await pay(payer, String(asked.body['transaction']))
    await look()
    const [, purchase = ''] = /href="(\/library\/[^"]+)"/.exec(text) ?? []
    expect((await browsing.get(purchase)).text).toContain('Open what you bought')
  })
})

describe('what a purchase on Solana meets', () => {
  test('each wrong request has a code of its own, and opens nothing that can be paid', async () => {
    const payer = await wallet()
    const id = await listing()
    const stranger = await registerAccount(world)
    const ask = async (body: Record<string, unknown>, by = buyer) => {
      const sent = { listing_id: id, currency: 'usdc', payer: payer.publicKey.toBase58(), ...body }
      const answer = await by.request('POST', '/api/purchases/solana/intent', sent)
      return [answer.status, answer.body['code']]
    }
    expect(await ask({ listing_id: await listing({}, stranger) })).toEqual([409, 'seller_not_payable'])
    expect(await ask({ listing_id: await listing({ price_cents: 0 }) })).toEqual([409, 'listing_is_free'])
    expect(await ask({}, seller)).toEqual([403, 'own_listing'])
    expect(await ask({ expected_amount_cents: 400 })).toEqual([409, 'price_changed'])
    expect(await ask({ payer: 'nobody' })).toEqual([422, 'validation_error'])
    expect(await ask({ currency: 'eur' })).toEqual([422, 'validation_error'])
    const [offCurve] = PublicKey.findProgramAddressSync([Buffer.from('x')], payer.publicKey)
    expect(await ask({ payer: offCurve.toBase58() })).toEqual([422, 'payer_not_a_wallet'])
    expect(await ask({ payer: sellerWallet })).toEqual([422, 'payer_not_a_wallet'])
    const intent = await intend(payer, { listing_id: id, currency: 'usdc' })
    const confirmed = async (signature: string, by = buyer) => {
      const answer = await confirm(intent.purchase_id, signature, by)
      return [answer.status, answer.body['code']]
    }
    const unheardOf = toBase58(new Uint8Array(64).fill(7))
    expect(await confirmed('garbage')).toEqual([422, 'validation_error'])
    expect(await confirmed(unheardOf, stranger)).toEqual([404, 'not_found'])
    expect(await confirmed(unheardOf, seller)).toEqual([403, 'forbidden'])
    expect(await confirmed(unheardOf)).toEqual([202, undefined])
    await lab.sql(`update purchase set expires_at = now() where id = $1`, [intent.purchase_id.slice(4)])
    await expirePurchases(world.db.pg, 10)
    expect(await confirmed(unheardOf)).toEqual([409, 'payment_not_found'])
    const other = await wallet()
    const foreign = await intend(other, { listing_id: await listing(), currency: 'usdc' }, stranger)
    expect(await confirmed(await pay(other, foreign.transaction))).toEqual([409, 'payment_rejected'])
    await look()
  })

  test('a price in SOL that no two sources agree on is 503 no_quote, and USDC is taken', async () => {
    const payer = await wallet()
    const id = await listing()
    const order = async (currency: string) => (await intend(payer, { listing_id: id, currency })).purchase_id.slice(4)
    const chain = {
      blockhash: async () => ({ blockhash: payer.publicKey.toBase58(), lastValidBlockHeight: 1 }),
      accounts: async (addresses: readonly string[]) => addresses.map(() => null),
    }
    // Safe: an offer asks the chain nothing else.
    const deps = { pg: world.db.pg, chain: chain as unknown as SaleChain, price: async () => null }
    const offer = async (currency: string) =>
      offerPayment(deps, { orderId: await order(currency), payer: payer.publicKey.toBase58() })
    await expect(offer('sol')).rejects.toMatchObject({ code: 'no_quote' })
    expect(await offer('usdc')).toMatchObject({ quote: null })
  })

  test('a blockhash is fresh and never cached, and nothing answers without a node', async () => {
    const fresh = await world.request('GET', '/api/purchases/solana/blockhash')
    expect(fresh.headers.get('cache-control')).toBe('no-store')
    expect(await connection.isBlockhashValid(String(fresh.body['blockhash']))).toMatchObject({ value: true })
    lab.solana.freeze()
    try {
      expect(await world.request('GET', '/api/purchases/solana/blockhash')).toMatchObject({ status: 503 })
    } finally {
      lab.solana.thaw()
    }
  })

  test('a late payment delivers while its terms stand, and is to be given back once they changed', async () => {
    const late = async (meanwhile: (listingId: string) => Promise<unknown>) => {
      const payer = await wallet()
      const id = await listing()
      const intent = await intend(payer, { listing_id: id, currency: 'usdc' })
      const purchase = intent.purchase_id.slice(4)
      await lab.sql(`update purchase set expires_at = now() - interval '1 minute' where id = $1`, [purchase])
      await withoutTriggers(
        `update solana_order set expires_at = now() - interval '1 minute' where id = '${uuid(purchase)}'`,
      )
      await expirePurchases(world.db.pg, 10)
      await meanwhile(id)
      await pay(payer, intent.transaction)
      await look()
      return { status: (await read(intent.purchase_id))['status'], payments: await paymentsOf(intent.purchase_id) }
    }
    expect(await late(async () => {})).toMatchObject({ status: 'paid', payments: [{ verdict: 'pays' }] })
    expect(await late((id) => seller.request('PATCH', `/api/listings/${id}`, { price_cents: 900 }))).toMatchObject({
      status: 'expired',
      payments: [{ verdict: 'refund', reason: 'late' }],
    })
  })

  test('an expired quote of SOL, and a second payment, are to be given back', async () => {
    const payer = await wallet()
    const sol = await intend(payer, { listing_id: await listing(), currency: 'sol' })
    await withoutTriggers(`update solana_quote set valid_until = now() - interval '5 minutes'`)
    await pay(payer, sol.transaction)
    const twice = await intend(payer, { listing_id: await listing(), currency: 'usdc' })
    const second = await intend(payer, { listing_id: (await read(twice.purchase_id))['listing_id'], currency: 'usdc' })
    await pay(payer, twice.transaction)
    lab.solana.expireBlockhashes()
    const link = new URL(decodeURIComponent(second.solana_pay_url.slice('solana:'.length)))
    const asked = await world.request('POST', link.pathname + link.search, {
      body: { account: payer.publicKey.toBase58() },
    })
    await pay(payer, String(asked.body['transaction']))
    await look()
    expect(await paymentsOf(sol.purchase_id)).toMatchObject([{ verdict: 'refund', reason: 'quote_expired' }])
    expect(await paymentsOf(twice.purchase_id)).toMatchObject([
      { verdict: 'pays' },
      { verdict: 'refund', reason: 'paid_already' },
    ])
  })

  test('a transaction that is shown to an order it does not name spoils nothing: it pays its own, also when it is shown first', async () => {
    const [payer, stranger] = [await wallet(), await registerAccount(world)]
    const intent = await intend(payer, { listing_id: await listing(), currency: 'usdc' })
    const own = await intend(payer, { listing_id: await listing(), currency: 'usdc' }, stranger)
    const signature = await pay(payer, intent.transaction)
    const shown = await confirm(own.purchase_id, signature, stranger)
    expect(shown).toMatchObject({ status: 409, body: { code: 'payment_rejected', reason: 'not_our_reference' } })
    expect(await lab.sql(`select from solana_payment where signature = $1`, [signature])).toEqual([])
    expect((await confirm(intent.purchase_id, signature)).body).toMatchObject({ payment: { state: 'paid' } })
    expect(await confirm(own.purchase_id, signature, stranger)).toMatchObject({
      status: 409,
      body: { code: 'payment_already_used' },
    })
    expect(await paymentsOf(own.purchase_id)).toEqual([])
  })

  test('a payment that the final chain does not have is taken back, and its order waits for another', async () => {
    const payer = await wallet()
    const intent = await intend(payer, { listing_id: await listing(), currency: 'usdc' })
    lab.solana.chain.stopFinality()
    const signature = await pay(payer, intent.transaction)
    expect((await confirm(intent.purchase_id, signature)).body).toMatchObject({ payment: { state: 'paid' } })
    await look()
    expect(await paymentsOf(intent.purchase_id)).toMatchObject([{ state: 'confirmed' }])
    lab.solana.chain.vanish(signature)
    await look()
    expect(await read(intent.purchase_id)).toMatchObject({ status: 'paid' })
    lab.solana.chain.startFinality()
    // So many slots later it would be final on any fork.
    lab.solana.expireBlockhashes()
    lab.solana.expireBlockhashes()
    await look()
    expect(await read(intent.purchase_id)).toMatchObject({ status: 'failed', license: { status: 'none' } })
    const again = await intend(payer, { listing_id: String((await read(intent.purchase_id))['listing_id']) })
    expect(again.purchase_id).not.toBe(intent.purchase_id)
    expect(await paymentsOf(intent.purchase_id)).toMatchObject([{ verdict: 'pays', state: 'gone' }])
  })

  test('no purchase on Solana is paid without its payment, nor a payment without its legs', async () => {
    const intent = await intend(await wallet(), { listing_id: await listing(), currency: 'usdc' })
    const id = intent.purchase_id.slice(4)
    await expect(
      lab.sql(`update purchase set status = 'paid', paid_at = now() where id = $1`, [id]),
    ).rejects.toMatchObject({ constraint: 'I50' })
    const row = `insert into solana_payment (id, order_id, signature, verdict, state, slot, landed_at, owed, received)
      values (gen_random_uuid(), '${uuid(id)}', repeat('1', 88), 'pays', 'confirmed', 1, now(), '{4250000,750000}', $1)`
    await expect(lab.sql(row, ['{4250000,749999}'])).rejects.toMatchObject({ constraint: 'solana_payment_covers' })
    await expect(lab.sql(row, ['{4250000,750000}'])).rejects.toMatchObject({ constraint: 'I50' })
    await expect(lab.sql(`update solana_order set memo = 'x'`)).rejects.toMatchObject({ constraint: 'solana_kept' })
    await expect(lab.sql(`delete from solana_payment`)).rejects.toMatchObject({ constraint: 'solana_kept' })
  })
})

describe('a boosted place', () => {
  const boost = async (listingId: string, payer: Keypair, tier = 'day') => {
    const sent = { tier_id: tier, currency: 'usdc', payer: payer.publicKey.toBase58() }
    return seller.request('POST', `/api/listings/${listingId}/priority/solana/intent`, sent)
  }
  const confirmBoost = (listingId: string, intentId: unknown, signature: string) =>
    seller.request('POST', `/api/listings/${listingId}/priority/solana/confirm`, { intent_id: intentId, signature })
  const first = async (query: string) => Object((await world.request('GET', `/api/listings?${query}`)).body['items'])[0]
  const hours = (body: Record<string, unknown>) => {
    const { starts_at: from, ends_at: to } = Object(body['boost'])
    return (Date.parse(to) - Date.parse(from)) / 3_600_000
  }

  test('is paid whole to the platform, stands on top where the order has no price, and becomes longer', async () => {
    const payer = await wallet()
    const id = await listing({ title: 'Boosted one', price_cents: 99_900 })
    await listing({ title: 'Cheaper and newer', price_cents: 100 })
    expect((await world.request('GET', '/api/listings/priority/meta')).body).toMatchObject({ payments_ready: true })
    expect((await boost(id, payer)).body).toMatchObject({
      amount_cents: 500,
      splits: [{ role: 'platform', amount: '5000000' }],
    })
    const { body: intent } = await boost(id, payer)
    const signature = await pay(payer, String(intent['transaction']))
    const [one] = await Promise.all([confirmBoost(id, intent['intent_id'], signature), look(), look()])
    expect(one.body, one.text).toMatchObject({ payment: { state: 'paid' }, boost: { status: 'paid' } })
    expect(hours(one.body)).toBe(24)
    expect((await world.request('GET', '/api/listings/priority/meta')).body).toMatchObject({
      active: [{ listing_id: id }],
    })
    expect((await first('limit=5&category=other&sort=newest'))?.listing_id).toBe(id)
    expect((await first('limit=5&sort=price_asc&price_type=paid'))?.listing_id).not.toBe(id)
    const { body: more } = await boost(id, payer, 'three_days')
    const again = await confirmBoost(id, more['intent_id'], signature)
    expect([again.status, again.body['code']]).toEqual([409, 'payment_already_used'])
    await pay(payer, String(more['transaction']))
    await look()
    const [stacked] = await lab.sql<{ hours: number }>(
      `select extract(epoch from max(ends_at) - min(starts_at)) / 3600 as hours from boost where status = 'paid'`,
    )
    expect(Number(stacked?.hours)).toBe(96)
  })

  test('waits while all slots are taken, and is refused beforehand', async () => {
    const payer = await wallet()
    const [id, late] = [await listing(), await listing()]
    const { body: intent } = await boost(id, payer)
    for (let nth = 0; nth < 10; nth += 1) await listing({ title: `Slot ${nth}` })
    await lab.sql(`update listing set boosted_until = now() + interval '1 hour' where title like 'Slot %'`)
    expect((await boost(late, payer)).body).toMatchObject({ code: 'slots_full' })
    const paid = await confirmBoost(id, intent['intent_id'], await pay(payer, String(intent['transaction'])))
    expect(paid.body).toMatchObject({ payment: { state: 'paid' }, boost: { status: 'paid', starts_at: null } })
    expect(await startBoosts(world.db.pg)).toBe(0)
    await lab.sql(`update listing set boosted_until = null where title like 'Slot %'`)
    expect(await startBoosts(world.db.pg)).toBe(1)
    const told = await lab.sql<{ type: string; data: unknown }>(
      `select type, data from event where type like 'boost.%' and data->>'listing_id' = $1 order by created_at`,
      [id],
    )
    expect(told.map(({ type }) => type)).toEqual(['boost.waiting', 'boost.started'])
    for (const { type, data } of told)
      expect(
        EVENT_TYPES.find((one) => one.type === type)
          ?.data.strict()
          .safeParse(data),
      ).toMatchObject({ success: true })
    expect(await startBoosts(world.db.pg)).toBe(0)
  })

  test('is of the owner of a listing on sale, and of nobody else', async () => {
    const payer = await wallet()
    const id = await listing()
    const sent = { tier_id: 'day', payer: payer.publicKey.toBase58() }
    const by = async (user: Registered, listingId: string) =>
      (await user.request('POST', `/api/listings/${listingId}/priority/solana/intent`, sent)).status
    expect(await by(buyer, id)).toBe(403)
    expect(await by(seller, await listing({ status: 'draft' }))).toBe(409)
    expect((await confirmBoost(id, 'bst_0', toBase58(new Uint8Array(64).fill(7)))).status).toBe(404)
  })
})

describe('what goes back', () => {
  /** A seller with a wallet of his own, and a purchase of his that is paid and final. */
  async function sold({ isByHand = false } = {}) {
    const by = await registerAccount(world)
    const held = await wallet()
    await prove(by, held.held.address)
    const listingId = await listing({}, by)
    const payer = await wallet()
    const intent = await intend(payer, { listing_id: listingId, currency: 'usdc' })
    if (isByHand) {
      const form = `update purchase set delivery_form = 'by_seller', content_sha256 = null`
      await withoutTriggers(`${form} where id = '${uuid(intent.purchase_id.slice(4))}'`)
    }
    await pay(payer, intent.transaction)
    await look()
    return { by, held, listingId, payer, purchaseId: intent.purchase_id }
  }
  const refund = (by: Registered, { purchaseId }: { purchaseId: string }) =>
    by.request('POST', `/api/purchases/${purchaseId}/refund`, { reason: 'It is broken' })
  const askToSign = (by: Registered, { purchaseId }: { purchaseId: string }, payer: Keypair) =>
    by.request('POST', `/api/purchases/${purchaseId}/refund/solana`, { payer: payer.publicKey.toBase58() })
  /** Refunds are opened and settled, and the treasury pays. */
  async function settle(): Promise<void> {
    await look()
    await Promise.all([sweepRefunds(world.db, 50), sweepRefunds(world.db, 50)])
    for (let round = 0; round < 3; round += 1) await settlement.payOut()
  }
  const heldBy = ({ payer }: { payer: Awaited<ReturnType<typeof wallet>> }) =>
    lab.solana.microUsdcOf(payer.held.address)

  test('is due until the seller has signed for his part, and he sells nothing meanwhile; ours goes with it', async () => {
    const sale = await sold()
    const { by, held, payer, listingId } = sale
    expect(await heldBy(sale)).toBe(95_000_000n)
    const [given, again] = [await refund(by, sale), await refund(by, sale)]
    expect(given.body, given.text).toMatchObject({
      status: 'paid',
      refund_due: {
        seller_amount: '4250000',
        platform_amount: '750000',
        platform_payout_id: null,
        reason: 'It is broken',
      },
    })
    expect(given.body['allowed_actions']).toContain('sign_refund')
    expect(again.body).toMatchObject({ refund_due: given.body['refund_due'] })
    const blocked = await buyer.request('POST', '/api/purchases/solana/intent', {
      listing_id: listingId,
      payer: payer.publicKey.toBase58(),
    })
    expect(blocked).toMatchObject({ status: 409, body: { code: 'seller_owes_refund' } })
    expect((await world.request('GET', `/api/listings/${listingId}`)).body).toMatchObject({
      purchase: { available: false, reason_unavailable: 'seller_owes_refund' },
    })
    await settle()
    expect(await heldBy(sale)).toBe(95_000_000n)
    expect(await askToSign(buyer, sale, payer)).toMatchObject({ status: 403 })
    expect(await askToSign(seller, sale, payer)).toMatchObject({ status: 404 })
    const asked = await askToSign(by, sale, held)
    // Who asks again and again keeps nobody from looking for his payment.
    await lab.sql(`update solana_order set look_at = now() - interval '1 second' where refund_id is not null`)
    await askToSign(by, sale, held)
    expect(await lab.sql(`select look_at <= now() as is_due from solana_order where refund_id is not null`)).toEqual([
      { is_due: true },
    ])
    expect(asked.body, asked.text).toMatchObject({ amount_cents: 425, splits: [{ role: 'buyer', amount: '4250000' }] })
    await pay(held, String(asked.body['transaction']))
    await settle()
    expect(await read(sale.purchaseId)).toMatchObject({
      status: 'refunded',
      refund_due: null,
      refund: { refunded_cents: 500 },
      license: { status: 'revoked' },
    })
    expect(await heldBy(sale)).toBe(100_000_000n)
    expect(await askToSign(by, sale, held)).toMatchObject({ status: 409 })
    await intend(payer, { listing_id: listingId, currency: 'usdc' })
  })

  test('of a second payment, which its seller did not cause, keeps him from selling only after five days; until then it is due', async () => {
    const by = await registerAccount(world)
    const [held, payer] = [await wallet(), await wallet()]
    await prove(by, held.held.address)
    const listingId = await listing({}, by)
    const first = await intend(payer, { listing_id: listingId, currency: 'usdc' })
    await pay(payer, first.transaction)
    // Nobody has looked yet, so the purchase still waits for its payment.
    lab.solana.expireBlockhashes()
    const second = await intend(payer, { listing_id: listingId, currency: 'usdc' })
    await pay(payer, second.transaction)
    const sale = { payer, purchaseId: first.purchase_id }
    await settle()
    const due = Object((await read(sale.purchaseId))['refund_due'])
    expect(due).toMatchObject({ seller_amount: '4250000' })
    expect((Date.parse(due.stops_sales_at) - Date.parse(due.since)) / 86_400_000).toBe(5)
    // Our part is back at once, and the seller goes on selling.
    expect(await heldBy(sale)).toBe(90_750_000n)
    const sell = () =>
      buyer.request('POST', '/api/purchases/solana/intent', { listing_id: listingId, payer: payer.held.address })
    expect((await sell()).status).toBe(200)
    await lab.sql(`update solana_refund set stops_sales_at = now() where purchase_id = $1`, [sale.purchaseId.slice(4)])
    expect(await sell()).toMatchObject({ status: 409, body: { code: 'seller_owes_refund' } })
    await pay(held, String((await askToSign(by, sale, held)).body['transaction']))
    await settle()
    expect((await sell()).status).toBe(200)
    expect(await heldBy(sale)).toBe(95_000_000n)
  })

  test("is taken of the seller's payables that are due, once, however many ask", async () => {
    const sale = await sold()
    const { key } = await world.key(1_000)
    const bought = await world.request(
      'POST',
      `/api/purchases/x402/${await listing({ price_cents: 900, refund_days: 0 }, sale.by)}`,
      {
        headers: { 'x-service-key': key },
        body: {},
      },
    )
    expect(bought.status, bought.text).toBe(200)
    const answers = await Promise.all([refund(sale.by, sale), refund(sale.by, sale), settle()])
    expect(answers[0].body).toMatchObject({ status: 'refunded', refund_due: null })
    await settle()
    expect(await heldBy(sale)).toBe(100_000_000n)
    expect((await sale.by.request('GET', '/api/payouts/me')).body).toMatchObject({
      earnings: { due_cents: 0, paid_cents: 340 },
    })
  })

  test('is due when nothing was delivered in time: our part goes back at once', async () => {
    const sale = await sold({ isByHand: true })
    expect(await read(sale.purchaseId)).toMatchObject({ status: 'paid', delivery_status: 'awaiting' })
    await lab.sql(`update purchase set paid_at = now() - interval '73 hours' where id = $1`, [sale.purchaseId.slice(4)])
    await failLateDeliveries(world.db, world.mint)
    await settle()
    const after = await read(sale.purchaseId)
    expect(after).toMatchObject({ status: 'paid', delivery_status: 'failed', refund_due: { seller_amount: '4250000' } })
    expect(Object(after['refund_due']).platform_payout_id).toMatch(/^pay_/)
    expect(await heldBy(sale)).toBe(95_750_000n)
    await pay(sale.held, String((await askToSign(sale.by, sale, sale.held)).body['transaction']))
    await settle()
    expect(await read(sale.purchaseId)).toMatchObject({ status: 'refunded', delivery_status: 'failed' })
  })

  test('is a payment in SOL whose quote had expired: each part in lamports, whatever a SOL is worth', async () => {
    const by = await registerAccount(world)
    const held = await wallet()
    await prove(by, held.held.address)
    const payer = await wallet()
    const intent = await intend(payer, { listing_id: await listing({}, by), currency: 'sol' })
    await withoutTriggers(`update solana_quote set valid_until = now() - interval '5 minutes'`)
    await pay(payer, intent.transaction)
    const before = lab.solana.lamportsOf(payer.held.address)
    await settle()
    expect(lab.solana.lamportsOf(payer.held.address) - before).toBe(5_000_000n)
    expect(await read(intent.purchase_id)).toMatchObject({
      status: 'pending',
      refund_due: { currency: 'sol', seller_amount: '28333334', platform_amount: '5000000' },
    })
    await pay(held, String((await askToSign(by, { purchaseId: intent.purchase_id }, held)).body['transaction']))
    await settle()
    expect(lab.solana.lamportsOf(payer.held.address) - before).toBe(33_333_334n)
    expect(await read(intent.purchase_id)).toMatchObject({ status: 'pending', refund_due: null })
  })

  test('is never more than the payment, nor of one that is not final', async () => {
    const sale = await sold()
    const [payment] = await lab.sql<{ id: string }>(`select id from solana_payment where order_id = $1`, [
      sale.purchaseId.slice(4),
    ])
    const row = `insert into solana_refund (payment_id, purchase_id, seller_id, wallet, currency, platform_amount, seller_amount, given_by)
      select y.id, p.id, p.seller_id, y.payer, 'usdc', $2, 4250000, 'platform' from solana_payment y join purchase p on p.id = y.order_id where y.id = $1`
    await expect(lab.sql(row, [payment?.id, 750_001])).rejects.toMatchObject({ constraint: 'I53' })
    await expect(
      lab.sql(`update purchase set status = 'refunded', refunded_cents = price_cents where id = $1`, [
        sale.purchaseId.slice(4),
      ]),
    ).rejects.toMatchObject({ constraint: 'I53' })
    lab.solana.chain.stopFinality()
    try {
      const early = await sold()
      expect(await refund(early.by, early)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    } finally {
      lab.solana.chain.startFinality()
    }
  })
})

describe('an auction', () => {
  let bidders: Registered[]
  let shop: Registered
  let shopWallet: string
  beforeAll(async () => {
    bidders = await Promise.all([1, 2, 3].map(() => registerAccount(world)))
    shop = await registerAccount(world)
    shopWallet = (await wallet()).held.address
    await prove(shop, shopWallet)
  })
  const auction = async (more: Record<string, unknown> = {}) => {
    const terms = { start_price_cents: 500, ...more }
    return listing({ price_cents: undefined, listing_type: 'auction', auction: terms }, shop)
  }
  const bid = (nth: number, listingId: string, cents: number, headers: Record<string, string> = {}) =>
    bidders[nth]?.request('POST', `/api/listings/${listingId}/bids`, { amount_cents: cents }, headers)
  /** Time passes for an auction: its end, or the end of the time to pay, is over. */
  const pass = async (listingId: string, what: 'ends_at' | 'pay_until', ago = '10 minutes') => {
    const start = what === 'ends_at' ? `starts_at = now() - interval '1 day',` : ''
    await lab.sql(`update auction set ${start} ${what} = now() - interval '${ago}' where listing_id = $1`, [
      listingId.slice(4),
    ])
  }
  const sweep = async () => {
    await closeAuctions(world.db.pg, await pickDueAuctions(world.db.pg))
    await Promise.all([lapseAuctions(world.db.pg), lapseAuctions(world.db.pg), remindWinners(world.db.pg)])
    await Promise.all([releaseBids(world.db.pg), releaseBids(world.db.pg)])
  }
  const seen = async (nth: number, listingId: string) =>
    Object((await bidders[nth]?.request('GET', `/api/listings/${listingId}`))?.body['auction'])
  const win = (nth: number, listingId: string, body: unknown = {}, rail = 'solana/') =>
    bidders[nth]?.request('POST', `/api/purchases/${rail}auction-win/${listingId}/intent`, body)
  const told = async (nth: number, listingId: string) => {
    const events = await lab.sql<{ type: string }>(
      `select type from event where stream = 'account:' || $1 and data->>'listing_id' = $2 and type like 'auction.%' order by created_at`,
      [uuid(bidders[nth]?.userId.slice(4) ?? ''), listingId],
    )
    return events.map(({ type }) => type)
  }

  test('runs from the first bid to the payment of its seller, by one purchase in either currency, paid once', async () => {
    const payer = await wallet()
    const id = await auction()
    expect((await bid(0, id, 500))?.status).toBe(201)
    expect((await bid(1, id, 900))?.status).toBe(201)
    await pass(id, 'ends_at')
    await sweep()
    expect(await seen(1, id)).toMatchObject({
      state: 'sold',
      you_won: true,
      is_paid: false,
      pay: { solana_intent_url: `/api/purchases/solana/auction-win/${id}/intent` },
    })
    expect(await seen(0, id)).toMatchObject({ you_won: false, pay: null })
    expect(await win(0, id)).toMatchObject({ status: 403, body: { code: 'not_the_winner' } })
    expect(await win(1, id)).toMatchObject({ status: 422 })
    expect(await win(1, id, {}, '')).toMatchObject({ status: 503, body: { code: 'payments_not_ready' } })
    const asked = { payer: payer.publicKey.toBase58(), expected_amount_cents: 900 }
    expect(await win(1, id, { ...asked, expected_amount_cents: 500 })).toMatchObject({ status: 409 })
    const before = await lab.solana.microUsdcOf(shopWallet)
    const [inUsdc, twin, inSol] = await Promise.all([
      win(1, id, asked),
      win(1, id, asked),
      win(1, id, { ...asked, currency: 'sol' }),
    ])
    expect(inUsdc?.body, inUsdc?.text).toMatchObject({ amount_cents: 900, purchase_id: twin?.body['purchase_id'] })
    expect(inSol?.body).toMatchObject({ currency: 'sol', purchase_id: inUsdc?.body['purchase_id'] })
    const purchaseId = String(inUsdc?.body['purchase_id'])
    const signature = await pay(payer, String(inUsdc?.body['transaction']))
    expect((await confirm(purchaseId, signature, bidders[1])).body).toMatchObject({
      payment: { state: 'paid' },
      purchase: { kind: 'auction_win', currency: 'usdc', status: 'paid', amount_cents: 900 },
    })
    expect((await lab.solana.microUsdcOf(shopWallet)) - before).toBe(7_650_000n)
    expect(await seen(1, id)).toMatchObject({ is_paid: true, pay: null })
    expect(await win(1, id, asked)).toMatchObject({ status: 409, body: { code: 'win_lapsed' } })
    await pay(payer, String(inSol?.body['transaction']))
    await look()
    expect(
      await lab.sql(
        `select verdict, reason from solana_payment y join solana_order o on o.id = y.order_id
      where o.purchase_id = $1 order by y.found_at`,
        [purchaseId.slice(4)],
      ),
    ).toEqual([
      { verdict: 'pays', reason: null },
      { verdict: 'refund', reason: 'purchase_paid' },
    ])
    await lab.sql(`update auction set pay_until = now() - interval '1 hour' where listing_id = $1`, [id.slice(4)])
    await sweep()
    expect(await seen(1, id)).toMatchObject({ state: 'sold', is_paid: true })
    // Its seller gives the second payment back, so that he sells again.
    await settleSeller(purchaseId)
  })

  test('that its winner does not pay goes to the second bidder, who pays; the winner has a strike and was reminded', async () => {
    const payer = await wallet()
    const id = await auction()
    await bid(0, id, 500)
    await bid(1, id, 900)
    await pass(id, 'ends_at')
    await sweep()
    const late = await win(1, id, { payer: payer.publicKey.toBase58() })
    await lab.sql(`update auction set pay_until = now() + interval '1 hour' where listing_id = $1`, [id.slice(4)])
    await sweep()
    await sweep()
    await sweep()
    await pass(id, 'pay_until')
    await sweep()
    expect(await seen(0, id)).toMatchObject({ state: 'sold', you_won: true })
    expect(await win(1, id, { payer: payer.publicKey.toBase58() })).toMatchObject({ status: 403 })
    expect(await told(1, id)).toEqual(['auction.won', 'auction.payment_due', 'auction.payment_due', 'auction.unpaid'])
    const second = await win(0, id, { payer: payer.publicKey.toBase58() })
    expect(second?.body, second?.text).toMatchObject({ amount_cents: 500 })
    await pay(payer, String(second?.body['transaction']))
    await pay(payer, String(late?.body['transaction']))
    await look()
    expect(await seen(0, id)).toMatchObject({ is_paid: true })
    const [lapsed] = await lab.sql(
      `select reason from solana_payment y join solana_order o on o.id = y.order_id
      where o.purchase_id = $1`,
      [String(late?.body['purchase_id']).slice(4)],
    )
    expect(lapsed).toEqual({ reason: 'win_lapsed' })
    expect(await lab.sql(`select count(*)::int as strikes from auction_strike`)).toEqual([{ strikes: 1 }])
    await settleSeller(String(late?.body['purchase_id']))
  })

  test('that nobody pays is unpaid, and can be offered again; a late payment of it is given back', async () => {
    const id = await auction()
    await bid(1, id, 500)
    await pass(id, 'ends_at')
    await sweep()
    await pass(id, 'pay_until')
    await sweep()
    expect(await seen(1, id)).toMatchObject({ state: 'unpaid', you_won: false, pay_until: null })
    expect((await shop.request('PATCH', `/api/listings/${id}`, { status: 'draft' })).status).toBe(200)
    expect((await shop.request('PATCH', `/api/listings/${id}`, { status: 'live' })).status).toBe(200)
    expect(await seen(1, id)).toMatchObject({ state: 'open', bid_count: 0 })
  })

  test('holds the bids of an account with two strikes on a prepaid key while they lead', async () => {
    const id = await auction()
    expect(await lab.sql(`select count(*)::int as strikes from auction_strike`)).toEqual([{ strikes: 2 }])
    expect(await bid(1, id, 500)).toMatchObject({ status: 402, body: { code: 'bid_deposit_required' } })
    const { key, keyId } = await world.key(700)
    const sent = { 'x-service-key': key }
    expect(await bid(1, id, 800, sent)).toMatchObject({ status: 402, body: { code: 'insufficient_balance' } })
    const byTrial = { 'x-service-key': world.mint.issue('tk', 'A'.repeat(12)) }
    expect(await bid(1, id, 500, byTrial)).toMatchObject({ status: 402, body: { code: 'trial_not_accepted' } })
    expect((await bid(1, id, 500, sent))?.status).toBe(201)
    const held = async () => {
      const [row] = await lab.sql<{ held: string }>(
        `select a.held from account a join service_key k on k.account_id = a.id where k.key_id = $1`,
        [keyId],
      )
      return Number(row?.held)
    }
    expect(await held()).toBe(5_000_000)
    // Outbidding himself needs the money once.
    expect((await bid(1, id, 700, sent))?.status).toBe(201)
    expect(await held()).toBe(7_000_000)
    expect((await bid(0, id, 900))?.status).toBe(201)
    expect(await held()).toBe(0)
    const won = await auction()
    expect((await bid(1, won, 600, sent))?.status).toBe(201)
    await pass(won, 'ends_at')
    await sweep()
    expect(await held()).toBe(6_000_000)
    await pass(won, 'pay_until')
    await sweep()
    expect(await held()).toBe(0)
  })

  test('is bought at once until the first bid: of two buyers one wins, and a bid closes it for both', async () => {
    const [one, two] = [await wallet(), await wallet()]
    const id = await auction({ buy_now_cents: 1_500 })
    const now = (payer: Keypair) => ({ buy_now: true, payer: payer.publicKey.toBase58() })
    const [first, second] = await Promise.all([win(0, id, now(one)), win(2, id, now(two))])
    expect(first?.body, first?.text).toMatchObject({ amount_cents: 1_500 })
    await Promise.all([pay(one, String(first?.body['transaction'])), pay(two, String(second?.body['transaction']))])
    await look()
    const payments = await lab.sql(
      `select verdict, reason from solana_payment y join solana_order o on o.id = y.order_id
      where o.purchase_id = any($1) order by verdict`,
      [[first, second].map((intent) => String(intent?.body['purchase_id']).slice(4))],
    )
    expect(payments).toEqual([
      { verdict: 'pays', reason: null },
      { verdict: 'refund', reason: 'win_lapsed' },
    ])
    expect(await seen(0, id)).toMatchObject({ state: 'sold', is_paid: true })
    expect(await bid(0, id, 600)).toMatchObject({ status: 409, body: { code: 'auction_ended' } })
    await sweepRefunds(world.db, 50)
    for (const intent of [first, second]) await settleSeller(String(intent?.body['purchase_id']))
    const other = await auction({ buy_now_cents: 1_500 })
    await bid(0, other, 500)
    expect(await win(2, other, now(two))).toMatchObject({ status: 409, body: { code: 'win_lapsed' } })
  })

  test('takes a bid only where it could be paid, and the database lets nobody pay twice', async () => {
    const poor = await registerAccount(world)
    const { body } = await poor.request('POST', '/api/listings', {
      title: 'Unpayable',
      listing_type: 'auction',
      status: 'live',
      auction: { start_price_cents: 100 },
    })
    expect(await bid(0, String(body['listing_id']), 100)).toMatchObject({
      status: 409,
      body: { code: 'no_payment_rail' },
    })
    const [sale] = await lab.sql<{ id: string }>(
      `select id from purchase where kind = 'auction_win' and status = 'pending' limit 1`,
    )
    const [expired] = await lab.sql<{ id: string }>(
      `select p.id from purchase p where p.kind = 'auction_win' and p.status in ('pending', 'expired') limit 1`,
    )
    expect(sale ?? expired).toBeDefined()
    await expect(
      lab.sql(`update purchase set status = 'paid', paid_at = now() where id = $1`, [(sale ?? expired)?.id]),
    ).rejects.toMatchObject({ constraint: 'I54' })
  })

  /** The seller pays his part of what is due of a purchase. */
  async function settleSeller(purchaseId: string): Promise<void> {
    await look()
    await sweepRefunds(world.db, 50)
    const held = await wallet()
    const owed = await shop.request('POST', `/api/purchases/${purchaseId}/refund/solana`, {
      payer: held.publicKey.toBase58(),
    })
    if (owed.status !== 200) return
    await pay(held, String(owed.body['transaction']))
    await look()
    await sweepRefunds(world.db, 50)
  }
})

describe('a licence that is sold on', () => {
  const TERMS = { refund_days: 0, license_id: 'personal', resale_allowed: true, royalty_bps: 500 }
  /** Buys a listing that may be sold on, and waits until its payment is final. */
  async function resellable(by: Registered, currency = 'usdc'): Promise<{ id: string; purchaseId: string }> {
    const id = await listing(TERMS)
    const payer = await wallet()
    const intent = await intend(payer, { listing_id: id, currency }, by)
    await confirm(intent.purchase_id, await pay(payer, intent.transaction), by)
    await isFinal(intent.purchase_id)
    return { id, purchaseId: intent.purchase_id }
  }
  const isFinal = (purchaseId: string) =>
    eventually(async () => {
      await look()
      return (await paymentsOf(purchaseId)).some((payment) => payment['state'] === 'final')
    })
  const licenseOf = async (purchaseId: string, by: Registered) =>
    (await by.request('GET', `/api/purchases/${purchaseId}/license`)).body['license_key']
  const verdictOf = async (key: unknown, id: string) =>
    (await world.request('POST', '/api/licenses/verify', { body: { license_key: key, listing_id: id } })).body

  test('pays its holder, the royalty of the maker and the platform in one transaction, and the key moves', async () => {
    const [holder, next] = await Promise.all([registerAccount(world), registerAccount(world)])
    const { address } = await lab.solana.wallet({ lamports: 10n ** 9n })
    await prove(holder, address)
    const { id, purchaseId } = await resellable(holder)
    const oldKey = await licenseOf(purchaseId, holder)
    const offerId = await offered(holder, purchaseId)
    const payer = await wallet()
    const asked = { listing_id: id, resale_offer_id: offerId, currency: 'usdc', expected_amount_cents: 600 }
    const intent = await intend(payer, asked, next)
    expect(intent.splits.map(({ role, address: to, amount }) => [role, to, amount])).toEqual([
      ['seller', address, '4800000'],
      ['royalty', sellerWallet, '300000'],
      ['platform', platformWallet, '900000'],
    ])
    expect((await intend(payer, asked, next)).purchase_id).toBe(intent.purchase_id)
    const other = { ...asked, payer: payer.publicKey.toBase58() }
    for (const refused of [
      await buyer.request('POST', '/api/purchases/solana/intent', other),
      await holder.request('POST', `/api/purchases/${purchaseId}/resale/cancel`),
    ])
      expect([refused.status, refused.body['code']]).toEqual([409, 'offer_reserved'])
    const before = await lab.solana.microUsdcOf(sellerWallet)
    const signature = await pay(payer, intent.transaction)
    const confirmed = await confirm(intent.purchase_id, signature, next)
    expect(confirmed.body, confirmed.text).toMatchObject({
      payment: {
        state: 'paid',
        legs: [{ role: 'seller' }, { role: 'royalty', received: '300000' }, { role: 'platform' }],
      },
      purchase: { kind: 'resale', status: 'paid', delivery_status: 'delivered' },
    })
    expect(await lab.solana.microUsdcOf(address)).toBe(4_800_000n)
    expect((await lab.solana.microUsdcOf(sellerWallet)) - before).toBe(300_000n)
    expect(await verdictOf(oldKey, id)).toMatchObject({ valid: false, reason: 'transferred' })
    expect(await verdictOf(await licenseOf(intent.purchase_id, next), id)).toMatchObject({ valid: true })
    expect((await next.request('GET', `/api/purchases/${intent.purchase_id}/delivery`)).text).toBe('# Yours')
  })

  test('is sold on in SOL as it was bought: each leg in lamports, and the key moves', async () => {
    const [holder, next] = await Promise.all([registerAccount(world), registerAccount(world)])
    const { address } = await lab.solana.wallet({ lamports: 10n ** 9n })
    await prove(holder, address)
    const { id, purchaseId } = await resellable(holder, 'sol')
    const oldKey = await licenseOf(purchaseId, holder)
    const payer = await wallet()
    const asked = { listing_id: id, resale_offer_id: await offered(holder, purchaseId), currency: 'sol' }
    const intent = await intend(payer, asked, next)
    expect(intent.splits.map(({ role, address: to, amount }) => [role, to, amount])).toEqual([
      ['seller', address, '32000000'],
      ['royalty', sellerWallet, '2000000'],
      ['platform', platformWallet, '6000000'],
    ])
    const before = [lab.solana.lamportsOf(address), lab.solana.lamportsOf(sellerWallet)]
    const confirmed = await confirm(intent.purchase_id, await pay(payer, intent.transaction), next)
    expect(confirmed.body, confirmed.text).toMatchObject({
      payment: { state: 'paid' },
      purchase: { kind: 'resale', status: 'paid', currency: 'sol', delivery_status: 'delivered' },
    })
    const after = [lab.solana.lamportsOf(address), lab.solana.lamportsOf(sellerWallet)]
    expect(after.map((lamports, nth) => lamports - (before[nth] ?? 0n))).toEqual([32_000_000n, 2_000_000n])
    expect(await verdictOf(oldKey, id)).toMatchObject({ valid: false, reason: 'transferred' })
    expect(await verdictOf(await licenseOf(intent.purchase_id, next), id)).toMatchObject({ valid: true })
  })

  test('to somebody else before a payment landed gives that payment back', async () => {
    const holder = await registerAccount(world)
    const { address } = await lab.solana.wallet({ lamports: 10n ** 9n })
    await prove(holder, address)
    const { id, purchaseId } = await resellable(holder)
    const offerId = await offered(holder, purchaseId)
    const payer = await wallet()
    const late = await intend(payer, { listing_id: id, resale_offer_id: offerId, currency: 'usdc' })
    await withoutTriggers(`update purchase set expires_at = now() where id = '${uuid(late.purchase_id.slice(4))}'`)
    await expirePurchases(world.db.pg, 10)
    await lab.sql(`update resale_offer set reserved_until = now() where id = $1`, [offerUuid(offerId)])
    const { key } = await world.key(1_000)
    const body = { resale_offer_id: offerId }
    const sold = await world.request('POST', `/api/purchases/x402/${id}`, { body, headers: { 'x-service-key': key } })
    expect(sold.status, sold.text).toBe(200)
    const signature = await pay(payer, late.transaction)
    expect((await confirm(late.purchase_id, signature)).body).toMatchObject({
      payment: { state: 'refund', reason: 'offer_gone' },
    })
    expect((await paymentsOf(late.purchase_id))[0]).toMatchObject({ verdict: 'refund', reason: 'offer_gone' })
  })

  test('whose payment the chain lost is back with its seller, until it lands again', async () => {
    const holder = await registerAccount(world)
    const { address } = await lab.solana.wallet({ lamports: 10n ** 9n })
    await prove(holder, address)
    const { id, purchaseId } = await resellable(holder)
    const key = await licenseOf(purchaseId, holder)
    const offerId = await offered(holder, purchaseId)
    const payer = await wallet()
    const intent = await intend(payer, { listing_id: id, resale_offer_id: offerId, currency: 'usdc' })
    await confirm(intent.purchase_id, await pay(payer, intent.transaction))
    expect(await verdictOf(key, id)).toMatchObject({ valid: false })
    const [payment] = await lab.sql(
      `select id, order_id, signature, payer, slot, owed, received from solana_payment where order_id = $1`,
      [uuid(intent.purchase_id.slice(4))],
    )
    await takeBack(world.db.pg, String(payment?.['id']))
    expect(await verdictOf(key, id)).toMatchObject({ valid: true })
    expect((await audit(world.db.pg)).filter(({ ok }) => !ok)).toEqual([])
    await eventually(async () => {
      await look()
      return (await read(intent.purchase_id))['status'] === 'paid'
    })
    expect(await verdictOf(key, id)).toMatchObject({ valid: false, reason: 'transferred' })
  })
})

test.each([
  ['I54', `update auction set paid_at = null where paid_at is not null`],
  ['I54', `update bid set released_at = null where released_at is not null`],
  ['I54', `alter table purchase disable trigger purchase_pays_win`],
  ['I53', `update solana_refund set seller_amount = seller_amount - 1 where seller_paid_by = 'transaction'`],
  [
    'I53',
    `update solana_refund set payout_id = null, settled_at = null, seller_paid_by = null where seller_paid_by = 'transaction'`,
  ],
  ['I53', `alter table solana_refund drop constraint solana_refund_settled`],
  [
    'I52',
    `update boost set status = 'expired', paid_at = null, starts_at = null, ends_at = null where starts_at is not null`,
  ],
  ['I52', `update listing set boosted_until = now() where boosted_until is not null`],
  [
    'I50',
    `update solana_payment set verdict = 'refund', reason = 'late' where verdict = 'pays' and cardinality(owed) = 2 and not exists (select from solana_refund r where r.payment_id = solana_payment.id)`,
  ],
  ['I50', `alter table solana_payment drop constraint solana_payment_covers`],
  [
    'I50',
    `update solana_payment set owed = '{4249999,750000}' where owed = '{4250000,750000}' and not exists (select from solana_refund r where r.payment_id = solana_payment.id)`,
  ],
  ['I51 I53', `update solana_payment set state = 'gone', decided_at = now() where verdict = 'refund'`],
])('the audit finds %s broken by hand: %s', async (ids, statement) => {
  const tx = await world.db.pg.connect()
  try {
    await tx.query('begin')
    await tx.query('set local session_replication_role = replica')
    await tx.query(statement)
    const broken = (await auditOn(tx)).filter(({ ok }) => !ok).map((one) => one.id)
    expect(broken.toSorted()).toEqual(ids.split(' '))
  } finally {
    await tx.query('rollback')
    tx.release()
  }
})

const uuid = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** Time passes: rows that never change are moved back. */
async function withoutTriggers(statement: string): Promise<void> {
  const tx = await world.db.pg.connect()
  try {
    await tx.query('begin')
    await tx.query('set local session_replication_role = replica')
    await tx.query(statement)
    await tx.query('commit')
  } finally {
    tx.release()
  }
}
