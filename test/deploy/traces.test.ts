import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { toBase58 } from '#shared/lib/crypto/base58.ts'
import { type ReceivedSpan, startOtlpReceiver } from '#test/support/fakes/otlp-receiver.ts'
import { startFakeSeller } from '#test/support/fakes/fake-seller.ts'
import { type Cluster, type Member, openCluster } from '#test/support/world/cluster.ts'
import { memberWorld } from '#test/support/world/member-world.ts'
import { sellerEndpoints, sellerWith } from '#test/support/world/sellers.ts'
import { eventually } from '#test/support/world/world.ts'

const CANARY = `canary${randomBytes(8).toString('hex')}`
const hex = (bytes: number) => randomBytes(bytes).toString('hex')

let receiver: Awaited<ReturnType<typeof startOtlpReceiver>>
let site: Server
let cluster: Cluster
let ingress: Member
let worker: Member
let page = ''
let key = ''
let seller: Awaited<ReturnType<typeof startFakeSeller>>

beforeAll(async () => {
  receiver = await startOtlpReceiver()
  site = createServer((_, response) => response.end(`<title>t</title><article><p>${CANARY}</p></article>`))
  await once(site.listen(0, '127.0.0.1'), 'listening')
  // Safe: a TCP server has a port.
  const { port } = site.address() as AddressInfo
  page = `http://page.test:${port}/${CANARY}`
  seller = await startFakeSeller()
  cluster = await openCluster('redis')
  const traced = {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-receiver=yes',
    EGRESS_ALLOW: `page.test:${port}=127.0.0.1`,
    SELLER_ALLOW: seller.allow,
  }
  ;[ingress, worker] = await Promise.all([cluster.ingress(traced), cluster.worker(['outcome'], traced)])
  await cluster.ready(ingress)
  ;({ key } = await cluster.key(1_000))
})
afterAll(async () => {
  await cluster.close()
  receiver.close()
  site.close()
  await seller.close()
})

/** A call with a `traceparent` of its own, its trace once it is whole, and where each span hangs in it. */
async function tracedCall(slug: string, input: unknown, more: Record<string, string> = {}, path = slug) {
  const [traceId, parentId] = [hex(16), hex(8)]
  const traceparent = `00-${traceId}-${parentId}-00`
  const answer = await cluster.call(ingress, path, input, { 'x-service-key': key, traceparent, ...more })
  const own = () => receiver.spans.filter((span) => span.traceId === traceId)
  await eventually(() => ['finish', 'work', `call ${slug}`].every((name) => own().some((span) => span.name === name)))
  return { answer, traceId, parentId, spans: own(), tree: treeOf(own(), parentId) }
}

/** Puts an endpoint of a new seller on sale. Resolves with its slug. */
async function anEndpoint(way: string): Promise<string> {
  const world = memberWorld(cluster, ingress)
  const wallet = toBase58(randomBytes(32))
  return sellerEndpoints(world, seller, await sellerWith(world, wallet)).onSale(way)
}

type Tree = { [name: string]: Tree }
/** The names of the spans below another. */
const treeOf = (spans: readonly ReceivedSpan[], parentId: string): Tree =>
  Object.fromEntries(
    spans.filter((span) => span.parentSpanId === parentId).map((span) => [span.name, treeOf(spans, span.spanId)]),
  )

