import { Keypair } from '@solana/web3.js'
import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { audit, auditOn } from '#shared/money/audit/audit.ts'

import { type Holder, openWrapLab, type WrapLab } from '#test/support/labs/wrap-lab.ts'
import { openBrowsing } from '#test/support/world/browsing.ts'
import { registerAccount } from '#test/support/world/market.ts'

let it: WrapLab
let buyer: Holder
let other: Holder
beforeAll(async () => {
  it = await openWrapLab()
  ;[buyer, other] = [await it.holder(), await it.holder()]
})
afterAll(async () => {
  const findings = await audit(it.world.db.pg)
  await it.close()
  expect(findings.filter(({ ok }) => !ok)).toEqual([])
})

const at = (purchaseId: string, after = '') => `/api/purchases/${purchaseId}${after}`
const claim = (by: Holder, purchaseId: string) => by.request('POST', at(purchaseId, '/wrap/claim'))
const events = async (purchaseId: string, by: Holder = buyer) => {
  const { body } = await by.request('GET', at(purchaseId))
  // Safe: the reply's schema was checked by the world.
  return (body['timeline'] as { event: string }[]).map(({ event }) => event)
}
const keyOf = async (by: Holder, purchaseId: string) =>
  String((await by.request('GET', at(purchaseId, '/license'))).body['license_key'])
const metadataOf = async (purchaseId: string) => it.world.request('GET', at(purchaseId, '/wrap-metadata'))
const attributesOf = async (purchaseId: string) => {
  const { body } = await metadataOf(purchaseId)
  // Safe: the reply's schema was checked by the world.
  const attributes = body['attributes'] as { trait_type: string; value: unknown }[]
  return Object.fromEntries(attributes.map(({ trait_type: type, value }) => [type, value]))
}
/** Later on the chain: what is final now is in a later slot. */
const later = () => it.lab.solana.expireBlockhashes()

