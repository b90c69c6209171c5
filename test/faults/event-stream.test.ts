import { connect, type Socket } from 'node:net'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { memoryOf } from '#test/support/measure/memory-of.ts'
import { type Cluster, type Member, openCluster } from '#test/support/world/cluster.ts'
import { eventually } from '#test/support/world/world.ts'

const PRELOAD = 'measure/report-memory.ts'

let cluster: Cluster
let publisher: Member
beforeAll(async () => {
  cluster = await openCluster('redis')
  publisher = await cluster.worker(['router-workflow'])
})
afterAll(async () => {
  await cluster.kill(publisher)
  await cluster.close()
})

type Reader = { key: string; write: (events: number, bytes?: number) => Promise<void>; seen: string[] }

/** A key with a stream of its own, whose events a test writes and reads. */
async function openReader(): Promise<Reader> {
  const { key, keyId } = await cluster.key(10)
  return {
    key,
    seen: [],
    async write(events, bytes = 10) {
      await cluster.db.pg.query(
        `insert into event (stream, type, data)
         select 'key:' || k.account_id, 'call.failed', jsonb_build_object('nth', n, 'filling', repeat('x', $3::int))
         from service_key k, generate_series(1, $2::int) n where k.key_id = $1`,
        [keyId, events, bytes],
      )
      await eventually(
        async () => (await cluster.db.pg.query('select from event where position is null')).rowCount === 0,
      )
    },
  }
}

/** Follows the stream at one ingress behind what was seen, until so many were, or the connection ends. Tells how it ended. */
async function follow(ingress: Member, { key, seen }: Reader, stopAt: number): Promise<'enough' | 'ended' | 'broken'> {
  const over = new AbortController()
  const headers = { 'x-service-key': key, 'last-event-id': seen.at(-1) ?? '0' }
  try {
    const response = await fetch(`${ingress.baseUrl}/api/events/stream`, { headers, signal: over.signal })
    let text = ''
    // Safe: a response with an event stream has a body.
    for await (const chunk of response.body as ReadableStream<Uint8Array>) {
      const whole = (text + Buffer.from(chunk).toString()).split('\n\n')
      text = whole.pop() ?? ''
      for (const one of whole) {
        const [, id] = /^id: (\d+)$/m.exec(one) ?? []
        if (id !== undefined) seen.push(id)
      }
      if (seen.length >= stopAt) return 'enough'
    }
    return 'ended'
  } catch {
    return 'broken'
  } finally {
    over.abort()
  }
}

test('a reader of the stream whose ingress is killed goes on at another one, with every event once and in order', async () => {
  const reader = await openReader()
  const { seen } = reader
  let ingress = await cluster.ingress()
  for (let round = 1; round <= 3; round += 1) {
    const following = follow(ingress, reader, 400 * round)
    // The first part is read as it happens; the ingress dies while it sends the second.
    await reader.write(100)
    await eventually(() => seen.length >= 400 * (round - 1) + 100)
    const rest = reader.write(300)
    await eventually(() => seen.length > 400 * (round - 1) + 110)
    await cluster.kill(ingress)
    expect(await following).not.toBe('ended')
    await rest
    ingress = await cluster.ingress()
    expect(await follow(ingress, reader, 400 * round)).toBe('enough')
  }
  expect(seen.map(Number)).toEqual([...new Set(seen)].map(Number).toSorted((one, other) => one - other))
  const { rows } = await cluster.db.pg.query<{ position: string }>(
    `select position::text from event order by event.position`,
  )
  expect(seen).toEqual(rows.map(({ position }) => position))
  await cluster.kill(ingress)
})

describe('an ingress with open streams', () => {
  let ingress: Member
  beforeAll(async () => {
    ingress = await cluster.ingress({ PRELOAD, DRAIN_MS: '200' })
  })
  afterAll(() => cluster.kill(ingress))

  test('holds neither the backlog of readers that read nothing nor a connection to the database, and frees their places when they vanish', async () => {
    const readers = await Promise.all(Array.from({ length: 4 }, openReader))
    for (const reader of readers) await reader.write(8_000, 2_000)
    const before = await memoryOf(ingress)
    const stalled = readers.flatMap(({ key }) => Array.from({ length: 5 }, () => stall(ingress, key)))
    await Promise.all(stalled.map(({ began }) => began))
    // What it sent before it waits is in the kernel: nothing more is asked of the database.
    await eventually(async () => (await openQueries()) === 0)
    const during = await memoryOf(ingress)
    const heldMb = (during.heapUsed + during.external - before.heapUsed - before.external) / 1_048_576
    // Twenty times 16 MB wait to be read.
    expect(heldMb).toBeLessThan(40)
    const [first] = readers
    const statusOf = async () => {
      const over = new AbortController()
      const { status } = await fetch(`${ingress.baseUrl}/api/events/stream`, {
        headers: { 'x-service-key': first?.key ?? '' },
        signal: over.signal,
      })
      over.abort()
      return status
    }
    expect(await statusOf()).toBe(503)
    for (const { socket } of stalled) socket.resetAndDestroy()
    await eventually(async () => (await statusOf()) === 200)
  })

  test('ends them when it is told to stop, resets none and exits 0', async () => {
    const [reader, unread] = [await openReader(), await openReader()]
    await reader.write(1)
    await unread.write(8_000, 2_000)
    const readers = [1, 2, 3].map(() => ({ ...reader, seen: [] }))
    const following = readers.map((one) => follow(ingress, one, 99))
    const silent = stall(ingress, unread.key)
    await silent.began
    await eventually(() => readers.every(({ seen }) => seen.length === 1))
    ingress.signal('SIGTERM')
    expect(await Promise.all(following)).toEqual(['ended', 'ended', 'ended'])
    await ingress.gone
    expect(ingress.child.exitCode).toBe(0)
    silent.socket.destroy()
  })
})

/** A reader that asks for the whole stream and reads no more than the first bytes of it. */
function stall(ingress: Member, key: string): { socket: Socket; began: Promise<void> } {
  const { hostname, port } = new URL(ingress.baseUrl)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => undefined)
  const began = new Promise<void>((done) => {
    socket.once('readable', done)
  })
  socket.write(`GET /api/events/stream?after=0 HTTP/1.1\r\nHost: ${hostname}:${port}\r\nX-Service-Key: ${key}\r\n\r\n`)
  return { socket, began }
}

/** Statements of other processes that run now. */
const openQueries = async (): Promise<number> => {
  const { rows } = await cluster.db.pg.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' and query like '%from event%'`,
  )
  return rows[0]?.n ?? 0
}
