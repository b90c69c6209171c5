import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'

import { Redis } from 'ioredis'
import nacl from 'tweetnacl'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { toBase58 } from '#shared/lib/crypto/base58.ts'
import { openBlobs } from '#shared/blobs/open-blobs.ts'
import { EVENT_TYPES } from '#shared/events/catalog.rules.ts'
import { createLog } from '#shared/log.ts'
import { buildExports, removeOldExports } from '#shared/market/leaving/build-exports.ts'
import { deleteAccounts } from '#shared/market/leaving/delete-accounts.ts'
import { uuidOf } from '#shared/market/public-id.ts'
import { sourceKeyOf } from '#shared/media/media-files.ts'
import { purgeKeyNotices } from '#shared/mail/key-notices.ts'
import { publishEvents } from '#shared/events/publish-events.ts'
import { openPayouts } from '#shared/market/payouts/open-payouts.ts'
import { audit } from '#shared/money/audit/audit.ts'
import { runAct } from '#shared/operators/acts/act.ts'
import { ROOT } from '#shared/operators/operator-in-charge.ts'

import { agentOf, BRIEF, hired, NOTES, posted, proposed } from '#test/support/world/jobs.ts'
import { openMailer } from '#workers/mail/open-mailer.ts'
import { sendWaiting } from '#workers/mail/start-mail.ts'

import { type MailServer, openMailServer } from '#test/support/fakes/mail-server.ts'
import { boughtBy, registerAccount, type Registered, statusesOf } from '#test/support/world/market.ts'
import { openWorld, randomId, type World } from '#test/support/world/world.ts'

let world: World
const folder = mkdtempSync(join(tmpdir(), 'farebox-leaving-'))
beforeAll(async () => {
  world = await openWorld({ backend: 'redis', pools: [], env: { BLOB_DIR: folder } })
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true })
})

const idOf = ({ userId }: Registered) => uuidOf('usr', userId) ?? ''
/** Asks for the deletion of an account, with its password. */
const leave = (account: Registered) => account.request('DELETE', '/api/auth/me', { password: account.password })
const blobs = () => openBlobs(world.config)
const build = () => buildExports({ db: world.db, blobs: blobs(), log: createLog('warn') }, 10)
/** What housekeeping does once the grace of an account is over. */
async function dueNow(...accounts: Registered[]) {
  await world.sql(`update account_deletion set due_at = now(), look_at = now() where user_id = any($1)`, [
    accounts.map(idOf),
  ])
  return deleteAccounts({ db: world.db, blobs: blobs(), mint: world.mint }, 10)
}

/** Every row of every table as text, every file, and every value in Redis: what a thief of backups would have. */
async function dump(): Promise<string> {
  const tables = await world.sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const rows = await world.sql<{ row: string }>(`select t::text as row from ${name} t`)
    texts.push(`== ${name}`, ...rows.map(({ row }) => row))
    // Bytes are printed as hex; a text in them is looked for, too.
    texts.push(
      ...rows.flatMap(({ row }) =>
        (row.match(/\\\\x[0-9a-f]+/g) ?? []).map((hex) => Buffer.from(hex.slice(3), 'hex').toString('latin1')),
      ),
    )
  }
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const file of files) texts.push(file.name, readFileSync(join(file.parentPath, file.name)).toString('latin1'))
  const redis = new Redis(world.redisUrl ?? '')
  for (const key of await redis.keys('*')) texts.push(key, (await redis.dumpBuffer(key))?.toString('latin1') ?? '')
  redis.disconnect()
  return texts.join('\n')
}

/** The files of a ZIP, by name. Reads the central directory, as any unzipping program does. */
function unzip(zip: Buffer): Record<string, string> {
  const files: Record<string, string> = {}
  let at = zip.readUInt32LE(zip.lastIndexOf(Buffer.from('PK\u0005\u0006')) + 16)
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [size, nameLength, extraLength] = [
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
    ]
    const local = zip.readUInt32LE(at + 42)
    const name = zip.subarray(at + 46, at + 46 + nameLength).toString()
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const packed = zip.subarray(begin, begin + size)
    files[name] = (zip.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed)).toString()
    at += 46 + nameLength + extraLength + zip.readUInt16LE(at + 32)
  }
  return files
}

