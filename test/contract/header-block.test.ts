import { request } from 'node:http'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { POOLS } from '#shared/calls/pools.ts'
import { BLOCK_BYTES } from '#ingress/call/challenge/payment-required-header.ts'
import { catalog } from '#shared/catalog/catalog.ts'
import { forSale } from '#shared/catalog/for-sale.ts'

import { SELLS_ALL } from '../support/sells-all.ts'
import { openWorld, PAYABLE, type World } from '../support/world/world.ts'

/** The paths of everything that answers 402: outcomes, bundles, and what is bought by x402 and is no outcome. */
const PAID = [
  ...[...forSale(catalog).values()].filter(({ outcome }) => outcome.cents > 0).map(({ publicPath }) => publicPath),
  ...['day-pass', 'week-pass', 'month-pass', 'balance/fund', 'balance/topup'].map((sale) => `/api/v1/outcomes/${sale}`),
]

/** Parameters that nobody knows are named in a warning, which is a header. */
const UNKNOWN = `?${['a', 'b', 'c', 'd'].map((name) => `${name.repeat(40)}=1`).join('&')}`

let world: World
beforeAll(async () => {
  world = await openWorld({
    backend: 'postgres',
    pools: [],
    idle: POOLS,
    // As shipped, because its number stands in a header.
    limits: { unpaid: 600, discovery: 600 },
    // A long host name leaves the least room.
    env: { ...PAYABLE, ...SELLS_ALL, PUBLIC_BASE_URL: `https://${'farebox'.repeat(5)}.example.com` },
  })
  await world.ready()
})
afterAll(() => world.close())

/** Bytes of a 402's header block as a proxy's buffer holds it: status line, each header with its line end, empty line. */
type Block = { path: string; paymentRequired: number; challenges: number; others: number; all: number; lines: string[] }

async function blockOf(path: string, headers: Record<string, string> = {}): Promise<Block> {
  const answer = await new Promise<{ status: string; lines: string[] }>((resolve, reject) => {
    const sent = request(
      world.baseUrl + path,
      { method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
      (response) => {
        const { rawHeaders: raw, statusCode, statusMessage } = response
        const lines = raw.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${raw[at + 1] ?? ''}`] : []))
        response.resume().on('end', () => resolve({ status: `HTTP/1.1 ${statusCode} ${statusMessage}`, lines }))
      },
    )
    sent.on('error', reject).end('{"text":"a"}')
  })
  expect(answer.status, path).toBe('HTTP/1.1 402 Payment Required')
  const bytesOf = (lines: readonly string[]) => lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 2, 0)
  const isOf = (name: string) => (line: string) => line.toLowerCase().startsWith(`${name}:`)
  const all = bytesOf([answer.status, ...answer.lines, ''])
  const paymentRequired = bytesOf(answer.lines.filter(isOf('payment-required')))
  const challenges = bytesOf(answer.lines.filter(isOf('www-authenticate')))
  return { path, paymentRequired, challenges, others: all - paymentRequired - challenges, all, lines: answer.lines }
}

describe('the header block of the 402', () => {
  test('of everything that is paid fits a proxy with default buffers, in any case', async () => {
    const blocks: Block[] = []
    for (const path of PAID) blocks.push(await blockOf(path), await blockOf(path + UNKNOWN))
    blocks.push(await blockOf('/api/v1/outcomes/hash-text', { 'x-day-pass': 'fb_test_dp_none' }))
    const largest = blocks.reduce((one, other) => (other.all > one.all ? other : one))
    const { path, paymentRequired, challenges, others, all } = largest
    console.log(
      `The largest header block of ${blocks.length} 402s is that of ${path}: ${all} bytes, PAYMENT-REQUIRED ${paymentRequired}, other challenges ${challenges}, all other headers ${others}.`,
    )
    expect(all).toBeLessThan(BLOCK_BYTES.all)
    expect(Math.max(...blocks.map((block) => block.paymentRequired))).toBeLessThanOrEqual(BLOCK_BYTES.paymentRequired)
    expect(Math.max(...blocks.map((block) => block.others)), largest.lines.join('\n')).toBeLessThanOrEqual(
      BLOCK_BYTES.others,
    )
  })
})
