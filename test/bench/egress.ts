import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

import { Agent, fetch, request } from 'undici'

import { openEgress } from '#workers/egress/open-egress.ts'
import { ownAddressesOf } from '#workers/egress/own-addresses.ts'
import { createPolicy } from '#workers/egress/policy.ts'

/**
 * Guarded egress against bare undici on the same local server (in a process of its own): requests a second, 20 at once,
 * rounds taken in turn. `plain` is undici's quickest way to a whole body; `gzip` its fetch, which decompresses too.
 * Prints one JSON line; the aim is a ratio of at least 0.8.
 */
const ROUNDS = 15
const PER_ROUND = 2_000
const AT_ONCE = 20
const PAGE = Buffer.from(
  `<!doctype html><title>Page</title>${'<p>Some words of a page of usual size.</p>'.repeat(400)}`,
)

if (process.send === undefined) await measure()
else serve(process.send.bind(process))

function serve(tell: (message: unknown) => void): void {
  const packed = gzipSync(PAGE)
  const server = createServer((asked, answer) => {
    const gzip = asked.url === '/gzip'
    const body = gzip ? packed : PAGE
    answer.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-length': body.length,
      ...(gzip ? { 'content-encoding': 'gzip' } : {}),
    })
    answer.end(body)
  })
  // Safe: a TCP server that listens has a port.
  server.listen(0, '127.0.0.1', () => tell((server.address() as AddressInfo).port))
  process.once('disconnect', () => process.exit(0))
}

async function measure(): Promise<void> {
  const child = fork(new URL(import.meta.url))
  const [port] = await once(child, 'message')
  const agent = new Agent({ allowH2: false })
  const policy = createPolicy({
    allow: [{ host: 'bench.test', port: Number(port), ip: '127.0.0.1' }],
    resolveName: () => Promise.resolve([]),
    ownNames: [],
    ownAddresses: ownAddressesOf(),
  })
  const egress = openEgress({ policy, userAgent: 'bench' })
  const ways = {
    plainBare: async () =>
      (await (await request(`http://127.0.0.1:${port}/plain`, { dispatcher: agent })).body.arrayBuffer()).byteLength,
    plainEgress: async () => (await egress.fetch(`http://bench.test:${port}/plain`)).body.length,
    gzipBare: async () =>
      (await (await fetch(`http://127.0.0.1:${port}/gzip`, { dispatcher: agent })).arrayBuffer()).byteLength,
    gzipEgress: async () => (await egress.fetch(`http://bench.test:${port}/gzip`)).body.length,
  }
  const perSecond: Record<string, number[]> = {}
  for (let round = -1; round < ROUNDS; round++) {
    for (const [name, way] of Object.entries(ways)) {
      const began = performance.now()
      await many(way)
      // The first round warms up.
      if (round >= 0) (perSecond[name] ??= []).push((PER_ROUND / (performance.now() - began)) * 1_000)
    }
  }
  const rate = (name: keyof typeof ways) => Math.round(median(perSecond[name] ?? []))
  const ratio = (egressName: keyof typeof ways, bareName: keyof typeof ways) =>
    Math.round((rate(egressName) / rate(bareName)) * 100) / 100
  console.log(
    JSON.stringify({
      part: 'egress',
      plain: { egress: rate('plainEgress'), undici: rate('plainBare'), ratio: ratio('plainEgress', 'plainBare') },
      gzip: { egress: rate('gzipEgress'), undici: rate('gzipBare'), ratio: ratio('gzipEgress', 'gzipBare') },
      aim: 0.8,
    }),
  )
  child.disconnect()
  await agent.close()
  process.exit(0)
}

async function many(way: () => Promise<number>): Promise<void> {
  let left = PER_ROUND
  const lane = async () => {
    while (left-- > 0) if ((await way()) !== PAGE.length) throw new Error('not the page')
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
