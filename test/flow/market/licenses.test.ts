import { createServer } from 'node:http'

import nacl from 'tweetnacl'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { canonicalJson, sha256Hex } from '#shared/lib/crypto/digest.ts'
import { createLog } from '#shared/log.ts'
import { settlementBearer } from '#shared/money/settlement/settlement-bearer.ts'
import { freePort } from '#shared/playground/free-port.ts'
import { receiptRoutes } from '#workers/settlement/receipt-routes.ts'
import { settlementHandler } from '#workers/settlement/settlement-handler.ts'

import { testSigner } from '#test/support/files/receipt-vectors.ts'
import { registerAccount, type Registered, statusesOf } from '#test/support/world/market.ts'
import { boughtListing } from '#test/support/world/purchases.ts'
import { openWorld, randomId, type World } from '#test/support/world/world.ts'

let world: World
let seller: Registered
let buyer: Registered
const settlement = createServer()
beforeAll(async () => {
  const port = await freePort()
  world = await openWorld({ backend: 'postgres', pools: [], env: { SETTLEMENT_URL: `http://127.0.0.1:${port}` } })
  const bearer = settlementBearer(world.config.SERVER_SECRET)
  const routes = receiptRoutes(testSigner, () => new Date())
  settlement.on('request', settlementHandler({ routes, bearer, log: createLog('silent') }))
  await new Promise<void>((done) => settlement.listen(port, '127.0.0.1', done))
  seller = await registerAccount(world)
  buyer = await registerAccount(world)
})
afterAll(async () => {
  await world.close()
  await new Promise((done) => settlement.close(done).closeAllConnections())
})

const licenseOf = async (purchaseId: string) =>
  (await buyer.request('GET', `/api/purchases/${purchaseId}/license`)).body
const ask = (verb: 'verify' | 'activate' | 'deactivate', body: Record<string, unknown>) =>
  world.request('POST', `/api/licenses/${verb}`, { body })

/** A purchase with its key, and the body that programs send. */
async function aLicense() {
  const bought = await boughtListing(world, { seller, buyer })
  const license_key = String((await licenseOf(bought.purchaseId))['license_key'])
  return { ...bought, sent: { license_key, listing_id: bought.listingId } }
}

describe('verifying a licence', () => {
  test('changes nothing unless it is asked to count a use', async () => {
    const { sent } = await aLicense()
    const asked = async (more = {}) => (await ask('verify', { ...sent, ...more })).body
    expect(await asked()).toMatchObject({ valid: true, reason: null, license: { uses: 0, seats: 3, activations: 0 } })
    expect(await asked()).toMatchObject({ license: { uses: 0 } })
    expect(await asked({ increment_uses: true })).toMatchObject({ license: { uses: 1 } })
    await Promise.all(Array.from({ length: 5 }, () => asked({ increment_uses: true })))
    expect(await asked()).toMatchObject({ license: { uses: 6 } })
  })

  test('a key of another listing is not valid, and nothing is told of it', async () => {
    const [one, other] = [await aLicense(), await aLicense()]
    const { status, body } = await ask('verify', { ...one.sent, listing_id: other.listingId, increment_uses: true })
    expect([status, body]).toEqual([200, { valid: false, reason: 'other_listing', license: null }])
    expect((await ask('verify', one.sent)).body).toMatchObject({ license: { uses: 0 } })
  })

  test('a key that was not issued here is 404, and is in no answer', async () => {
    const { listingId } = await aLicense()
    const guess = `FBT-${Array.from({ length: 8 }, () => randomId().slice(0, 6).toUpperCase().padEnd(6, '0')).join('-')}`
    const { status, text } = await ask('verify', { license_key: guess, listing_id: listingId })
    expect(status).toBe(404)
    expect(text).not.toContain(guess)
  })

  test.each([
    ['refunded', `status = 'refunded', refunded_cents = price_cents`],
    ['disputed', `status = 'disputed'`],
  ])('the licence of a purchase that is %s is not valid, and its key is shown no more', async (reason, set) => {
    const { id, sent, purchaseId } = await aLicense()
    await world.sql(`update purchase set ${set} where id = $1`, [id])
    expect((await ask('verify', sent)).body).toMatchObject({ valid: false, reason })
    expect((await ask('activate', { ...sent, instance_name: 'x' })).body).toMatchObject({ code: 'license_invalid' })
    expect(await licenseOf(purchaseId)).toMatchObject({ status: 'revoked', reason, license_key: null, document: null })
  })
})

