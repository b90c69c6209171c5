import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'
import { POOLS } from '#shared/calls/pools.ts'
import { openBrowsing } from '#test/support/world/browsing.ts'
import { openWorld, PAYABLE, type World } from '#test/support/world/world.ts'

const SCRIPT = '"><script>alert(1)</script>'
const PASSWORD = 'correct horse battery'

let world: World
beforeAll(async () => {
  world = await openWorld({ backend: 'postgres', pools: [], idle: POOLS, env: PAYABLE })
})
afterAll(async () => {
  expect((await audit(world.db.pg)).filter(({ ok }) => !ok)).toEqual([])
  await world.close()
})

/** A browser whose user has just registered. */
async function registered(username: string) {
  const browsing = openBrowsing(world)
  const form = {
    ...(await browsing.form('/register')),
    username,
    email: `${username}@users.example`,
    password: PASSWORD,
  }
  const answer = await browsing.post('/register?to=/sell', { ...form, terms: 'yes' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/sell'])
  return browsing
}

type Browsing = Awaited<ReturnType<typeof registered>>

/** Publishes a listing by the form of /sell and returns its path. */
async function published(seller: Browsing, fields: Record<string, string>): Promise<string> {
  const answer = await seller.post('/sell', {
    ...(await seller.form('/sell')),
    title: 'A listing',
    description: 'What it is.',
    content: '# What you get\n\nA text.',
    price: '0',
    live: 'yes',
    ...fields,
  })
  expect([answer.status, /<li><code>.*/.exec(answer.text)?.[0]]).toEqual([303, undefined])
  return answer.headers.get('location') ?? ''
}

describe('an account, without a script', () => {
  test('is opened, left and entered again; its session is a cookie that no script reads', async () => {
    const browsing = await registered('ada')
    const page = await browsing.get('/account')
    expect(page.text).toContain('ada@users.example')
    const session = browsing.cookies.get('fb_session') ?? ''
    expect(page.text).not.toContain(session)
    expect((await browsing.post('/signout', await browsing.form('/account'))).headers.get('location')).toBe('/')
    expect(browsing.cookies.has('fb_session')).toBe(false)
    const bearer = await fetch(`${world.baseUrl}/api/auth/me`, { headers: { authorization: `Bearer ${session}` } })
    expect(bearer.status).toBe(401)
    expect((await browsing.get('/library')).headers.get('location')).toBe('/signin?to=%2Flibrary')

    const wrong = await browsing.post('/signin', {
      ...(await browsing.form('/signin')),
      username: 'ada',
      password: 'wrong',
    })
    expect([wrong.status, wrong.text.includes('Incorrect username or password')]).toEqual([401, true])
    const right = { ...(await browsing.form('/signin')), username: 'ada', password: PASSWORD }
    const signedIn = await browsing.post('/signin?to=/library', right)
    expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '/library'])
    const [cookie = ''] = signedIn.headers.getSetCookie().filter((one) => one.startsWith('fb_session='))
    expect(cookie).toMatch(/; httponly/i)
    expect(cookie).toMatch(/; samesite=lax/i)
  })

  test.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'never leads to %s after signing in',
    async (to) => {
      const browsing = openBrowsing(world)
      const form = { ...(await browsing.form('/signin')), username: 'ada', password: PASSWORD }
      const answer = await browsing.post(`/signin?to=${encodeURIComponent(to)}`, form)
      expect(answer.headers.get('location')).toBe('/account')
    },
  )

  test('has keys that are shown once, and a session that no route of the API takes from the cookie', async () => {
    const browsing = await registered('grace')
    const made = await browsing.post('/account', {
      ...(await browsing.form('/account')),
      do: 'make',
      name: SCRIPT,
      'scope.read': 'yes',
    })
    const [key = ''] = /fb_test_ak_\w+/.exec(made.text) ?? []
    expect(key).not.toBe('')
    const again = await browsing.get('/account')
    expect([again.text.includes(key), again.text.includes(SCRIPT)]).toEqual([false, false])
    const api = (headers: Record<string, string>) => fetch(`${world.baseUrl}/api/auth/me`, { headers })
    expect((await api({ 'x-api-key': key })).status).toBe(200)
    expect((await api({ cookie: `fb_session=${browsing.cookies.get('fb_session') ?? ''}` })).status).toBe(401)
  })

  test('keeps a page shown to those whose session ended: it leads to the sign-in, and the market stays open', async () => {
    const browsing = openBrowsing(world)
    browsing.cookies.set('fb_session', `fb_test_ss_${'x'.repeat(50)}`)
    expect((await browsing.get('/market')).headers.get('location')).toBe('/market')
    expect((await browsing.get('/market')).status).toBe(200)
  })
})

