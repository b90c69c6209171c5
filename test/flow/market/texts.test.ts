import { afterAll, beforeAll, expect, test } from 'vitest'

import { registerAccount, type Registered } from '#test/support/world/market.ts'
import { openWorld, type World } from '#test/support/world/world.ts'

let world: World
let seller: Registered
beforeAll(async () => {
  world = await openWorld({ backend: 'postgres', pools: [] })
  seller = await registerAccount(world)
  // The first of each kind loads the code that reads it.
  const harmless = [
    { source_type: 'openapi', content: 'openapi: 3.1.0\ninfo: {title: A}\n' },
    { source_type: 'skill_md', content: '---\nname: a\ndescription: A.\n---\n' },
  ]
  for (const body of harmless) expect((await seller.request('POST', '/api/listings/ingest', body)).status).toBe(200)
})
afterAll(() => world.close())

const LISTING = { title: 'A text', price_cents: 0, status: 'live' }
const MEANWHILE = 40
const keys = (count: number) => Array.from({ length: count }, (_, nth) => `k${nth}:\n`).join('')

/** Each text keeps its reader busy for hundreds of milliseconds at least, and for seconds at most. */
const HOSTILE: [string, string, Record<string, unknown>][] = [
  ['YAML of many keys', '/api/listings/ingest', { source_type: 'openapi', content: keys(12_000) }],
  ['YAML of many errors', '/api/listings/ingest', { source_type: 'openapi', content: '}{'.repeat(49_000) }],
  [
    'front matter of many errors',
    '/api/listings/ingest',
    { source_type: 'skill_md', content: `---\n${'}{'.repeat(9_900)}\n---\n` },
  ],
  ['credentials that are none', '/api/listings', { ...LISTING, delivery_markdown: 'password='.repeat(22_000) }],
]

test.each(HOSTILE)('%s of one seller holds up nobody else', async (_, path, body) => {
  const sent = seller.request('POST', path, body).then(() => 'read')
  let answered = 0
  const others = (async () => {
    for (; answered < MEANWHILE; answered += 1) expect((await world.request('GET', '/livez')).status).toBe(200)
    return 'others'
  })()
  const first = await Promise.race([sent, others])
  expect({ first, answered }).toEqual({ first: 'others', answered: MEANWHILE })
  await sent
})