describe('seats', () => {
  test('ten instances at once get the three seats of a personal licence; one given back is free again', async () => {
    const { sent } = await aLicense()
    const activate = (instance_name: string) => ask('activate', { ...sent, instance_name })
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => activate(`machine-${at}`)))
    expect(statusesOf(answers)).toEqual([200, 200, 200, 409, 409, 409, 409, 409, 409, 409])
    const [first] = answers.filter(({ status }) => status === 200)
    const { activation_id, instance_name } = Object(first?.body)
    expect((await activate(String(instance_name))).body).toMatchObject({ activation_id, license: { activations: 3 } })
    expect((await ask('verify', { ...sent, activation_id })).body).toMatchObject({ valid: true })
    for (const times of [1, 2])
      expect((await ask('deactivate', { ...sent, activation_id })).body, `${times}`).toMatchObject({
        deactivated: true,
      })
    expect((await ask('verify', { ...sent, activation_id })).body).toMatchObject({ reason: 'not_activated' })
    expect((await activate('another')).status).toBe(200)
  })

  test('an activation of another licence is not found', async () => {
    const [one, other] = [await aLicense(), await aLicense()]
    const { body } = await ask('activate', { ...one.sent, instance_name: 'mine' })
    const stolen = { ...other.sent, activation_id: body['activation_id'] }
    expect((await ask('deactivate', stolen)).status).toBe(404)
    expect((await ask('verify', stolen)).body).toMatchObject({ reason: 'not_activated' })
  })
})

describe('rotating a key', () => {
  test('makes the old one invalid at once and keeps activations; a repeated request is one rotation', async () => {
    const { sent, purchaseId, listingId } = await aLicense()
    await ask('activate', { ...sent, instance_name: 'mine' })
    const rotate = () =>
      buyer.request('POST', `/api/purchases/${purchaseId}/license/rotate`, undefined, { 'idempotency-key': purchaseId })
    const [first, again] = [await rotate(), await rotate()]
    const key = first.body['license_key']
    expect([first.status, again.body['license_key']]).toEqual([200, key])
    expect((await ask('verify', sent)).body).toMatchObject({ valid: false, reason: 'rotated' })
    expect((await ask('verify', { license_key: key, listing_id: listingId })).body).toMatchObject({
      valid: true,
      license: { activations: 1 },
    })
    expect((await licenseOf(purchaseId))['license_key']).toBe(key)
  })

  test('no key is stored, nor its secret part', async () => {
    const { sent, purchaseId } = await aLicense()
    await buyer.request('POST', `/api/purchases/${purchaseId}/license/rotate`, undefined, { 'idempotency-key': 'k' })
    const key = String((await licenseOf(purchaseId))['license_key'])
    const [{ kept } = { kept: '' }] = await world.sql<{ kept: string }>(
      `select concat((select json_agg(l) from license l), (select json_agg(r) from idempotency_record r)) as kept`,
    )
    for (const one of [key, sent.license_key]) expect(kept).not.toContain(one.split('-').at(-1))
  })
})

test('the document of a licence is checked offline, with tweetnacl and the published key alone', async () => {
  const { purchaseId, sent } = await aLicense()
  const { document } = await licenseOf(purchaseId)
  const { signature, ...terms } = Object(document)
  expect(terms).toMatchObject({
    purchase_id: purchaseId,
    terms: { id: 'personal' },
    key_sha256: sha256Hex(sent.license_key),
    issued_to: sha256Hex(buyer.userId),
  })
  const text = `license1|${sha256Hex(canonicalJson(terms))}`
  const isSigned = (signed: string) =>
    nacl.sign.detached.verify(
      Buffer.from(signed),
      Buffer.from(String(signature.value), 'base64url'),
      Buffer.from(testSigner.key.x, 'base64url'),
    )
  expect([isSigned(text), isSigned(text.replace('license1', 'manifest1'))]).toEqual([true, false])
})

test('a seller without sales has earned nothing, and one with a due sale waits for a proved wallet', async () => {
  const nobody = await registerAccount(world)
  expect((await nobody.request('GET', '/api/payouts/me')).body).toMatchObject({
    items: [],
    total: 0,
    earnings: { waiting_cents: 0, due_cents: 0, in_payout_cents: 0, paid_cents: 0, waits_for: null, wallet: null },
  })
  const { id } = await aLicense()
  await world.sql(
    `insert into payable (id, purchase_id, source, seller_id, amount, currency, due_at)
     select id, id, 'listing', seller_id, 4250000, 'usdc', now() from purchase where id = $1`,
    [id],
  )
  expect((await seller.request('GET', '/api/payouts/me')).body).toMatchObject({
    earnings: { due_cents: 425, waits_for: 'proved_wallet' },
  })
})