describe('a licence becomes a token', () => {
  test('in one transaction that the wallet completes, and nobody can make a second one', async () => {
    const purchaseId = await it.bought(buyer)
    const before = await buyer.request('GET', at(purchaseId, '/wrap'))
    expect(before.body).toMatchObject({ wrap_status: 'none', is_license_yours: true, mint: null, metadata_url: null })
    const requested = await it.request(buyer, purchaseId)
    expect(requested).toMatchObject({ wrap_status: 'requested', owner_wallet: buyer.wallet.publicKey.toBase58() })
    const { transaction, rent_lamports: rent } = requested.mint_transaction
    expect(Buffer.from(transaction, 'base64').length).toBeLessThanOrEqual(1_232)
    // Asked again it is the same token.
    expect((await it.request(buyer, purchaseId)).mint).toBe(requested.mint)
    const held = it.lab.solana.lamportsOf(buyer.wallet.publicKey.toBase58())
    const signature = await it.send(buyer.wallet, transaction)
    const paid = held - it.lab.solana.lamportsOf(buyer.wallet.publicKey.toBase58())
    expect(Number(paid)).toBe(rent + Number(Object(requested.mint_transaction).network_fee_lamports))
    await it.look()
    const after = await buyer.request('GET', at(purchaseId, '/wrap'))
    expect(after.body).toMatchObject({ wrap_status: 'wrapped', transaction: signature, is_license_yours: true })
    expect(await events(purchaseId)).toEqual(expect.arrayContaining(['wrap_requested', 'wrap_minting', 'wrapped']))
    const account = it.lab.solana.chain.account(requested.mint)
    const data = Buffer.from(account?.data ?? [])
    // No authority to mint or to freeze, one token, no decimals.
    expect([data.readUInt32LE(0), data.readBigUInt64LE(36), data[44], data.readUInt32LE(46)]).toEqual([0, 1n, 0, 0])
    expect(data.toString('utf8')).toContain(at(purchaseId, '/wrap-metadata'))
  })

  test('its metadata fit the schema of Metaplex, and say nothing of the buyer', async () => {
    const { purchaseId } = await it.wrapped(buyer)
    const answer = await metadataOf(purchaseId)
    const isRight = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(METAPLEX)
    expect(isRight(answer.body), JSON.stringify(isRight.errors)).toBe(true)
    expect(await attributesOf(purchaseId)).toMatchObject({ 'Licence valid': 'yes', Wrap: 'wrapped', Purchase: 'paid' })
    for (const secret of [buyer.userId, buyer.username, buyer.email, buyer.wallet.publicKey.toBase58()])
      expect(answer.text).not.toContain(secret)
  })

  test('W6: the metadata of a deleted listing go on with its title, and with nothing else of it', async () => {
    const purchaseId = await it.bought(buyer, { title: 'Soon gone', description: 'A secret of the shop.' })
    await it.request(buyer, purchaseId)
    const { body: purchase } = await buyer.request('GET', at(purchaseId))
    expect((await metadataOf(purchaseId)).text).toContain('A secret of the shop.')
    await it.seller.request('DELETE', `/api/listings/${String(purchase['listing_id'])}`)
    const { status, body, text } = await metadataOf(purchaseId)
    expect({ status, name: body['name'] }).toEqual({ status: 200, name: 'Soon gone' })
    expect(text).not.toContain('A secret of the shop.')
  })

  test('a refund or a dispute shows in its metadata, and its licence dies', async () => {
    const { purchaseId } = await it.wrapped(buyer)
    const verify = async (key: string, listingId: unknown) =>
      (await it.world.request('POST', '/api/licenses/verify', { body: { license_key: key, listing_id: listingId } }))
        .body
    const key = await keyOf(buyer, purchaseId)
    const { body } = await buyer.request('GET', at(purchaseId))
    expect(await verify(key, body['listing_id'])).toMatchObject({ valid: true })
    const dispute = async (status: string) => {
      const tx = await it.world.db.pg.connect()
      try {
        await tx.query('begin')
        await tx.query(`update purchase set status = $2 where id = $1`, [purchaseId.slice(4), status])
        await tx.query(
          `insert into purchase_event (purchase_id, nth, event, actor, status, delivery_status)
           select $1, max(nth) + 1, $2, 'platform', $3, 'delivered' from purchase_event where purchase_id = $1`,
          [purchaseId.slice(4), status === 'disputed' ? 'disputed' : 'dispute_won', status],
        )
        await tx.query('commit')
      } finally {
        tx.release()
      }
    }
    await dispute('disputed')
    expect(await attributesOf(purchaseId)).toMatchObject({ 'Licence valid': 'no', Purchase: 'disputed' })
    expect(await verify(key, body['listing_id'])).toMatchObject({ valid: false, reason: 'disputed' })
    expect(await claim(other, purchaseId)).toMatchObject({ status: 409, body: { code: 'token_not_held' } })
    await it.move(buyer.wallet, other.wallet.publicKey, (await mintOf(purchaseId)) ?? '')
    expect(await claim(other, purchaseId)).toMatchObject({ status: 409, body: { code: 'license_invalid' } })
    await dispute('paid')
    expect(await attributesOf(purchaseId)).toMatchObject({ 'Licence valid': 'yes', Purchase: 'paid' })
  })
})

const mintOf = async (purchaseId: string) =>
  (
    await it.lab.sql<{ mint: string | null }>(`select mint from wrap where purchase_id = $1 order by created_at desc`, [
      purchaseId.slice(4),
    ])
  )[0]?.mint