describe('what an account and a key can look up', () => {
  test('sign-ins are listed and ended, but not those of another account', async () => {
    const browsing = await registered('hedy')
    const other = openBrowsing(world)
    await other.post('/signin', { ...(await other.form('/signin')), username: 'hedy', password: PASSWORD })
    const form = await browsing.form('/account/sign-ins')
    expect(form['session_id']).toEqual(expect.any(String))
    const stranger = await registered('mallory')
    const own = await stranger.form('/account/sign-ins')
    await stranger.post('/account/sign-ins', { ...own, session_id: form['session_id'] ?? '' })
    expect((await other.get('/account')).status).toBe(200)
    expect((await browsing.post('/account/sign-ins', form)).headers.get('location')).toBe('/account/sign-ins')
    expect((await other.get('/account')).headers.get('location')).toMatch(/account|signin/)
    expect((await browsing.get('/account')).status).toBe(200)
  })

  test('webhooks are made, shown with their secret once, tested and deleted; a stranger reaches none', async () => {
    const browsing = await registered('radia')
    const form = { ...(await browsing.form('/account/webhooks')), do: 'make', url: 'https://hooks.example/a' }
    const made = await browsing.post('/account/webhooks', { ...form, description: SCRIPT })
    const [secret = ''] = /whsec_[\w+/=&#;]+/.exec(made.text) ?? []
    const [path = ''] = /\/account\/webhooks\/whk_\w+/.exec(made.text) ?? []
    expect([secret, path]).toEqual([expect.stringMatching(/^whsec_/), expect.stringMatching(/whk_/)])
    const again = await browsing.get('/account/webhooks')
    expect([again.text.includes(secret), again.text.includes(SCRIPT)]).toEqual([false, false])
    const id = path.split('/').at(-1) ?? ''
    const tested = await browsing.post('/account/webhooks', { ...form, do: 'test', webhook_id: id })
    expect(tested.headers.get('location')).toBe(path)
    expect((await browsing.get(path)).text).toContain('webhook.test')
    expect((await (await registered('trudy')).get(path)).status).toBe(404)
    const inside = await browsing.post('/account/webhooks', { ...form, url: 'http://127.0.0.1/' })
    expect([inside.status, inside.text.includes('Nothing was charged')]).toEqual([422, true])
    await browsing.post('/account/webhooks', { ...form, do: 'delete', webhook_id: id })
    expect((await browsing.get('/account/webhooks')).text).not.toContain(id)
  })

  test('the notice address of the key of a browser is set, confirmed by its token and removed', async () => {
    const browsing = openBrowsing(world)
    const { key, keyId } = await world.key(500)
    const post = async (fields: Record<string, string>) =>
      browsing.post('/wallet', { ...(await browsing.form('/wallet')), ...fields })
    expect((await post({ do: 'set-notices', email: 'eve@mail.example' })).headers.get('location')).toBe('/wallet')
    await browsing.post('/wallet', { _token: (await browsing.form('/wallet'))['_token'] ?? '', key })
    expect((await browsing.get('/wallet')).text).toContain('Nobody is told')
    const set = await post({ do: 'set-notices', email: 'ann@mail.example', below: '2.50' })
    expect(set.headers.get('location')).toBe('/wallet#notices')
    expect((await browsing.get('/wallet')).text).toMatch(/<b>ann@mail.example<\/b> has to be confirmed/)
    const wrong = await post({ do: 'confirm-notices', token: 'fbn_nonsense' })
    expect([wrong.status, wrong.text.includes('invalid_reset_token')]).toEqual([422, true])
    await world.sql(
      `update key_notice set confirmed_at = now() where account_id = (select account_id from service_key where key_id = $1)`,
      [keyId],
    )
    expect((await browsing.get('/wallet')).text).toMatch(/<b>ann@mail.example<\/b> is told .* below \$2\.50/)
    await post({ do: 'set-notices', email: '' })
    expect((await browsing.get('/wallet')).text).toContain('Nobody is told')
  })

  test('the spending of the key of a browser is a table by day and outcome, and a file', async () => {
    const browsing = openBrowsing(world)
    const { key } = await world.key(50)
    await browsing.post('/wallet', { ...(await browsing.form('/wallet')), key })
    expect((await browsing.get('/wallet')).text).toContain('No call in the last 30 days')
    expect((await openBrowsing(world).get('/wallet/usage.csv')).headers.get('location')).toBe('/wallet')
    const file = await browsing.get('/wallet/usage.csv')
    expect([file.headers.get('content-type'), file.headers.get('cache-control')]).toEqual([
      'text/csv; charset=utf-8',
      'no-store',
    ])
    expect(file.text).toMatch(/^day,slug,code,calls,cents/)
  })
})

describe('the market, without a script', () => {
  test('a seller publishes, a buyer finds and takes it free, and reads it in the library', async () => {
    const seller = await registered('seller1')
    const listing = await published(seller, {
      title: `Free skill ${SCRIPT}`,
      summary: SCRIPT,
      description: `**Bold** ${SCRIPT}`,
    })
    const buyer = await registered('buyer1')
    const market = await buyer.get('/market?q=skill')
    expect(market.text).toContain(`href="${listing}"`)
    const page = await buyer.get(listing)
    expect(page.text).toContain('Get it free')
    for (const { text } of [market, page, await seller.get('/sell')])
      expect(text).not.toMatch(/<script>|<script(?!\s+(?:defer|type))/)
    const taken = await buyer.post(listing, { ...(await buyer.form(listing)), pay: 'free' })
    const purchase = taken.headers.get('location') ?? ''
    expect(purchase).toMatch(/^\/library\/pur_/)
    expect((await buyer.get('/library')).text).toContain(`href="${purchase}"`)
    expect((await buyer.get(purchase)).text).toContain('Open what you bought')
    expect((await buyer.get(`${purchase}/delivery`)).text).toContain('# What you get')
    // A third account sees nothing of it.
    expect((await (await registered('stranger')).get(purchase)).status).toBe(404)
  })

  test('a listing is bought with a prepaid key, once for a form that is sent twice, and not with a trial', async () => {
    const seller = await registered('seller2')
    const listing = await published(seller, { title: 'Dear skill', price: '3.00' })
    const { key } = await world.key(500)
    const buyer = await registered('buyer2')
    const form = { ...(await buyer.form(listing)), pay: 'prepaid', cents: '300', key }
    const first = await buyer.post(listing, form)
    const second = await buyer.post(listing, form)
    expect(first.headers.get('location')).toMatch(/^\/library\/pur_/)
    expect(second.headers.get('location')).toBe(first.headers.get('location'))
    const empty = await buyer.post(listing, { ...form, key: 'fb_test_sk_nothing', cents: '300' })
    expect([empty.status, empty.text.includes('Nothing was charged')]).toEqual([409, true])
  })

  test('a buyer without an account gets the text and a token that is shown once', async () => {
    const seller = await registered('seller3')
    const listing = await published(seller, { title: 'Third skill', price: '2.00' })
    const stranger = openBrowsing(world)
    const { key } = await world.key(200)
    const bought = await stranger.post(listing, {
      ...(await stranger.form(listing)),
      pay: 'prepaid',
      cents: '200',
      key,
    })
    expect(bought.text).toContain('# What you get')
    expect(bought.headers.get('cache-control')).toBe('no-store')
  })

  test('the wallet keeps a key and shows what it paid', async () => {
    const browsing = openBrowsing(world)
    const { key } = await world.key(70)
    const kept = await browsing.post('/wallet', { ...(await browsing.form('/wallet')), key })
    expect(kept.headers.get('location')).toBe('/wallet')
    const page = await browsing.get('/wallet')
    expect([page.text.includes('$0.70'), page.text.includes(key)]).toEqual([true, false])
  })

  test.each(['/l/lst_00000000000000000000000000', '/l/%00', '/u/usr_nobody', '/library/pur_x', '/jobs/job_x'])(
    'an id of nobody (%s) is a page that says so',
    async (path) => {
      const browsing = openBrowsing(world)
      const { status, text } = await browsing.get(path)
      expect([303, 404]).toContain(status)
      expect(text).not.toContain('Something failed')
    },
  )
})

test('10,000 reviews with script are a short page of text, and their seller answers one', async () => {
  const seller = await registered('reviewed')
  const listing = await published(seller, { title: 'Reviewed skill' })
  await registered('reviewer')
  // Without triggers, which keep the sums of each seller row by row, and outside of these sums.
  await world.sql(
    `begin; set local session_replication_role = replica;
     insert into feedback (id, purchase_id, listing_id, seller_id, buyer_id, rating, is_counted, comment, created_at)
     select gen_random_uuid(), gen_random_uuid(), l.id, s.id, b.id, 1 + n % 5, false, '${SCRIPT}', now()
     from generate_series(1, 10000) n, market_user s, market_user b, listing l
     where s.username = 'reviewed' and b.username = 'reviewer' and l.owner_id = s.id; commit`,
  )
  const [, profile = ''] = /href="(\/u\/usr_[^"]+)"/.exec((await seller.get(listing)).text) ?? []
  const page = await openBrowsing(world).get(profile)
  expect(page.text).toContain('The latest 20 of 10000')
  const { text: own } = await seller.get('/sell')
  for (const text of [page.text, own]) {
    expect(text).not.toContain('<script>')
    expect(text.length).toBeLessThan(60_000)
  }
  const [feedback = ''] = /fbk_\w+/.exec(own) ?? []
  const answer = async (by: Browsing) =>
    by.post('/sell', {
      ...(await by.form('/sell')),
      do: 'reply',
      feedback_id: feedback,
      reply: `Thanks ${SCRIPT}`,
    })
  const refused = await answer(await registered('rival'))
  expect([refused.status, refused.text.includes('Nothing was charged')]).toEqual([422, true])
  const answered = await answer(seller)
  expect(answered.headers.get('location')).toBe('/sell')
  expect((await openBrowsing(world).get(profile)).text).toMatch(/The seller: Thanks &#34;&#62;&#60;script/)
})

