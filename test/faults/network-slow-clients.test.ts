import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'

import { type Cluster, type Member, openCluster } from '../support/world/cluster.ts'
import { eventually } from '../support/world/world.ts'

const HELLO = { text: 'hello' }
/** Longer than the server gives a request (30 s, looked at every 2 s), and twice as long as it gives a silent socket. */
const REQUEST_MS = 45_000
const SILENT_MS = 140_000

let cluster: Cluster
let ingress: Member
let key: string
let keyId: string
beforeAll(async () => {
  cluster = await openCluster('redis')
  const env = { PRELOAD: 'hostile/hostile-outcomes.ts' }
  ;[ingress] = await Promise.all([
    cluster.ingress(env),
    cluster.worker(['outcome'], env),
    cluster.worker(['settlement-watch']),
  ])
  await cluster.ready(ingress)
  ;({ key, keyId } = await cluster.key(10_000))
})
afterAll(async () => {
  expect((await audit(cluster.db.pg)).filter(({ ok }) => !ok)).toEqual([])
  await cluster.close()
})

const paid = (slug: string, body: unknown) => cluster.call(ingress, slug, body, { 'x-service-key': key })

const serverPort = () => Number(new URL(ingress.baseUrl).port)

/** A caller on a socket of its own, and what became of it. With `stubborn` it goes on sending after it was answered. */
function caller(stubborn = false) {
  const socket: Socket = connect({ port: serverPort(), host: '127.0.0.1', allowHalfOpen: stubborn })
  const began = Date.now()
  const seen = { socket, answer: '', lastedMs: null as number | null }
  socket.on('data', (chunk) => (seen.answer += chunk.toString()))
  socket.on('error', () => undefined)
  socket.on('close', () => (seen.lastedMs = Date.now() - began))
  return seen
}

const head = (length: number) =>
  `POST /api/v1/outcomes/hash-text HTTP/1.1\r\nHost: x\r\nX-Service-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

/** How many of these callers the server still has a connection with, as the kernel sees it (1 is ESTABLISHED). */
function stillConnected(callers: ReturnType<typeof caller>[]): number {
  const ports = new Set(callers.map(({ socket }) => socket.localPort))
  const hex = (port: string | undefined) => Number.parseInt(port?.split(':')[1] ?? '', 16)
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, remote, state]) => hex(local) === serverPort() && ports.has(hex(remote)) && state === '01')
    .length
}

/** Sends a byte a second until the socket is gone. */
function drip(socket: Socket, bytes: string): void {
  let sent = 0
  const timer = setInterval(() => {
    if (!socket.writable) clearInterval(timer)
    else socket.write(bytes[sent++ % bytes.length] ?? 'x')
  }, 1_000)
  socket.on('close', () => clearInterval(timer))
}

test('five hundred callers who send nothing, or a byte a second, are told so and cut off; others are served meanwhile', async () => {
  const silent = Array.from({ length: 200 }, () => caller())
  const slowHeads = Array.from({ length: 150 }, () => {
    const one = caller(true)
    one.socket.write('POST /api/v1/outcomes/hash-text HTTP/1.1\r\nHost: x\r\nX-Slow: ')
    drip(one.socket, 'x')
    return one
  })
  const slowBodies = Array.from({ length: 150 }, () => {
    const one = caller(true)
    one.socket.write(`${head(2_000)}{"text":"`)
    drip(one.socket, 'x')
    return one
  })
  const all = [...silent, ...slowHeads, ...slowBodies]
  const served: (number | undefined)[] = []
  await eventually(async () => {
    served.push((await paid('hash-text', HELLO))?.status)
    await pause(100)
    return all.every(({ lastedMs }) => lastedMs !== null)
  }, REQUEST_MS)

  // Everybody else was answered, every time.
  expect(served.length).toBeGreaterThan(100)
  expect(served.filter((status) => status !== 200)).toEqual([])
  // Each was told why, in the words of the table, with the time to come again.
  for (const { answer } of [...silent, ...slowHeads, ...slowBodies]) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(answer).toMatch(/\r\nRetry-After: \d+\r\n/i)
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))).toMatchObject({
      ok: false,
      code: 'request_timeout',
      retryable: true,
      charged_cents: 0,
    })
  }
  // Whoever has not sent a head is cut off long before whoever sends a body.
  const longest = (some: typeof all) => Math.max(...some.map(({ lastedMs }) => lastedMs ?? Infinity))
  expect(longest([...silent, ...slowHeads])).toBeLessThan(Math.min(...slowBodies.map(({ lastedMs }) => lastedMs ?? 0)))
  const { rows } = await cluster.db.pg.query(
    `select count(*)::int as calls, a.posted::int, a.held::int from call c join account a on a.id = c.account_id
     join service_key k on k.account_id = a.id where k.key_id = $1 group by a.posted, a.held`,
    [keyId],
  )
  expect(rows).toEqual([{ calls: served.length, posted: (10_000 - served.length) * 10_000, held: 0 }])
})

test('a caller who does not read its answer is cut off, was charged once, and may read it later', async () => {
  const { key: own, keyId: ownId } = await cluster.key(50)
  const bytes = 7_000_000
  const body = JSON.stringify({ bytes })
  const deaf = Array.from({ length: 5 }, () => {
    const one = caller()
    one.socket.pause()
    one.socket.write(
      `POST /api/v1/outcomes/hostile-big HTTP/1.1\r\nHost: x\r\nX-Service-Key: ${own}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    return one
  })
  const callIds = async () => {
    const { rows } = await cluster.db.pg.query<{ id: string; state: string }>(
      `select replace(c.id::text, '-', '') as id, c.state from call c join service_key k on k.id = c.service_key_id where k.key_id = $1`,
      [ownId],
    )
    return rows
  }
  await eventually(async () => (await callIds()).filter(({ state }) => state === 'captured').length === 5)
  const served: (number | undefined)[] = []
  expect(stillConnected(deaf)).toBe(5)
  await eventually(async () => {
    served.push((await paid('hash-text', HELLO))?.status)
    await pause(100)
    return stillConnected(deaf) === 0
  }, SILENT_MS)
  expect(served.filter((status) => status !== 200)).toEqual([])

  for (const { id } of await callIds()) {
    const read = await fetch(`${ingress.baseUrl}/api/v1/calls/call_${id}`, { headers: { 'x-service-key': own } })
    // Safe: the answer of our own server.
    const { result } = (await read.json()) as { result: { text: string } }
    expect(result.text.length).toBe(bytes)
  }
  for (const { socket } of deaf) socket.destroy()
  const { rows } = await cluster.db.pg.query(
    `select a.posted::int, a.held::int from account a join service_key k on k.account_id = a.id where k.key_id = $1`,
    [ownId],
  )
  expect(rows).toEqual([{ posted: 45 * 10_000, held: 0 }])
})
