import { expect, test } from 'vitest'
import { z } from 'zod'

import { numbers } from '../support/numbers.ts'
import { type Cluster, openCluster } from '../support/world/cluster.ts'
import { chosenBodies } from '../support/hostile/chosen-bodies.ts'
import { type Operation, operationsOf } from '../support/hostile/operations.ts'
import { hostileQueries } from '../support/hostile/queries.ts'
import { announce, send } from '../support/hostile/send.ts'
import { type Noticed, startWalker, tellPause } from '../support/hostile/walker.ts'
import { reportMeasured } from '../support/measure/report-measured.ts'
import { randomId } from '../support/world/world.ts'

const SEED = 12
const LIMIT_MS = 50
/** An operation that hangs the ingress so often is left alone: each time costs seconds, and one is enough to fail. */
const MOST_HANGS = 2
/** Walks only operations whose path contains this text, to look for one cause. */
const ONLY = process.env['HOSTILE_WALK'] ?? ''
/** What an operation takes where nothing else is declared. */
const USUAL_LIMIT = 262_144
/** More than any operation takes. */
const OVERSIZED = 40_000_000

/** Nothing may keep a body from being read and validated; what is left of the limits is by address (walker.ts). */
const ENV = {
  TRUST_PROXY_HOPS: '1',
  TRIAL_GRANTS_PER_DAY: '10000000',
}

/** Documents that an ingress makes when they are first read: some take it a second of the processor. */
const MADE_WHEN_READ = [
  '/openapi.json',
  '/llms-full.txt',
  '/api/v1/outcomes/meta',
  '/api/v1/outcomes/meta?fields=price_cents',
  '/api/v1/outcomes/meta?pack=builder-pack&fields=input_schema,output_schema',
  '/api/v1/catalog/search?q=json',
  '/api/v1/packs/builder-pack/openapi.json',
  '/api/v1/outcomes/bundles/security-kit/openapi.json',
  '/api/v1/outcomes/bundles/security-kit.md',
  '/api/v1/outcomes/pay-probe/bundles/security-kit',
  '/.well-known/x402.json',
  '/api/v1/agent-feed',
]

type ChosenBodies = ReturnType<typeof chosenBodies>
type Credential = { name: string; headers: Record<string, string> }

test(
  'no request stops the event loop of an ingress for 50 ms, whatever it contains',
  { timeout: 1_800_000 },
  async () => {
    const cluster = await openCluster('redis')
    const walker = await startWalker(cluster, ENV, LIMIT_MS)
    try {
      await pretendWorkers(cluster)
      await walker.forget()
      for (const path of MADE_WHEN_READ) {
        await walker.send({ name: `GET ${path}, first read`, request: { method: 'GET', path, headers: {} } })
        await walker.look()
      }
      const random = numbers(SEED)
      const { operations: all, resolve } = operationsOf(await (await fetch(`${walker.baseUrl}/openapi.json`)).json())
      const operations = all.filter(({ path }) => path.includes(ONLY))
      const { key } = await cluster.key(100_000_000)
      const began = performance.now()

      for (const operation of operations) {
        const account = operation.isMarket ? await openAccount(walker.baseUrl) : null
        const path = pathOf(operation, account?.listingId ?? 'x')
        const credentials = credentialsFor(key, account?.token ?? null)
        const genuine = credentials.at(-1)?.headers ?? {}
        // What the first request of an operation loads is not what this test is about.
        await send(walker.baseUrl, { method: operation.method, path, headers: genuine }, 5_000)
        const limit = await limitOf(walker.baseUrl, operation, path, genuine)
        await walker.forget()
        const bodies = chosenBodies(operation, { limit, resolve, random })
        let hangs = 0
        for (const hostile of requestsOf(operation, path, credentials, bodies)) {
          if (hangs === MOST_HANGS) break
          if (!(await walker.send(hostile))) hangs += 1
        }
        await walker.look()
      }

      const seconds = Math.round((performance.now() - began) / 1_000)
      const { noticed, sent, statuses } = walker
      const counted = noticed.filter(counts).toSorted((one, other) => other.pauseMs - one.pauseMs)
      reportMeasured(
        `hostile walk: ${sent} requests to ${operations.length} operations in ${seconds} s; answers ${JSON.stringify(Object.fromEntries(statuses))}`,
      )
      reportMeasured(`hostile walk: the longest pause of the ingress was ${tellPause(counted[0] ?? walker.longest)}`)
      // Bodies were read and refused for what they contain, not for who sent them or how often.
      expect(statuses.get(422)).toBeGreaterThan(sent / 4)
      expect(statuses.get(429) ?? 0).toBe(0)
      expect(counted.map(tellPause)).toEqual([])
    } finally {
      walker.close()
      await cluster.close()
    }
  },
)

