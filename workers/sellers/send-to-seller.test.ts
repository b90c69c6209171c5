import { once } from 'node:events'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { parseEgressAllow } from '#shared/lib/network/egress-allow.ts'
import { FAILING_WAYS, startFakeSeller } from '#test/support/fakes/fake-seller.ts'
import { forbiddenUrls } from '#test/support/hostile/ssrf-urls.ts'
import { type Lab, openLab } from '#test/support/labs/egress-lab.ts'

import { silentMeter } from '../egress/meter.ts'
import type { EgressPolicy } from '../egress/policy.ts'
import { openSellerDoor } from './send-to-seller.ts'

let lab: Lab
let fake: Awaited<ReturnType<typeof startFakeSeller>>
let send: ReturnType<typeof sender>
beforeAll(async () => {
  fake = await startFakeSeller()
  lab = await openLab()
  for (const { host, port } of parseEgressAllow(fake.allow)) lab.open(host, port)
  send = sender(lab.policy)
})
afterAll(() => Promise.all([lab.close(), fake.close()]))

const sender = (policy: EgressPolicy) => {
  const door = openSellerDoor({ policy, userAgent: 'test/1', meter: silentMeter })
  return (url: string, timeoutMs = 30_000) =>
    door({ url, headers: {}, body: '{"text":"a b"}', timeoutMs, signal: new AbortController().signal })
}
const problemOf = (sending: Promise<unknown>) =>
  sending.then(
    () => null,
    (error: unknown) => Object(error).problem,
  )

test('an answer of JSON is passed on as it was written', async () => {
  expect(await send(fake.url('good'))).toMatchObject({ text: '{"words":2}' })
})

describe('a seller that', () => {
  test.each([
    ['error-500', 'status'],
    ['refusal', 'refused'],
    ['closes-at-once', 'unreachable'],
    ['wrong-type', 'content_type'],
    ['redirect', 'redirect'],
    ['too-large', 'answer_size'],
    ['streams-for-ever', 'answer_size'],
    ['bomb', 'answer_size'],
    ['huge-headers', 'headers'],
    ['no-utf8', 'not_json'],
    ['wrong-encoding', 'answer_size'],
  ])('%s fails by %s', async (way, problem) => {
    expect(FAILING_WAYS).toContain(way)
    expect(await problemOf(send(fake.url(way)))).toBe(problem)
  })

  test('does not answer fails in its time, and its connection is closed', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>()
    const site = await lab.site((request) => void once(request.socket, 'close').then(() => resolve()), 'mute.test')
    const door = sender(lab.policy)
    // Negative: the time for DNS, connection and TLS comes on top.
    expect(await problemOf(door(site, -2_700))).toBe('timeout')
    await closed
  })
})

describe('addresses', () => {
  test('that are forbidden are not reached, and all fail alike', async () => {
    const urls = forbiddenUrls(lab.canaryPort).map(({ url }) => url)
    const problems = await Promise.all(urls.map((url) => problemOf(send(url))))
    expect(problems).toEqual(urls.map(() => 'address'))
    expect(lab.canary.hits).toBe(0)
  })

  test('of a name are judged at every connection, so a name may not move into our network', async () => {
    const names = { now: ['198.51.100.7'] }
    const moving = await openLab({ resolveName: async () => names.now })
    const site = await moving.site((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', connection: 'close' }).end('{}')
    })
    const port = Number(new URL(site).port)
    const isThere = () => names.now[0] === '198.51.100.7'
    const call = sender({
      admit: (url) => new URL(url),
      // The documentation address stands for a public one, where nothing can be dialled.
      resolve: (hostname, at) =>
        isThere() ? Promise.resolve({ hostname, port, addresses: ['127.0.0.1'] }) : moving.policy.resolve(hostname, at),
    })
    expect(await call('http://moves.example.com/')).toMatchObject({ text: '{}' })
    names.now = ['127.0.0.1']
    expect(await problemOf(call('http://moves.example.com/'))).toBe('address')
    names.now = ['93.184.216.34', '10.0.0.1']
    expect(await problemOf(call('http://moves.example.com/'))).toBe('address')
    await moving.close()
  })
})
