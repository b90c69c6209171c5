import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openBrowsing } from '#test/support/world/browsing.ts'
import { openWorld, type World } from '#test/support/world/world.ts'

let world: World
let token: string
beforeAll(async () => {
  world = await openWorld({ backend: 'postgres', pools: [], limits: { preview: 5 } })
  const account = {
    username: 'drawn',
    email: 'drawn@users.example',
    password: 'correct horse battery',
    terms_accepted: true,
  }
  const { body } = await world.request('POST', '/api/auth/register', { body: account })
  token = String(body['access_token'])
})
afterAll(() => world.close())

async function publish(status: 'live' | 'draft'): Promise<string> {
  const made = await world.request('POST', '/api/listings', {
    headers: { authorization: `Bearer ${token}` },
    body: { title: 'A </text> & <b>', description: 'It counts.', content: '# Counting', price_cents: 300, status },
  })
  expect(made.status, made.text).toBe(201)
  return String(made.body['listing_id'])
}

/** Where a page says that its picture is. */
async function pictureOf(path: string): Promise<string> {
  const { text } = await openBrowsing(world).get(path)
  const [, url = ''] = /<meta property="og:image" content="([^"]+)"/.exec(text) ?? []
  return new URL(url).pathname
}

test('an outcome, a bundle, a listing and a document each name a picture of their own, which other sites may show', async () => {
  const listing = await publish('live')
  const paths = ['/o/hash-text', '/o/bundles/security-kit', `/l/${listing}`, '/docs/payments']
  const tags = new Set<string | null>()
  for (const path of paths) {
    const picture = await pictureOf(path)
    expect(picture).toMatch(/^\/og\/.*\.png$/)
    const drawn = await fetch(world.baseUrl + picture)
    expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(drawn.headers.get('cache-control')).toMatch(/^public/)
    expect(drawn.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(await sharp(Buffer.from(await drawn.arrayBuffer())).metadata()).toMatchObject({ width: 1200, height: 630 })
    const tag = drawn.headers.get('etag')
    tags.add(tag)
    const again = await fetch(world.baseUrl + picture, { headers: { 'if-none-match': String(tag) } })
    expect(again.status).toBe(304)
  }
  expect(tags.has(null)).toBe(false)
  expect(tags.size).toBe(paths.length)
})

test('a draft has no picture, for its seller either, and neither has what does not exist', async () => {
  const draft = await publish('draft')
  const cookie = `fb_session=${token}`
  for (const path of [
    `/og/l/${draft}.png`,
    '/og/l/lst_0.png',
    '/og/o/nothing-of-ours.png',
    '/og/docs/nothing.png',
    '/og/x.png',
  ]) {
    const { status } = await fetch(world.baseUrl + path, { headers: { cookie } })
    expect([path, status]).toEqual([path, 404])
  }
})

test('an address that has too many pictures drawn is refused, and still shown what is kept', async () => {
  const documents = ['payments', 'errors', 'clients', 'webhooks', 'router', 'bundles']
  const ask = async (name = '') => (await fetch(`${world.baseUrl}/og/docs/${name}.png`)).status
  const answers: number[] = []
  for (const name of documents) answers.push(await ask(name))
  const refused = answers.indexOf(429)
  expect(refused).toBeGreaterThan(0)
  expect(answers.slice(0, refused).every((status) => status === 200)).toBe(true)
  expect(await ask(documents[0])).toBe(200)
})