describe('a request is refused, each with its code, and signs nothing:', () => {
  const wish = (wallet: string, lock: boolean | undefined = true) => ({
    owner_wallet: wallet,
    ...(lock === undefined ? {} : { confirm_lock: lock }),
  })
  const own = () => wish(buyer.wallet.publicKey.toBase58())
  const ask = async (purchaseId: string, body: unknown, by = buyer) => {
    const { status, body: answer } = await by.request('POST', at(purchaseId, '/wrap/request'), body)
    return `${status} ${String(answer['code'])}`
  }
  test('a foreign purchase, no confirmation, no wallet, one off the curve, one of a program', async () => {
    const purchaseId = await it.bought(buyer)
    expect(await ask(purchaseId, own(), other)).toBe('404 not_found')
    expect(await ask(purchaseId, own(), it.seller)).toBe('403 forbidden')
    expect(await ask(purchaseId, { owner_wallet: own().owner_wallet })).toBe('422 confirm_lock_required')
    expect(await ask(purchaseId, wish(own().owner_wallet, false))).toBe('422 confirm_lock_required')
    expect(await ask(purchaseId, wish('nobody'))).toBe('422 validation_error')
    const derived = await it.lab.solana.usdcAccountOf(own().owner_wallet)
    expect(await ask(purchaseId, wish(derived))).toBe('422 payer_not_a_wallet')
    // On the curve, and owned by a program.
    const owned = Keypair.generate().publicKey.toBase58()
    it.lab.solana.chain.write(owned, {
      lamports: 10n ** 9n,
      owner: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
      executable: false,
      data: new Uint8Array(),
    })
    expect(await ask(purchaseId, wish(owned))).toBe('422 payer_not_a_wallet')
    // Which locked nothing: the right wallet is served at once.
    expect(await ask(purchaseId, own())).toBe('200 undefined')
  })

  test('W1: one that is wrapped, or about to be with another wallet; of many requests at once one mints', async () => {
    const purchaseId = await it.bought(buyer)
    const asked = await Promise.all(Array.from({ length: 5 }, () => it.request(buyer, purchaseId)))
    expect(new Set(asked.map(({ mint }) => mint)).size).toBe(1)
    expect(await ask(purchaseId, wish(other.wallet.publicKey.toBase58()))).toBe('409 wrapped')
    for (const { mint_transaction: one } of asked) await it.send(buyer.wallet, one.transaction).catch(() => null)
    await it.look()
    expect(await ask(purchaseId, own())).toBe('409 wrapped')
    const account = it.lab.solana.chain.account(asked[0]?.mint ?? '')
    expect(Buffer.from(account?.data ?? []).readBigUInt64LE(36)).toBe(1n)
    await expect(
      it.lab.sql(
        `insert into wrap (id, purchase_id, requested_by, owner_wallet, title, look_at) select gen_random_uuid(), purchase_id, requested_by, owner_wallet, title, now() from wrap where purchase_id = $1`,
        [purchaseId.slice(4)],
      ),
    ).rejects.toMatchObject({ constraint: 'wrap_one_live' })
  })

  test('W2: one that is offered for resale; and what is wrapped counts as such for resale', async () => {
    const purchaseId = await it.bought(buyer)
    const isLocked = async () =>
      (await it.lab.sql<{ is: boolean }>(`select purchase_is_wrapped($1) as is`, [purchaseId.slice(4)]))[0]?.is
    expect(await isLocked()).toBe(false)
    await withOffer(purchaseId, async () => {
      expect(await ask(purchaseId, own())).toBe('409 resale_active')
      // Nor past the checks of the request.
      await expect(insertWrap(purchaseId, own().owner_wallet)).rejects.toMatchObject({ constraint: 'wrap_not_resold' })
    })
    const requested = await it.request(buyer, purchaseId)
    expect(await isLocked()).toBe(true)
    await expect(
      it.lab.sql(
        `insert into resale_offer (id, purchase_id, listing_id, seller_id, price_cents) select gen_random_uuid(), id, listing_id, buyer_id, 50 from purchase where id = $1`,
        [purchaseId.slice(4)],
      ),
    ).rejects.toMatchObject({ constraint: 'resale_offer_unwrapped' })
    await it.send(buyer.wallet, requested.mint_transaction.transaction)
    await it.look()
    await it.move(buyer.wallet, other.wallet.publicKey, requested.mint)
    await claim(other, purchaseId)
    await it.burn(other.wallet, requested.mint)
    await it.look()
    // Burned, and still another account's: its buyer has nothing to sell.
    expect([await it.stateOf(purchaseId), await isLocked()]).toEqual(['unwrapped', true])
  })

  test('one that is not paid, not delivered, refunded, or whose refund was asked for', async () => {
    const states: [string, string][] = [
      [`status = 'pending', paid_at = null`, '402 payment_required'],
      [`delivery_status = 'awaiting'`, '409 not_delivered_yet'],
      [`status = 'refunded'`, '409 license_invalid'],
      [`status = 'disputed'`, '409 license_invalid'],
      [`refund_asked_at = now()`, '409 conflict'],
    ]
    for (const [change, refused] of states) {
      const purchaseId = await it.bought(buyer)
      await offTheRecord(`update purchase set ${change} where id = '${uuid(purchaseId)}'`)
      expect(await ask(purchaseId, own()), change).toBe(refused)
      await offTheRecord(
        `update purchase set status = 'paid', delivery_status = 'delivered', paid_at = now(), refund_asked_at = null where id = '${uuid(purchaseId)}'`,
      )
    }
  })

  test('while it is wrapped the buyer gets no refund', async () => {
    const { purchaseId } = await it.wrapped(buyer)
    await offTheRecord(
      `update purchase set refund_days = 7, price_cents = 100, rail = 'prepaid', fee_cents = 100, refundable_until = now() + interval '7 days' where id = '${uuid(purchaseId)}'`,
    )
    const answer = await buyer.request('POST', at(purchaseId, '/refund'), {})
    await offTheRecord(
      `update purchase set refund_days = 0, price_cents = 0, rail = 'free', fee_cents = 0 where id = '${uuid(purchaseId)}'`,
    )
    expect(answer, answer.text).toMatchObject({ status: 409, body: { code: 'wrapped' } })
  })

  test('above the cap of the day', async () => {
    const capped = await it.lab.start({ WRAP_DAILY_MINTS: '0' })
    const purchaseId = await it.bought(buyer)
    await insertWrap(purchaseId, own().owner_wallet)
    const [wrap] = await it.lab.sql<{ id: string }>(`select id from wrap where purchase_id = $1`, [purchaseId.slice(4)])
    expect(await capped.ask('/wraps/offer', { wrap_id: wrap?.id })).toMatchObject({
      status: 503,
      body: { code: 'unavailable' },
    })
    const without = await it.lab.start({ SOLANA_MINT_KEY: '' })
    expect(await without.ask('/wraps/offer', { wrap_id: wrap?.id })).toMatchObject({
      status: 503,
      body: { code: 'payments_not_ready' },
    })
  })
})