describe('a trace', () => {
  test('follows a call from the request over the queue to the upstream and its end, in the trace of its caller', async () => {
    const { answer, tree, spans } = await tracedCall('page-markdown', { url: page })
    expect(answer).toMatchObject({ status: 200 })
    expect(tree).toEqual({
      'call page-markdown': {
        accept: {},
        wait: {},
        'add outcome.page-markdown': {
          'process outcome': { work: { 'run page-markdown': { fetch: {} }, finish: {} } },
        },
      },
    })
    const [request] = spans.filter(({ name }) => name.startsWith('call '))
    expect(request).toMatchObject({
      service: 'farebox-ingress',
      facts: {
        'farebox.slug': 'page-markdown',
        'farebox.payer': 'key',
        'farebox.code': 'ok',
        'farebox.call_id': answer?.body['call_id'],
        'farebox.request_id': answer?.body['request_id'],
      },
    })
    expect(spans.find(({ name }) => name === 'work')).toMatchObject({ service: 'farebox-worker' })
  })

  test('of a call that shares its job with others is its own, and is linked to the job', async () => {
    const calls = await Promise.all(Array.from({ length: 24 }, () => tracedCall('hash-text', { text: CANARY })))
    for (const { answer, spans } of calls) {
      expect(answer?.status).toBe(200)
      expect(
        spans
          .map(({ name }) => name)
          .filter((name) => !/^(?:add|process) /.test(name))
          .toSorted(),
      ).toEqual(['accept', 'call hash-text', 'finish', 'run hash-text', 'wait', 'work'])
    }
    const works = calls.flatMap(({ spans }) => spans.filter(({ name }) => name === 'work'))
    const linked = works.filter(({ links }) => links.length === 1)
    // Whoever brought the job hangs below it; the others are linked.
    expect(linked.length).toBeGreaterThan(0)
    const jobs = new Set(receiver.spans.flatMap(({ name, spanId }) => (name === 'process outcome' ? [spanId] : [])))
    for (const { links } of linked) expect(jobs).toContain(links[0]?.spanId)
  })

  test('of a failed fetch says why by code alone', async () => {
    const { answer, spans } = await tracedCall('page-markdown', { url: `http://127.0.0.1:1/${CANARY}` })
    expect(answer?.status).toBe(422)
    const [fetched] = spans.filter(({ name }) => name === 'fetch')
    expect(fetched).toMatchObject({ facts: { 'error.type': answer?.body['code'] }, status: { code: 2 } })
    expect(fetched?.status.message).toBeUndefined()
  })

  test('has a span of the seller whose endpoint is called, and says in one word how it failed', async () => {
    const slug = await anEndpoint('good')
    // Requests to all endpoints have one name, as in the metrics.
    const callOf = (name: string) =>
      tracedCall('seller-endpoint', { text: CANARY }, {}, `../seller-endpoints/${name}/call`)
    const good = await callOf(slug)
    expect(good.answer).toMatchObject({ status: 200 })
    const [asked, ...others] = good.spans.filter(({ name }) => name === `seller ${slug}`)
    expect(others).toEqual([])
    expect(asked?.parentSpanId).toBe(good.spans.find(({ name }) => name === `run sellers/${slug}`)?.spanId)
    const failing = await anEndpoint('error-500')
    const bad = await callOf(failing)
    expect(bad.answer).toMatchObject({ status: 502 })
    expect(bad.spans.find(({ name }) => name === `seller ${failing}`)).toMatchObject({
      facts: { 'farebox.problem': 'status', 'error.type': 'SellerFailed' },
      status: { code: 2 },
    })
  })

  test('starts anew where the traceparent is none', async () => {
    const before = receiver.spans.length
    for (const traceparent of ['00-0-0-0', `00-${'0'.repeat(32)}-${hex(8)}-01`, CANARY.repeat(50)])
      expect(
        await cluster.call(ingress, 'hash-text', { text: 'b' }, { 'x-service-key': key, traceparent }),
      ).toMatchObject({ status: 200 })
    const roots = () =>
      receiver.spans.slice(before).filter(({ name, parentSpanId }) => name === 'call hash-text' && !parentSpanId)
    await eventually(() => roots().length === 3)
    expect(new Set(roots().map(({ traceId }) => traceId)).size).toBe(3)
  })
})

test('nothing that a caller sent and no secret is in what the receiver got, but its own header', async () => {
  await tracedCall('hash-text', { text: 'c' }, { tracestate: `a=${CANARY}`, baggage: `user=${CANARY}` })
  const text = receiver.text()
  expect(text).toContain('"x-receiver":"yes"')
  for (const confidential of [CANARY, key, 'test-secret-test-secret', 'test-admin-token', page])
    expect(text).not.toContain(confidential)
})

test('the log lines of a call carry its trace, in both processes', async () => {
  const { traceId } = await tracedCall('hash-text', { text: 'd' })
  for (const [member, msg] of [
    [ingress, 'request'],
    [worker, 'call'],
  ] as const) {
    const lines = () =>
      member
        .log()
        .split('\n')
        .filter((line) => line.includes(traceId))
    await eventually(() => lines().length > 0)
    expect(lines().map((line) => JSON.parse(line) as unknown)).toContainEqual(
      expect.objectContaining({ msg, traceId, spanId: expect.stringMatching(/^[0-9a-f]{16}$/), slug: 'hash-text' }),
    )
  }
})

test('latencies have exemplars that name a trace', async () => {
  const { traceId } = await tracedCall('page-markdown', { url: page })
  const response = await fetch(`${ingress.baseUrl}/metrics`, {
    headers: { authorization: 'Bearer test-admin-token-0123' },
  })
  expect(response.headers.get('content-type')).toMatch(/^application\/openmetrics-text/)
  const text = await response.text()
  expect(text).toMatch(
    new RegExp(
      `^farebox_call_duration_seconds_bucket\\{.*pool="outcome".*\\} \\d+ # \\{trace_id="${traceId}"\\} `,
      'm',
    ),
  )
  expect(text.match(/^# EOF$/gm)).toHaveLength(1)
  expect(text.endsWith('# EOF\n')).toBe(true)
})

test('a receiver that is away holds nobody up and is a line in the log', async () => {
  const alone = await cluster.ingress({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
  for (let nth = 0; nth < 20; nth += 1)
    expect(await cluster.call(alone, 'hash-text', { text: 'e' }, { 'x-service-key': key })).toMatchObject({
      status: 200,
    })
  await eventually(() => alone.log().includes('traces could not be sent'))
  alone.signal('SIGTERM')
  await alone.gone
  expect(alone.child.exitCode).toBe(0)
})

test('without the setting lines have no trace, and metrics the usual format', async () => {
  const plain = await cluster.ingress()
  expect(await cluster.call(plain, 'hash-text', { text: 'f' }, { 'x-service-key': key })).toMatchObject({ status: 200 })
  await eventually(() => plain.log().includes('"msg":"request"'))
  expect(plain.log()).not.toContain('"traceId"')
  const { headers } = await fetch(`${plain.baseUrl}/metrics`, {
    headers: { authorization: 'Bearer test-admin-token-0123' },
  })
  expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
})
