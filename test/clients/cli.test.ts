import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as whole } from 'node:stream/consumers'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { REAL_GENESIS } from '#shared/chains/genesis.ts'
import { BASE, BASE_USDC, SOLANA, SOLANA_USDC } from '#shared/chains/networks.ts'
import { freePort } from '#shared/playground/free-port.ts'

import { openSettlementLab, type SettlementLab } from '#test/support/labs/settlement-lab.ts'
import { openWorld, type World } from '#test/support/world/world.ts'

let lab: SettlementLab
let world: World
let folder: string
let facts: Record<string, Record<string, unknown> | string>
let payTo: { base: string; solana: string }
beforeAll(async () => {
  lab = await openSettlementLab({ base: true, solana: true })
  const port = String(await freePort())
  const SETTLEMENT_URL = `http://127.0.0.1:${port}`
  await lab.start({ SETTLEMENT_PORT: port, SETTLEMENT_URL })
  const { BASE_PAY_TO = '', SOLANA_PAY_TO = '', SOLANA_FEE_PAYER = '' } = lab.env()
  payTo = { base: BASE_PAY_TO, solana: SOLANA_PAY_TO }
  world = await openWorld({
    backend: 'postgres',
    env: { SETTLEMENT_URL, BASE_PAY_TO, SOLANA_PAY_TO, SOLANA_FEE_PAYER },
  })
  await world.ready()
  folder = mkdtempSync(join(tmpdir(), 'farebox-cli-'))
  const onBase = await lab.base.wallet({ microUsdc: 1_000_000_000n })
  facts = {
    base_url: world.baseUrl,
    base: {
      rpc_url: lab.base.rpcUrl,
      usdc: BASE_USDC,
      pay_to: BASE_PAY_TO,
      wallet: { address: onBase.address, private_key: onBase.privateKey },
    },
    solana: {
      rpc_url: lab.solana.rpcUrl,
      usdc_mint: SOLANA_USDC,
      pay_to: SOLANA_PAY_TO,
      wallet: await lab.solana.wallet({ microUsdc: 1_000_000_000n }),
    },
  }
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await world.close()
  await lab.close()
})

type Printed = { status: number; paid: unknown; payment_header: string | null; answer: Record<string, unknown> }

/** Runs the command beside this process, which serves what it calls. */
async function cli(args: string[], env: Record<string, string> = {}, published: unknown = facts) {
  writeFileSync(join(folder, 'playground.json'), JSON.stringify(published))
  const child = spawn(process.execPath, ['shared/cli/main.ts', ...args, '--json'], {
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: folder, ...env },
  })
  const [stdout, stderr, code] = await Promise.all([
    whole(child.stdout),
    whole(child.stderr),
    new Promise<number | null>((done) => child.once('exit', done)),
  ])
  // Safe: the tests say what they expect in it.
  return { code, stderr, printed: (stdout === '' ? {} : JSON.parse(stdout)) as Printed }
}

test.each([
  ['base', BASE],
  ['solana', SOLANA],
] as const)('a call is paid on %s, and its payment sent again costs nothing', async (rail, network) => {
  const { code, stderr, printed } = await cli(['call', 'hash-text', 'text=hello', '--pay', rail])
  expect([code, stderr]).toEqual([0, ''])
  expect(printed).toMatchObject({
    status: 200,
    paid: { success: true, network, amount: '10000' },
    answer: { ok: true, charge: { cents: 1, paid_with: 'x402' } },
  })
  const before = { base: await lab.base.transfersTo(payTo.base), solana: await lab.solana.transfersTo(payTo.solana) }
  const again = await world.call('hash-text', { text: 'hello' }, { 'payment-signature': printed.payment_header ?? '' })
  expect(again).toMatchObject({ status: 200, body: { call_id: printed.answer['call_id'] } })
  expect({
    base: await lab.base.transfersTo(payTo.base),
    solana: await lab.solana.transfersTo(payTo.solana),
  }).toEqual(before)
})

test("a purchase above the library's usual cap of a dollar is paid too", async () => {
  const { code, printed } = await cli(['call', 'balance/fund', 'amount_cents=500', '--pay', 'base'])
  expect([code, printed.status], JSON.stringify(printed)).toEqual([0, 200])
  expect(printed).toMatchObject({
    paid: { success: true, amount: '5000000' },
    answer: { ok: true, balance_cents: 500 },
  })
})

test('a prepaid key is funded, and pays', async () => {
  const { code, printed } = await cli(['call', 'balance/fund', 'amount_cents=500', '--pay', 'base'])
  expect(code, JSON.stringify(printed)).toBe(0)
  expect(printed).toMatchObject({ status: 200, paid: { amount: '5000000' }, answer: { ok: true, balance_cents: 500 } })
  const paid = await world.call('hash-text', { text: 'hello' }, { 'x-service-key': String(printed.answer['key']) })
  expect(paid.body).toMatchObject({ ok: true, charge: { balance_cents: 499 } })
})

test('a refused body is told with exit 1, and nothing is paid', async () => {
  const { code, printed } = await cli(['call', 'hash-text', 'algorithm=sha3', '--pay', 'base'])
  expect(code).toBe(1)
  expect(printed).toMatchObject({ status: 422, paid: null, answer: { code: 'validation_error', charged_cents: 0 } })
})

test('the command line pays nothing but a playground', async () => {
  const call = ['call', 'hash-text', 'text=hello', '--pay', 'base']
  expect(await cli(call, { NODE_ENV: 'production' })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/production has none/),
  })
  expect(await cli(call, {}, {})).toMatchObject({ code: 1, stderr: expect.stringMatching(/npm start/) })
  const other = { ...facts, base: { ...(facts['base'] as object), pay_to: lab.base.address() } }
  expect(await cli(call, {}, other)).toMatchObject({ code: 1, stderr: expect.stringMatching(/came to nothing/) })
  const real = await realBase()
  const onReal = { ...facts, base: { ...(facts['base'] as object), rpc_url: real.url } }
  expect(await cli(call, {}, onReal)).toMatchObject({ code: 1, stderr: expect.stringMatching(/serves the real chain/) })
  await real.close()
})

/** A node that says it is of the real chain. */
async function realBase() {
  const server: Server = createServer((_, response) => {
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { hash: REAL_GENESIS[BASE] } }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // Safe: it listens on TCP.
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => new Promise((done) => server.close(done)) }
}