describe('a claim moves the licence to who holds the token', () => {
  test('the new holder reads the delivery and has a new key, the old one neither', async () => {
    const { purchaseId, mint } = await it.wrapped(buyer)
    const former = await keyOf(buyer, purchaseId)
    const listingId = String((await buyer.request('GET', at(purchaseId))).body['listing_id'])
    await it.world.request('POST', '/api/licenses/activate', {
      body: { license_key: former, listing_id: listingId, instance_name: 'one' },
    })
    expect(await claim(other, purchaseId)).toMatchObject({ status: 409, body: { code: 'token_not_held' } })
    await it.move(buyer.wallet, other.wallet.publicKey, mint)
    // Until the claim the licence stays where it is.
    expect((await buyer.request('GET', at(purchaseId, '/delivery'))).text).toBe('# Yours')
    expect((await other.request('GET', at(purchaseId, '/delivery'))).status).toBe(404)
    const claimed = await claim(other, purchaseId)
    expect(claimed, claimed.text).toMatchObject({
      status: 200,
      body: { is_license_yours: true, wrap_status: 'wrapped' },
    })
    expect((await other.request('GET', at(purchaseId, '/delivery'))).text).toBe('# Yours')
    expect(await buyer.request('GET', at(purchaseId, '/delivery'))).toMatchObject({
      status: 403,
      body: { code: 'license_moved' },
    })
    expect(await buyer.request('GET', at(purchaseId, '/license'))).toMatchObject({
      status: 403,
      body: { code: 'license_moved' },
    })
    expect((await buyer.request('POST', at(purchaseId, '/license/rotate'))).status).toBe(403)
    const key = await keyOf(other, purchaseId)
    const verify = async (license_key: string) =>
      (await it.world.request('POST', '/api/licenses/verify', { body: { license_key, listing_id: listingId } })).body
    expect(await verify(former)).toMatchObject({ valid: false, reason: 'rotated' })
    expect(await verify(key)).toMatchObject({ valid: true, license: { activations: 0 } })
    expect(await other.request('GET', at(purchaseId))).toMatchObject({
      body: { role: 'holder', buyer_id: null, allowed_actions: expect.arrayContaining(['read_delivery', 'unwrap']) },
    })
    expect(await buyer.request('GET', at(purchaseId))).toMatchObject({
      body: {
        license: { status: 'transferred' },
        delivery_url: null,
        allowed_actions: expect.not.arrayContaining(['read_delivery']),
      },
    })
    const { body: held } = await other.request('GET', '/api/purchases/held/me')
    expect(Object(held['items'])[0]).toMatchObject({
      purchase_id: purchaseId,
      role: 'holder',
      listing_title: 'A wrapped thing',
    })
    // Both see the chain of who held it.
    expect(await events(purchaseId)).toEqual(await events(purchaseId, other))
    expect(await events(purchaseId)).toContain('license_claimed')
    expect((await buyer.request('GET', `/api/listings/${listingId}/install`)).text).not.toContain('# Yours')
    // Again it changes nothing.
    expect((await claim(other, purchaseId)).status).toBe(200)
    expect(await keyOf(other, purchaseId)).toBe(key)
    const [told] = await it.lab.sql<{ n: string }>(
      `select count(*) as n from event where type = 'wrap.claimed' and data->>'purchase_id' = $1`,
      [purchaseId],
    )
    expect(told?.n).toBe('2')
  })

  test('only with a proved wallet, only of what is wrapped, and never to the seller', async () => {
    const requested = await it.bought(buyer)
    expect(await claim(buyer, requested)).toMatchObject({ status: 404 })
    await it.request(buyer, requested)
    expect(await claim(buyer, requested)).toMatchObject({ status: 409, body: { code: 'not_wrapped' } })
    const { purchaseId, mint } = await it.wrapped(buyer)
    const bare = { ...(await registerAccount(it.world)), wallet: other.wallet }
    expect(await claim(bare, purchaseId)).toMatchObject({ status: 409, body: { code: 'wallet_not_proved' } })
    await it.move(buyer.wallet, it.seller.wallet.publicKey, mint)
    expect(await claim(it.seller, purchaseId)).toMatchObject({ status: 403, body: { code: 'own_listing' } })
    expect(await claim(buyer, purchaseId)).toMatchObject({ status: 409, body: { code: 'token_not_held' } })
  })

  test('W3: transferred while being claimed, the one wins who was seen by the later block', async () => {
    const { purchaseId, mint } = await it.wrapped(buyer)
    const third = await it.holder()
    await it.move(buyer.wallet, other.wallet.publicKey, mint)
    const [wrap] = await it.lab.sql<{ id: string }>(`select id from wrap where mint = $1`, [mint])
    const early = await it.settlement.ask('/wraps/held', {
      wrap_id: wrap?.id,
      wallet: other.wallet.publicKey.toBase58(),
    })
    expect(early.body).toMatchObject({ held: true, is_final: true })
    later()
    await it.move(other.wallet, third.wallet.publicKey, mint)
    expect((await claim(third, purchaseId)).status).toBe(200)
    // What the earlier look saw is over: the database refuses to go back.
    const stale = Number(Object(early.body).slot)
    await expect(
      it.lab.sql(
        `insert into wrap_claim (id, wrap_id, purchase_id, user_id, wallet, slot, generation) values (gen_random_uuid(), $1, $2, $3, $4, $5, 1)`,
        [wrap?.id, purchaseId.slice(4), other.userId.slice(4), other.wallet.publicKey.toBase58(), stale],
      ),
    ).rejects.toMatchObject({ constraint: 'I57' })
    expect((await claim(other, purchaseId)).status).toBe(409)
    // Everybody at once: the holder keeps it.
    later()
    const answers = await Promise.all([third, other, buyer, third].map((one) => claim(one, purchaseId)))
    expect(answers.map(({ status }) => status)).toEqual([200, 409, 409, 200])
  })

  test('not before the transfer is final', async () => {
    const { purchaseId, mint } = await it.wrapped(buyer)
    it.lab.solana.chain.stopFinality()
    try {
      await it.move(buyer.wallet, other.wallet.publicKey, mint)
      const early = await claim(other, purchaseId)
      expect(early, early.text).toMatchObject({ status: 409, body: { code: 'token_not_held' } })
      expect(early.headers.get('retry-after')).toBe('15')
      // Nor any more by who sent it on.
      expect((await claim(buyer, purchaseId)).status).toBe(409)
    } finally {
      it.lab.solana.chain.startFinality()
    }
    expect((await claim(other, purchaseId)).status).toBe(200)
  })
})