/**
 * What stops a process once, without computing, and not when the same is sent again, is this machine's doing: it gave the
 * processor to somebody else. It is printed, and not counted.
 */
const counts = ({ cpuMs, repeated }: Noticed) => cpuMs >= LIMIT_MS || repeated.pauseMs >= LIMIT_MS

/** What an operation gets from each sender: bodies, then queries without a body. */
function* requestsOf(operation: Operation, path: string, [malformed, genuine]: Credential[], bodies: ChosenBodies) {
  const { method } = operation
  for (const [credential, chosen] of [
    [malformed, bodies.unpaid],
    [genuine, bodies.paid],
  ] as const) {
    const about = `${method} ${operation.path}, ${credential?.name}, `
    const common = { prefer: 'respond-async', ...credential?.headers }
    for (const { kind, type, minBytes = 0, make } of chosen) {
      const body = make()
      if (body.length <= minBytes) continue
      const headers = { 'content-type': type, 'idempotency-key': randomId(), ...common }
      yield { name: `${about}${kind} (${body.length} bytes)`, request: { method, path, headers, body } }
    }
    for (const { kind, query } of hostileQueries(operation))
      yield { name: about + kind, request: { method, path: `${path}?${query}`, headers: common } }
  }
}

/** The pools are manned as far as the ingress sees: calls are charged and queued, and nobody runs them. */
async function pretendWorkers({ db }: Cluster): Promise<void> {
  await db.pg.query(
    `insert into worker_heartbeat (worker_id, pool, slots, busy, run_ms, seen_at)
     select 'nobody', pool, 1000000, 0, 1, now() + interval '1 day'
     from unnest(array['outcome', 'screenshot', 'pdf-extract', 'router-workflow', 'settlement-watch', 'media-processing']) pool`,
  )
}

/** First a credential that cannot be one, then a genuine one, which leads further in. */
function credentialsFor(key: string, token: string | null): Credential[] {
  if (token === null)
    return [
      { name: 'with a malformed key', headers: { 'x-service-key': 'x' } },
      { name: 'with a paying key', headers: { 'x-service-key': key } },
    ]
  return [
    { name: 'with a malformed token', headers: { authorization: 'Bearer x' } },
    { name: 'with an account', headers: { authorization: `Bearer ${token}` } },
  ]
}

const Account = z.object({ access_token: z.string() })
const Listing = z.object({ listing_id: z.string() })

/** A new account of the marketplace, and a listing of its own. */
async function openAccount(baseUrl: string): Promise<{ token: string; listingId: string }> {
  const username = `u${randomId()}`
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(baseUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const answer: unknown = await response.json()
    expect(response.ok, JSON.stringify(answer)).toBe(true)
    return answer
  }
  const account = { username, email: `${username}@mail.example`, password: `pw-${randomId()}`, terms_accepted: true }
  const { access_token: token } = Account.parse(await post('/api/auth/register', account))
  const listing = await post(
    '/api/listings',
    { title: 'A listing', price_cents: 0 },
    { authorization: `Bearer ${token}` },
  )
  return { token, listingId: Listing.parse(listing).listing_id }
}

const pathOf = ({ path }: Operation, listingId: string) =>
  path.replaceAll('{listing_id}', listingId).replaceAll(/\{\w+\}/g, 'x')

/** How many bytes a body may have, as the operation itself says when one has more. */
async function limitOf(baseUrl: string, { method, bodies }: Operation, path: string, headers: Record<string, string>) {
  const [first] = bodies
  if (first === undefined) return 0
  const type = first.type === 'multipart/form-data' ? `${first.type}; boundary=x` : first.type
  const text = await announce(baseUrl + path, OVERSIZED, { method, headers: { ...headers, 'content-type': type } })
  // Who asks for payment first does not say its limit, and has the usual one.
  return Number(/limit of (\d+) bytes/.exec(text)?.[1] ?? USUAL_LIMIT)
}