test('an account asks for its data and its deletion, and is kept after all', async () => {
  const browsing = await registered('leaver')
  const form = await browsing.form('/account/leave')
  const made = await browsing.post('/account/leave', { ...form, do: 'export' })
  expect(made.text).toContain('The file is being made')
  expect((await browsing.get('/account/export.zip')).text).toContain('not_delivered_yet')
  expect((await openBrowsing(world).get('/account/export.zip')).headers.get('location')).toMatch(/^\/signin/)
  const unproved = await browsing.post('/account/leave', { ...form, do: 'delete', password: 'not this one' })
  expect(unproved.text).toContain('The current password is wrong.')
  expect((await browsing.post('/account/leave', { ...form, do: 'delete', password: PASSWORD })).status).toBe(303)
  expect((await browsing.get('/account/leave')).text).toContain('Your account is deleted after')
  expect((await browsing.post('/account/leave', { ...form, do: 'keep' })).status).toBe(303)
  expect((await browsing.get('/account/leave')).text).toContain('Delete my account')
})

test('a job is posted, proposed to and shown to both, with nothing of theirs as script', async () => {
  const poster = await registered('poster1')
  const posted = await poster.post('/jobs/new', {
    ...(await poster.form('/jobs/new')),
    title: `Clean a table of 500 rows`,
    description: `Clean the table as the brief says. ${SCRIPT} It has 500 rows of names and cities, as CSV.`,
    done_when: 'Every row parses as CSV and has two columns.',
    budget: '9',
  })
  const job = posted.headers.get('location') ?? ''
  expect(job).toMatch(/^\/jobs\/job_/)
  const worker = await registered('worker1')
  expect((await worker.get('/jobs')).text).toContain(`href="${job}"`)
  const proposal = {
    do: 'propose',
    bid: '8.00',
    delivery_days: '2',
    cover_letter: `I clean tables for a living, and have for ten years. ${SCRIPT}`,
  }
  const proposed = await worker.post(job, { ...(await worker.form(job)), ...proposal })
  expect(proposed.status).toBe(303)
  // It may be made once, and withdrawn by whoever made it.
  const own = await worker.form(job)
  expect(own).toMatchObject({ do: 'withdraw', proposal_id: expect.stringMatching(/^prp_/) })
  expect((await worker.post(job, own)).status).toBe(303)
  expect((await worker.post(job, { ...(await worker.form(job)), ...proposal })).status).toBe(303)
  const shown = await poster.get(job)
  expect(shown.text).toContain('I clean tables')
  expect(shown.text).not.toContain('<script>alert')
  // Programs get Markdown at the same address.
  expect((await fetch(world.baseUrl + job)).headers.get('content-type')).toContain('text/markdown')
})