async function download(account: Registered, query = '') {
  const response = await fetch(`${world.baseUrl}/api/auth/export${query}`, { headers: account.bearer })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** A picture that a listing has, as an upload leaves it before a worker takes it. */
async function pictured(listingId: string, mark: string) {
  const id = uuidv7()
  const bytes = Buffer.from(`${mark}picture`)
  await blobs().put(sourceKeyOf(id), bytes, { maxBytes: 100, contentType: 'image/png' })
  await world.sql(
    `insert into media (id, owner, kind, source_key, source_type, source_bytes) values ($1, $2, 'image', $3, 'image/png', $4)`,
    [id, `listing:${listingId}`, sourceKeyOf(id), bytes.length],
  )
  await world.sql(`insert into listing_media (media_id, listing_id, kind) values ($1, $2, 'image')`, [id, listingId])
}

/** An account that left words in every place it can; each begins with `mark`. */
async function busyAccount(mark: string) {
  const wallet = toBase58(randomBytes(32))
  const ann = await registerAccount(world, {
    username: `${mark}user`,
    email: `${mark}mail@mail.example`,
    display_name: `${mark}name`,
    solana_wallet: wallet,
  })
  const ben = await registerAccount(world)
  const ok = async (answer: Promise<{ status: number; text: string; body: Record<string, unknown> }>) => {
    const { status, text, body } = await answer
    if (status >= 300) throw new Error(`${status}: ${text}`)
    return body
  }
  const once = { 'idempotency-key': `${mark}once` }
  await ok(ann.request('POST', '/api/auth/keys', { name: `${mark}key` }, once))
  await ok(
    ann.request('POST', '/api/auth/wallet/challenge', {
      solana_wallet: wallet,
    }),
  )
  await ok(ann.request('POST', '/api/webhooks', { url: `https://${mark}hook.example/in`, description: `${mark}about` }))
  await ok(
    ann.request('POST', '/api/ai-agents/register', {
      name: `${mark}agent`,
      description: `${mark}described`,
      contact_url: `https://${mark}contact.example/`,
    }),
  )
  const sold = { title: 'A plain title', price_cents: 0, status: 'live', delivery_markdown: '# Bought' }
  const unsold = {
    ...sold,
    title: `${mark}title words`,
    description: `${mark}long`,
    tags: [`${mark}tag`],
    delivery_markdown: `# ${mark}content`,
  }
  const { listing_id: unsoldId } = await ok(
    ann.request('POST', '/api/listings', unsold, { 'idempotency-key': `${mark}twice` }),
  )
  await pictured(uuidOf('lst', String(unsoldId)) ?? '', mark)
  const { listing_id: soldId } = await ok(ann.request('POST', '/api/listings', sold))
  const { purchase_id: soldTo } = await ok(ben.request('POST', `/api/purchases/free/${String(soldId)}`))
  const bought = await boughtBy(world, ann, ben)
  await ok(ann.request('POST', `${bought}/feedback`, { rating: 5, comment: 'A public review.' }))
  const { body: reported } = await ben.request('POST', '/api/listings', sold)
  const details = `${mark}details of the report, in enough words`
  await ok(ann.request('POST', `/api/listings/${String(reported['listing_id'])}/report`, { reason: 'other', details }))
  await posted(ann, {
    title: `${mark}job`,
    description: `${mark}brief ${BRIEF.description}`,
    done_when: `${mark}done`,
  })
  await ok(proposed(ann, await posted(ben), { cover_letter: `${mark}cover letter: ${'I can do it. '.repeat(6)}` }))
  const work = await hired(world, { poster: ann, worker: ben })
  await ok(ann.request('POST', `/api/jobs/${work.job}/messages`, { text: `${mark}message` }))
  await ok(work.do(ben, 'deliver', { notes: NOTES }))
  await ok(work.do(ann, 'accept'))
  await endpointOf(ann, mark)
  // Mail that waits, and what an operator did.
  await world.sql(
    `insert into mail (user_id, kind, about) values ($1, 'notice', jsonb_build_object('type', $2::text))`,
    [idOf(ann), `${mark}mailed`],
  )
  const root = { operator: ROOT, via: 'cli', requestId: null } as const
  for (const name of ['account suspend', 'account restore'] as const)
    await runAct({ ...world.db, mint: world.mint }, root, { name, username: ann.username })
  return { ann, ben, soldTo: `/api/purchases/${String(soldTo)}`, wallet }
}

/** An endpoint that a seller took off sale, as it stands: what it says, where it calls and what it sends there. */
async function endpointOf(seller: Registered, mark: string): Promise<void> {
  const id = uuidv7()
  await world.sql(
    `insert into seller_endpoint (id, owner_id, slug, title, description, category, tags, state, pause_reason)
     values ($1, $2, $3, $4, $4 || ' and more of it, in some more words', 'data', array[$4], 'paused', 'seller')`,
    [id, idOf(seller), `end-${randomId().slice(0, 8)}`, `${mark}endpoint`],
  )
  await world.sql(
    `insert into seller_endpoint_version (id, endpoint_id, version, target_url, price_cents, timeout_ms, input_schema, output_schema, input_example)
     values ($1, $2, 1, $3, 50, 1000, $4, '{}', $4)`,
    [uuidv7(), id, `https://${mark}target.example/`, JSON.stringify({ title: `${mark}schema` })],
  )
}

const newMark = () => `zq${randomId().slice(0, 8)}`

describe('an export', () => {
  test('holds everything but hashes of secrets, for its account alone, and is gone after 24 hours', async () => {
    const mark = newMark()
    const { ann, ben } = await busyAccount(mark)
    expect(await download(ann)).toMatchObject({ status: 404 })
    const asked = await Promise.all([1, 2, 3].map(() => ann.request('POST', '/api/auth/export')))
    expect(new Set(asked.map(({ body }) => body['export_id'])).size).toBe(1)
    expect(asked[0]).toMatchObject({ status: 202, body: { state: 'pending', until: null } })
    const early = await ann.request('GET', '/api/auth/export')
    expect(early).toMatchObject({ status: 409, body: { code: 'not_delivered_yet' } })
    expect(await build()).toBe(1)

    const { status, bytes, headers } = await download(ann)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('private, no-store')
    const files = unzip(bytes)
    const all = Object.values(files).join('\n')
    expect(
      ['user', 'mail@', 'name', 'key', 'hook', 'agent', 'title', 'content', 'job', 'cover'].filter(
        (word) => !all.includes(mark + word),
      ),
    ).toEqual([])
    expect(all).not.toMatch(/password_hash|"hmac"|\$argon2/)
    // Safe: the export of our own server.
    expect(JSON.parse(files['market_user.json'] ?? '')).toHaveLength(2)

    const exportId = String(asked[0]?.body['export_id'])
    expect(await download(ben, `?export_id=${exportId}`)).toMatchObject({ status: 404 })
    expect(await download(ann, `?export_id=${exportId}`)).toMatchObject({ status: 200 })
    expect(await ann.request('POST', '/api/auth/export')).toMatchObject({ status: 200, body: { export_id: exportId } })
    await world.sql(`update account_export set ready_at = now() - interval '25 hours' where user_id = $1`, [idOf(ann)])
    expect(await download(ann)).toMatchObject({ status: 404 })
    expect(await removeOldExports({ db: world.db, blobs: blobs() }, 10)).toBe(1)
    expect(readdirSync(join(folder, 'exports'))).toEqual([])
  })
})

describe('a deletion', () => {
  test('leaves no personal datum in the database, the files and Redis; licences, reviews and the ledger stay', async () => {
    const mark = newMark()
    const { ann, ben, soldTo, wallet } = await busyAccount(mark)
    await ann.request('POST', '/api/auth/export')
    await build()
    const before = await dump()
    // What is looked for is there to be found: in every kind of place.
    expect(
      [
        'user',
        'mail@',
        'name',
        'key',
        'hook',
        'agent',
        'contact',
        'title',
        'content',
        'picture',
        'details',
        'job',
        'cover',
        'message',
        'endpoint',
        'target',
        'schema',
        'mailed',
      ].filter((word) => !before.includes(mark + word)),
    ).toEqual([])
    expect(readdirSync(join(folder, 'exports'))).toHaveLength(1)

    expect(before).toContain(`""username"": ""${ann.username}""`)
    expect(await leave(ann)).toMatchObject({ status: 202, body: { may_cancel: true } })
    expect(await dueNow(ann)).toEqual({ looked: 1, erased: [idOf(ann)] })

    const lines = (await dump()).split('\n')
    const left = lines.filter((line) => line.toLowerCase().includes(mark) || line.includes(wallet))
    expect(left).toEqual([])
    expect(readdirSync(join(folder, 'exports'))).toEqual([])
    expect((await ann.request('GET', '/api/auth/me')).status).toBe(401)
    const findings = (await audit(world.db.pg)).filter(({ ok }) => !ok)
    expect(findings).toEqual([])

    expect((await ben.request('GET', `${soldTo}/delivery`)).text).toContain('# Bought')
    const [review] = await world.sql(`select comment from feedback where buyer_id = $1`, [idOf(ann)])
    expect(review).toEqual({ comment: 'A public review.' })
    const [user] = await world.sql(`select username, email, status from market_user where id = $1`, [idOf(ann)])
    expect(user).toEqual({
      username: expect.stringMatching(/^deleted-[0-9a-f]{12}$/),
      email: 'nobody@deleted.invalid',
      status: 'deleted',
    })
    // Its name is free again, and a second look does nothing.
    await registerAccount(world, { username: `${mark}user` })
    expect(await dueNow(ann)).toEqual({ looked: 0, erased: [] })
  })

  test('is asked for once however often it is sent, and may be taken back until it is due', async () => {
    const cara = await registerAccount(world)
    expect((await cara.request('GET', '/api/auth/deletion')).status).toBe(404)
    expect((await cara.request('DELETE', '/api/auth/deletion')).status).toBe(404)
    const answers = await Promise.all([1, 2, 3].map(() => leave(cara)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${String(body['due_at'])}`)).size).toBe(1)
    const days = (Date.parse(String(answers[0]?.body['due_at'])) - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(14, 1)
    expect(await deleteAccounts({ db: world.db, blobs: blobs(), mint: world.mint }, 10)).toEqual({
      looked: 0,
      erased: [],
    })
    expect((await cara.request('DELETE', '/api/auth/deletion')).status).toBe(200)
    expect((await cara.request('GET', '/api/auth/me')).status).toBe(200)

    await leave(cara)
    const { key_id: keyId } = (await cara.request('POST', '/api/auth/keys', { name: 'read', scopes: ['read'] })).body
    expect(keyId).toBeDefined()
    expect((await dueNow(cara)).erased).toEqual([idOf(cara)])
  })

  test('takes the password of an account that has one; an agent that is used by its key has none', async () => {
    const gil = await registerAccount(world)
    const [key, agent] = [await gil.request('POST', '/api/auth/keys', { name: 'all' }), await agentOf(world, gil)]
    const withKey = { 'x-api-key': String(key.body['api_key']) }
    for (const headers of [gil.bearer, withKey]) {
      const asked = (body: unknown) => world.request('DELETE', '/api/auth/me', { headers, body })
      const missing = await asked({})
      expect(missing).toMatchObject({ status: 422, body: { detail: [{ type: 'missing', loc: ['body', 'password'] }] } })
      const wrong = await asked({ password: `${gil.password}x` })
      expect([wrong.status, wrong.body['code'], wrong.text.includes(gil.password)]).toEqual([
        401,
        'invalid_login',
        false,
      ])
    }
    expect((await gil.request('GET', '/api/auth/deletion')).status).toBe(404)
    expect((await gil.request('POST', '/api/auth/deletion/claim')).status).toBe(422)
    expect((await agent.request('DELETE', '/api/auth/me')).status).toBe(202)
    expect((await leave(gil)).status).toBe(202)
  })

  test('goes on after 90 days without a wallet; the claim token has the pseudonym paid, and gives nothing else back', async () => {
    const [poster, worker] = [await registerAccount(world), await registerAccount(world)]
    const hire = await hired(world, { poster, worker })
    expect((await hire.do(worker, 'deliver', { notes: NOTES })).status).toBe(200)
    expect((await hire.do(poster, 'accept')).status).toBe(200)
    await world.sql(`update payable set state = 'due', due_at = now() where seller_id = $1`, [idOf(worker)])
    const claim = () => worker.request('POST', '/api/auth/deletion/claim', { password: worker.password })
    expect((await claim()).status).toBe(404)
    await leave(worker)
    expect((await dueNow(worker)).erased).toEqual([])
    const { body } = await worker.request('GET', '/api/auth/deletion')
    expect(body['waits_for']).toMatchObject([{ kind: 'payable', ends: expect.stringContaining('90 days') }])
    const closedFor = (days: number) =>
      world.sql(`update account_deletion set closed_at = now() - make_interval(days => $2) where user_id = $1`, [
        idOf(worker),
        days,
      ])
    await closedFor(89)
    expect((await dueNow(worker)).erased).toEqual([])
    const [shown, again] = [await claim(), await claim()]
    expect(shown.body).toMatchObject({ claim_token: again.body['claim_token'], owed_cents: 900 })
    const token = String(shown.body['claim_token'])

    const { publicKey, secretKey } = nacl.sign.keyPair()
    const solana_wallet = toBase58(publicKey)
    const ask = (claim_token: string) =>
      world.request('POST', '/api/payouts/claim/challenge', { body: { claim_token, solana_wallet } })
    expect(await ask(token)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    await closedFor(91)
    expect((await dueNow(worker)).erased).toEqual([idOf(worker)])
    expect((await audit(world.db.pg)).filter(({ ok }) => !ok)).toEqual([])
    expect(await openPayouts(world.db.pg, { minimum: 0n, afterDays: 0 })).toBe(0)

    for (const wrong of ['x', `${token}A`, `fbp_${'A'.repeat(54)}`])
      expect(await ask(wrong)).toMatchObject({ status: 401, body: { code: 'invalid_credential' } })
    const message = String((await ask(token)).body['message'])
    const sign = (key: Uint8Array) => toBase58(nacl.sign.detached(Buffer.from(message), key))
    const take = (signature: string) =>
      world.request('POST', '/api/payouts/claim', { body: { claim_token: token, solana_wallet, signature } })
    expect((await take(sign(nacl.sign.keyPair().secretKey))).status).toBe(422)
    const taken = await Promise.all([take(sign(secretKey)), take(sign(secretKey))])
    expect(statusesOf(taken)).toEqual([200, 409])
    expect(taken.find(({ status }) => status === 200)?.body).toMatchObject({
      owed_cents: 900,
      wallet_rests_until: null,
    })
    const opened = await Promise.all([1, 2].map(() => openPayouts(world.db.pg, { minimum: 0n, afterDays: 0 })))
    expect(opened.reduce((sum, count) => sum + count)).toBe(1)
    const rows = await world.sql(
      `select o.amount, u.status, u.solana_wallet, u.email from payout o join market_user u on u.id = o.seller_id where o.seller_id = $1`,
      [idOf(worker)],
    )
    expect(rows).toEqual([{ amount: '9000000', status: 'deleted', solana_wallet, email: 'nobody@deleted.invalid' }])
    expect((await audit(world.db.pg)).filter(({ ok }) => !ok)).toEqual([])
    const login = { body: { username: worker.username, password: worker.password } }
    expect((await world.request('POST', '/api/auth/login', login)).status).toBe(401)
  })

  test('waits for a hire in escrow, while the account begins nothing new and others begin nothing with it', async () => {
    const [poster, worker, other] = [
      await registerAccount(world),
      await registerAccount(world),
      await registerAccount(world),
    ]
    const hire = await hired(world, { poster, worker })
    const listing = await poster.request('POST', '/api/listings', {
      title: 'On sale',
      price_cents: 0,
      status: 'live',
      delivery_markdown: '# x',
    })
    const agent = await agentOf(world, poster)
    await leave(poster)
    expect(await dueNow(poster)).toEqual({ looked: 1, erased: [] })
    const { body } = await poster.request('GET', '/api/auth/deletion')
    expect(body).toMatchObject({ may_cancel: false, waits_for: [{ kind: 'job', id: hire.job }] })
    expect((await poster.request('DELETE', '/api/auth/deletion')).status).toBe(409)

    const sale = { title: 'Another', price_cents: 0, status: 'live', delivery_markdown: '# x' }
    expect(await poster.request('POST', '/api/listings', sale)).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
    expect(await agent.request('POST', '/api/listings', sale)).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
    expect((await poster.request('POST', '/api/jobs', BRIEF)).status).toBe(409)
    expect((await other.request('POST', `/api/purchases/free/${String(listing.body['listing_id'])}`)).status).toBe(410)

    expect((await hire.do(worker, 'deliver', { notes: NOTES })).status).toBe(200)
    expect((await hire.do(poster, 'accept')).status).toBe(200)
    expect((await dueNow(poster)).erased).toEqual([idOf(poster)])
    expect((await audit(world.db.pg)).filter(({ ok }) => !ok)).toEqual([])

    // The worker is owed money: their own deletion waits for it.
    await leave(worker)
    expect((await dueNow(worker)).erased).toEqual([])
    expect((await worker.request('GET', '/api/auth/deletion')).body).toMatchObject({ waits_for: [{ kind: 'payable' }] })
  })

  test('that a process broke off is done by the next one, and two at once do it once', async () => {
    const dora = await registerAccount(world)
    await leave(dora)
    await world.sql(`update account_deletion set due_at = now(), look_at = now() where user_id = $1`, [idOf(dora)])
    const deps = { db: world.db, mint: world.mint, blobs: blobs() }
    const both = await Promise.all([deleteAccounts(deps, 10), deleteAccounts(deps, 10)])
    expect(both.flatMap(({ erased }) => erased)).toEqual([idOf(dora)])
  })
})

test('an account that accepted older terms begins nothing until it accepts those in force', async () => {
  const fay = await registerAccount(world)
  const { body: terms } = await world.request('GET', '/api/auth/terms')
  await world.sql(`update market_user set terms_version = '2020-01-01' where id = $1`, [idOf(fay)])
  const draft = { title: 'Another', price_cents: 0 }
  expect(await fay.request('POST', '/api/listings', draft)).toMatchObject({
    status: 403,
    body: { code: 'terms_changed' },
  })
  expect((await fay.request('GET', '/api/listings/user/me')).status).toBe(200)
  expect((await fay.request('GET', '/api/auth/me')).body).toMatchObject({ must_accept_terms: true })
  expect((await fay.request('POST', '/api/auth/terms', { version: '2020-01-01' })).status).toBe(409)
  const accept = () => fay.request('POST', '/api/auth/terms', { version: terms['version'] })
  expect(statusesOf(await Promise.all([accept(), accept()]))).toEqual([200, 200])
  expect((await fay.request('POST', '/api/listings', draft)).status).toBe(201)
  const told = await world.sql(`select data from event where stream = $1 and type = 'account.terms_accepted'`, [
    `account:${idOf(fay)}`,
  ])
  // Once for the test's own change, once for accepting.
  expect(told).toHaveLength(2)
})

test('the events of an account say what its catalog promises', async () => {
  const eve = await registerAccount(world)
  await eve.request('POST', '/api/auth/keys', { name: 'one' })
  await leave(eve)
  await eve.request('DELETE', '/api/auth/deletion')
  await eve.request('POST', '/api/auth/export')
  await build()
  await eve.request('POST', '/api/auth/password', { current_password: eve.password, new_password: `new-${randomId()}` })
  const rows = await world.sql<{ type: string; data: Record<string, unknown> }>(
    `select type, data from event where stream = $1 order by created_at`,
    [`account:${idOf(eve)}`],
  )
  expect(rows.map(({ type }) => type)).toEqual([
    'account.key_created',
    'account.deletion_asked',
    'account.deletion_canceled',
    'account.export_ready',
    'account.password_changed',
  ])
  const wrong = rows.filter(
    ({ type, data }) =>
      EVENT_TYPES.find((one) => one.type === type)
        ?.data.strict()
        .safeParse(data).success !== true,
  )
  expect(wrong).toEqual([])
})

describe('mail', () => {
  let server: MailServer
  beforeAll(async () => {
    server = await openMailServer()
    await world.sql('delete from mail')
  })
  afterAll(() => server.close())

  /** Sends what waits, as a worker does. */
  async function sendMail(url: string | undefined = server.url, production = false, lines: string[] = []) {
    const log = createLog('info', { write: (line) => void lines.push(line) })
    const config = {
      ...world.config,
      SMTP_URL: url === '' ? undefined : url,
      MAIL_FROM: 'Farebox <no-reply@farebox.example>',
      production,
    }
    const mailer = openMailer(config, log)
    try {
      while ((await sendWaiting({ config, db: world.db, log, mailer })) > 0);
    } finally {
      mailer.close()
    }
    return lines.join('')
  }
  const tokenIn = (text: string) => /fb[rc]_[\w-]{43}/.exec(text)?.[0] ?? 'none'
  const publish = async () => {
    while ((await publishEvents(world.db.pg, 1_000)) > 0);
  }

  test('with a token confirms an address, once, and only the address it was sent to', async () => {
    const ann = await registerAccount(world)
    await sendMail()
    const [mail] = server.to(ann.email)
    expect(mail).toMatchObject({ subject: 'Confirm your e-mail address', from: 'no-reply@farebox.example' })
    const token = tokenIn(mail?.text ?? '')
    const confirm = () => world.request('POST', '/api/auth/email/confirm', { body: { token } })
    const answers = await Promise.all([confirm(), confirm(), confirm()])
    expect(statusesOf(answers)).toEqual([200, 401, 401])
    expect((await ann.request('GET', '/api/auth/me')).body['email_confirmed_at']).toEqual(expect.any(String))
    expect((await ann.request('POST', '/api/auth/email/confirmation')).body).toMatchObject({ queued: false })

    const bob = await registerAccount(world)
    await sendMail()
    await world.sql(`update market_user set email = 'other@mail.example' where id = $1`, [idOf(bob)])
    const stale = tokenIn(server.to(bob.email)[0]?.text ?? '')
    expect((await world.request('POST', '/api/auth/email/confirm', { body: { token: stale } })).status).toBe(401)
  })

  test('with a reset token goes to whoever has the address; an unknown one gets the same answer', async () => {
    const ann = await registerAccount(world)
    await sendMail()
    const forgot = (email: string) => world.request('POST', '/api/auth/forgot-password', { body: { email } })
    const known = await forgot(ann.email)
    await forgot(ann.email)
    const unknown = await forgot('nobody@mail.example')
    expect({ ...known.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' })
    await sendMail()
    const mails = server.to(ann.email).filter(({ subject }) => subject === 'Set a new password')
    expect(mails).toHaveLength(1)
    const body = { token: tokenIn(mails[0]?.text ?? ''), new_password: `new-${randomId()}` }
    expect((await world.request('POST', '/api/auth/reset-password', { body })).status).toBe(200)
    // No token is in the database: the row that caused the mail is gone, and only an HMAC was kept.
    expect(await dump()).not.toContain(body.token)
  })

  test('tells of a sale to deliver, to a confirmed address that did not opt out; security is told in any case', async () => {
    const ann = await registerAccount(world)
    await sendMail()
    const tell = async (type: string, data: Record<string, unknown>) => {
      await world.sql(`select tell_user($1, $2, $3)`, [idOf(ann), type, JSON.stringify(data)])
      await publish()
      await sendMail()
    }
    const sale = { purchase_id: 'pur_1', role: 'seller', delivery_status: 'awaiting', price_cents: 900 }
    const subjects = () =>
      server
        .to(ann.email)
        .map(({ subject }) => subject)
        .slice(1)
    await tell('purchase.paid', sale)
    expect(subjects()).toEqual([])

    await world.sql(`update market_user set email_confirmed_at = now() where id = $1`, [idOf(ann)])
    await tell('purchase.paid', { ...sale, delivery_status: 'delivered' })
    await tell('purchase.paid', { ...sale, role: 'buyer' })
    await tell('purchase.paid', sale)
    await tell('bid.outbid', { listing_id: 'lst_1', bid_cents: 500, ends_at: '2026-11-25T12:00:00.000Z' })
    await tell('auction.won', { listing_id: 'lst_1', bid_cents: 500, pay_until: '2026-11-25T12:00:00.000Z' })
    await tell('payout.sent', { amount_usdc: '5.00', transaction: '5Hq' })
    const told = [
      'A purchase waits for you to deliver it',
      'Somebody bid more than you',
      'You won an auction',
      'A payout was sent',
    ]
    expect(subjects()).toEqual(told)

    const notice = server.to(ann.email).at(-1)
    const oneClick = /<(http[^>]+)>/.exec(notice?.headers['list-unsubscribe'] ?? '')?.[1] ?? ''
    expect(notice?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    const { pathname, search } = new URL(oneClick)
    for (const token of [search, '?token=AAAA', `${search}A`])
      expect((await world.request('POST', pathname + token)).status).toBe(200)
    await tell('payout.sent', { amount_usdc: '5.00', transaction: '5Hq' })
    expect(subjects()).toEqual(told)
    await tell('account.wallet_changed', { solana_wallet: null, rests_until: null })
    expect(subjects()).toEqual([...told, 'The wallet of your payouts changed'])
    expect((await ann.request('POST', '/api/auth/notices', { enabled: true })).body).toMatchObject({
      wants_notices: true,
    })
  })

  test('tells the confirmed notice address of a key that its balance is low or spent, until it opts out', async () => {
    const { key } = await world.key(500)
    const headers = { 'x-service-key': key }
    const at = '/api/v1/outcomes/balance/notices'
    const set = (body: unknown) => world.request('POST', at, { headers, body })
    const read = async () => (await world.request('GET', at, { headers })).body
    const address = `${newMark()}@mail.example`
    const spend = (cents: number) =>
      world.sql(
        `update account set posted = posted - $2::bigint * 10000 where id = (select account_id from service_key where key_id = $1)`,
        [keyId, cents],
      )
    const { key_id: keyId } = (await set({ email: address, below_cents: 400 })).body
    await set({ email: address, below_cents: 300 })
    expect(await read()).toMatchObject({ email: address, confirmed: false, below_cents: 300 })
    await spend(250)
    await publish()
    await sendMail()
    const subjects = () => server.to(address).map(({ subject }) => subject)
    expect(subjects()).toEqual(['Confirm the notice address of a key'])

    const token = /fbn_[\w-]{43}/.exec(server.to(address)[0]?.text ?? '')?.[0]
    const confirm = () => world.request('POST', `${at}/confirm`, { body: { token } })
    expect(statusesOf(await Promise.all([confirm(), confirm(), confirm()]))).toEqual([200, 401, 401])
    expect(await read()).toMatchObject({ email: address, confirmed: true, below_cents: 300 })
    await world.sql(
      `update account set posted = posted + 5000000 where id = (select account_id from service_key where key_id = $1)`,
      [keyId],
    )
    const rotated = await world.request('POST', '/api/v1/outcomes/balance/revoke', { headers, body: { rotate: true } })
    headers['x-service-key'] = String(rotated.body['key'])
    const next = String(rotated.body['key_id'])
    const policy = { auto_refill: { enabled: true, below_cents: 200, amount_cents: 700 } }
    await world.request('POST', '/api/v1/outcomes/balance/policy', { headers, body: policy })
    await spend(460)
    await publish()
    await sendMail()
    expect(subjects()).toHaveLength(1)
    await spend(100)
    await spend(190)
    await publish()
    await sendMail()
    expect(subjects().slice(1)).toEqual(['The balance of a key is low', 'The balance of a key is spent'])
    const notice = server.to(address)[1]
    expect(notice?.text).toContain(`key ${next} is $1.90, below $2.00. Top it up with $7.00`)

    const oneClick = new URL(/<(http[^>]+)>/.exec(notice?.headers['list-unsubscribe'] ?? '')?.[1] ?? '')
    expect((await world.request('POST', `${oneClick.pathname}?token=${'A'.repeat(32)}`)).status).toBe(200)
    expect(await read()).toMatchObject({ email: address })
    expect((await world.request('POST', oneClick.pathname + oneClick.search)).status).toBe(200)
    expect(await read()).toEqual({ ...(await read()), email: null, confirmed: false, below_cents: null })
  })

  test('goes to no address that took the place of a confirmed one, and to none of a key that was revoked or is a trial', async () => {
    const { key } = await world.key(500)
    const headers = { 'x-service-key': key }
    const at = '/api/v1/outcomes/balance/notices'
    const set = (email: string | null) => world.request('POST', at, { headers, body: { email } })
    const [first, second] = [`${newMark()}@mail.example`, `${newMark()}@mail.example`]
    await set(first)
    await sendMail()
    const token = /fbn_[\w-]{43}/.exec(server.to(first)[0]?.text ?? '')?.[0]
    await world.request('POST', `${at}/confirm`, { body: { token } })
    const { account_id: accountId } =
      (await world.sql<{ account_id: string }>(`select account_id from key_notice where email = $1`, [first]))[0] ?? {}
    await world.sql(`insert into mail (key_account_id, kind, about) values ($1, 'notice', $2)`, [
      accountId,
      { type: 'balance.low', data: {} },
    ])
    await set(second)
    await sendMail()
    expect([server.to(first).length, server.to(second).map(({ subject }) => subject)]).toEqual([
      1,
      ['Confirm the notice address of a key'],
    ])
    await world.request('POST', '/api/v1/outcomes/balance/revoke', { headers, body: { confirm: true } })
    await purgeKeyNotices(world.db.pg)
    expect(await world.sql(`select from key_notice where account_id = $1`, [accountId])).toEqual([])
    const trial = await world.request('POST', '/api/v1/outcomes/balance/trial/claim', { body: { agent_id: 'notices' } })
    const refused = await world.request('POST', at, {
      headers: { 'x-service-key': String(trial.body['key']) },
      body: { email: first },
    })
    expect([refused.status, refused.body['code']]).toEqual([403, 'forbidden'])
  })

  test('is tried again when the server is busy, under one Message-ID, and given up when it is refused', async () => {
    const [busy, refused] = [await registerAccount(world), await registerAccount(world)]
    server.answers.set(busy.email, 451)
    server.answers.set(refused.email, 550)
    await sendMail()
    const left = await world.sql(
      `select user_id, attempt, due_at > now() + interval '30 seconds' as is_later from mail`,
    )
    expect(left).toEqual([{ user_id: idOf(busy), attempt: 1, is_later: true }])
    server.answers.clear()
    await world.sql('update mail set due_at = now()')
    await sendMail()
    const [mail] = server.to(busy.email)
    expect(server.tried(busy.email)).toBe(2)
    expect(mail?.headers['message-id']).toMatch(/^<[0-9a-f-]{36}@/)
    expect(server.to(refused.email)).toEqual([])
    await sendMail('smtp://127.0.0.1:1')
    expect(await world.sql('select from mail')).toHaveLength(0)
  })

  test('without a server is a line in the log, which in production has no address and no token', async () => {
    const ann = await registerAccount(world)
    const open = await sendMail('', false)
    expect(open).toContain(ann.email)
    const bob = await registerAccount(world)
    const quiet = await sendMail('', true)
    expect(quiet).toContain('Confirm your e-mail address')
    expect(quiet).not.toMatch(new RegExp(`${bob.email}|fbc_`))
  })
})