describe('a token that is burned', () => {
  test('unwraps the licence, with the transaction of unwrap; it stays with who held it, who may wrap it again', async () => {
    const { purchaseId, mint } = await it.wrapped(buyer)
    await it.move(buyer.wallet, other.wallet.publicKey, mint)
    await claim(other, purchaseId)
    const unwrap = (by: Holder) => by.request('POST', at(purchaseId, '/wrap/unwrap'))
    expect(await unwrap(buyer)).toMatchObject({ status: 403, body: { code: 'license_moved' } })
    expect(await unwrap(it.seller)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    const answer = await unwrap(other)
    expect(answer, answer.text).toMatchObject({
      status: 200,
      body: { burn_transaction: { wallet: other.wallet.publicKey.toBase58() } },
    })
    await it.send(other.wallet, String(Object(answer.body['burn_transaction']).transaction))
    expect((await unwrap(other)).body).toMatchObject({ wrap_status: 'unwrapped', burn_transaction: null })
    expect(await unwrap(other)).toMatchObject({ status: 200, body: { burn_transaction: null } })
    expect(await attributesOf(purchaseId)).toMatchObject({ Wrap: 'unwrapped', 'Licence valid': 'no' })
    expect((await other.request('GET', at(purchaseId, '/delivery'))).text).toBe('# Yours')
    expect((await buyer.request('GET', at(purchaseId, '/delivery'))).status).toBe(403)
    const again = await it.request(other, purchaseId)
    expect(again.mint).not.toBe(mint)
  })

  test('W4: burnt by another wallet, the licence stays with the account that claimed it last', async () => {
    const { purchaseId, mint } = await it.wrapped(buyer)
    await it.move(buyer.wallet, other.wallet.publicKey, mint)
    await it.burn(other.wallet, mint)
    await it.look()
    expect(await it.stateOf(purchaseId)).toBe('unwrapped')
    expect((await buyer.request('GET', at(purchaseId, '/delivery'))).text).toBe('# Yours')
    expect(await claim(other, purchaseId)).toMatchObject({ status: 409, body: { code: 'not_wrapped' } })
  })

  test('is followed from wallet to wallet, also to accounts that are no associated ones', async () => {
    const { purchaseId, mint } = await it.wrapped(buyer)
    await it.move(buyer.wallet, other.wallet.publicKey, mint)
    await it.look()
    const { body } = await buyer.request('GET', at(purchaseId, '/wrap'))
    expect(body).toMatchObject({ wrap_status: 'wrapped', token_wallet: other.wallet.publicKey.toBase58() })
    expect((await it.seller.request('GET', at(purchaseId, '/wrap'))).body).toMatchObject({
      token_wallet: null,
      owner_wallet: null,
    })
  })
})

test('/library has the steps of a wrap, and a form for who got a token from somebody else', async () => {
  const [one, two] = [await it.holder(), await it.holder()]
  const purchaseId = await it.bought(one)
  const [browser, second] = [openBrowsing(it.world), openBrowsing(it.world)]
  for (const [browsing, { username, password }] of [
    [browser, one],
    [second, two],
  ] as const)
    await browsing.post('/signin', { ...(await browsing.form('/signin')), username, password })
  const path = `/library/${purchaseId}`
  expect((await browser.get(path)).text).toContain('Make it a token of a wallet')
  const form = {
    ...(await browser.form(path)),
    do: 'wrap',
    step: 'request',
    wallet: one.wallet.publicKey.toBase58(),
    confirm_lock: 'yes',
  }
  const requested = await browser.post(path, form)
  const [, transaction = ''] = /<code>([A-Za-z0-9+/=]{400,})<\/code>/.exec(requested.text) ?? []
  await it.send(one.wallet, transaction)
  await it.look()
  expect((await browser.get(path)).text).toContain('Get the transaction that burns it')
  expect((await second.post('/library', { ...(await second.form('/library')), purchase: purchaseId })).text).toContain(
    'token_not_held',
  )
  await it.move(one.wallet, two.wallet.publicKey, (await mintOf(purchaseId)) ?? '')
  const claimed = await second.post('/library', { ...(await second.form('/library')), purchase: purchaseId })
  expect([claimed.status, claimed.headers.get('location')]).toEqual([303, path])
  expect((await second.get(`${path}/delivery`)).text).toContain('# Yours')
})

describe('a token that does not come', () => {
  test('a request that was never sent fails once nothing can land any more, and may be made anew', async () => {
    const purchaseId = await it.bought(buyer)
    const { mint, mint_transaction: offered } = await it.request(buyer, purchaseId)
    await it.look()
    expect(await it.stateOf(purchaseId)).toBe('requested')
    for (let times = 0; times < 3; times += 1) later()
    await it.look()
    expect((await buyer.request('GET', at(purchaseId, '/wrap'))).body).toMatchObject({
      wrap_status: 'failed',
      reason: 'not_sent',
    })
    await expect(it.send(buyer.wallet, offered.transaction)).rejects.toThrow(/[Bb]lockhash/)
    expect((await it.request(buyer, purchaseId)).mint).not.toBe(mint)
  })

  test('W5: a mint that a reorganization removed was never wrapped: it fails once it can land no more', async () => {
    const purchaseId = await it.bought(buyer)
    const { mint_transaction: offered } = await it.request(buyer, purchaseId)
    it.lab.solana.chain.stopFinality()
    const signature = await it.send(buyer.wallet, offered.transaction)
    await it.look()
    expect(await it.stateOf(purchaseId)).toBe('minting')
    expect(await claim(other, purchaseId)).toMatchObject({ status: 409, body: { code: 'not_wrapped' } })
    it.lab.solana.chain.vanish(signature)
    await it.look()
    expect(await it.stateOf(purchaseId)).toBe('minting')
    it.lab.solana.chain.startFinality()
    for (let times = 0; times < 3; times += 1) later()
    await it.look()
    expect((await buyer.request('GET', at(purchaseId, '/wrap'))).body).toMatchObject({
      wrap_status: 'failed',
      reason: 'removed',
    })
    expect((await buyer.request('GET', at(purchaseId, '/delivery'))).status).toBe(200)
  })

  test('a silent chain moves nothing, and is told as such', async () => {
    const purchaseId = await it.bought(buyer)
    const { purchaseId: wrapped } = await it.wrapped(buyer)
    const silent = await it.lab.start({ SOLANA_RPC_URL: 'http://127.0.0.1:1' })
    const [wrap] = await it.lab.sql<{ id: string }>(`select id from wrap where purchase_id = $1`, [wrapped.slice(4)])
    const asked = await silent.ask('/wraps/held', { wrap_id: wrap?.id, wallet: buyer.wallet.publicKey.toBase58() })
    expect(asked).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    await it.lab.sql(`update wrap set look_at = now() where look_at is not null`)
    await expect(silent.watchWraps()).rejects.toThrow('answers')
    expect(await it.stateOf(wrapped)).toBe('wrapped')
    expect(await it.stateOf(purchaseId)).toBe('none')
  })
})

test.each([
  [
    'I57',
    `update license_holder set user_id = (select id from market_user where id <> license_holder.user_id limit 1)`,
  ],
  ['I57', `update license set generation = 0 where purchase_id in (select purchase_id from wrap_claim)`],
  ['I57', `delete from wrap_claim`],
  ['I57', `alter table wrap disable trigger wrap_allowed`],
  ['I57', `update license_activation set ended_at = null where purchase_id in (select purchase_id from wrap_claim)`],
  ['I57', `drop index wrap_one_live`],
])('the audit finds %s broken by hand: %s', async (id, statement) => {
  const tx = await it.world.db.pg.connect()
  try {
    await tx.query('begin')
    await tx.query('set local session_replication_role = replica')
    await tx.query(statement)
    const broken = (await auditOn(tx)).filter(({ ok }) => !ok).map((one) => one.id)
    expect(broken).toEqual([id])
  } finally {
    await tx.query('rollback')
    tx.release()
  }
})

const insertWrap = (purchaseId: string, wallet: string) =>
  it.lab.sql(
    `insert into wrap (id, purchase_id, requested_by, owner_wallet, title, look_at)
     select gen_random_uuid(), p.id, p.buyer_id, $2, 'x', now() + interval '1 hour' from purchase p where p.id = $1`,
    [purchaseId.slice(4), wallet],
  )

const uuid = (id: string) => id.slice(4).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** While an offer of resale of the purchase is active. */
async function withOffer(purchaseId: string, run: () => Promise<void>): Promise<void> {
  const id = uuid(purchaseId)
  await offTheRecord(
    `insert into resale_offer (id, purchase_id, listing_id, seller_id, price_cents) select gen_random_uuid(), id, listing_id, buyer_id, 50 from purchase where id = '${id}'`,
  )
  await run()
  await offTheRecord(`update resale_offer set state = 'canceled', ended_at = now() where purchase_id = '${id}'`)
}

/** As if it had been so: rows whose states only go one way are changed with the triggers off. */
async function offTheRecord(statement: string): Promise<void> {
  const tx = await it.world.db.pg.connect()
  try {
    await tx.query('begin')
    await tx.query('set local session_replication_role = replica')
    await tx.query(statement)
    await tx.query('commit')
  } finally {
    tx.release()
  }
}

/** The form of metadata that wallets read, as JSON Schema: docs of the Metaplex token standard, "The Non-Fungible Standard". */
const METAPLEX = {
  type: 'object',
  required: ['name', 'symbol', 'description', 'image', 'external_url', 'attributes', 'properties'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 32 },
    symbol: { type: 'string', maxLength: 10 },
    description: { type: 'string' },
    image: { type: 'string', pattern: '^https?://' },
    animation_url: { type: 'string', pattern: '^https?://' },
    external_url: { type: 'string', pattern: '^https?://' },
    seller_fee_basis_points: { type: 'integer', minimum: 0, maximum: 10_000 },
    attributes: {
      type: 'array',
      items: {
        type: 'object',
        required: ['trait_type', 'value'],
        additionalProperties: false,
        properties: { trait_type: { type: 'string' }, value: { type: ['string', 'number'] } },
      },
    },
    properties: {
      type: 'object',
      required: ['category', 'files'],
      properties: {
        category: { enum: ['image', 'video', 'audio', 'vr', 'html'] },
        files: {
          type: 'array',
          items: {
            type: 'object',
            required: ['uri', 'type'],
            properties: { uri: { type: 'string' }, type: { type: 'string' } },
          },
        },
        creators: {
          type: 'array',
          items: {
            type: 'object',
            required: ['address', 'share'],
            properties: { address: { type: 'string' }, share: { type: 'integer', minimum: 0, maximum: 100 } },
          },
        },
      },
    },
  },
} as const
