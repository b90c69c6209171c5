import { chmodSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'

import { afterEach, beforeAll, expect, test } from 'vitest'

import { REAL_GENESIS } from '#shared/chains/genesis.ts'
import { SOLANA } from '#shared/chains/networks.ts'
import { serveJsonRpc } from '#shared/playground/chains/solana/serve-json-rpc.ts'
import { send } from '#shared/playground/processes/end-process.ts'

import { ordinary } from './account.ts'
import { type Checkout, emptyCheckout } from './checkout.ts'
import { startProduct } from './product.ts'
import { runningIn } from './running-in.ts'

let checkout: Checkout
const state = () => join(checkout.folder, '.farebox')
const at = (name: string) => join(state(), name)
const start = (env: Record<string, string> = {}) => startProduct({ folder: checkout.folder, account: ordinary, env })

beforeAll(() => {
  checkout = emptyCheckout(ordinary)
})
afterEach(() => {
  for (const { pid } of runningIn(checkout.folder)) send(pid, 'SIGKILL')
})

/** Starts it where it must not start: it ends by itself, and nothing is left running. */
async function refusal(env: Record<string, string> = {}) {
  const product = await start(env)
  const code = await product.exited
  await product.gone()
  return { code, isReady: product.stdout().includes('is ready'), lines: product.stderr().trimEnd().split('\n') }
}

const oneLine = (line: RegExp) => ({ code: 1, isReady: false, lines: [expect.stringMatching(line)] })

// This first one makes the state folder that the others are refused on.
test('a second start on a folder in use gets one line, and the first goes on', async () => {
  const first = await start()
  await first.ready()
  const second = await start()
  expect(await second.exited).toBe(1)
  expect(second.stderr()).toMatch(/^Farebox already runs on .* \(process \d+\)\. [^\n]*\n$/)
  expect((await fetch(`${first.baseUrl}/readyz?pools=all`)).status).toBe(200)
  send(first.npm, 'SIGTERM')
  await first.gone()
})

test('a busy port gets one line', async () => {
  const server = await new Promise<Server>((resolve) => {
    const busy = createServer().listen(0, '127.0.0.1', () => resolve(busy))
  })
  const address = server.address()
  const port = String(typeof address === 'object' ? address?.port : address)
  expect(await refusal({ PORT: port })).toEqual(oneLine(new RegExp(`^Port ${port} on 127.0.0.1 is in use`)))
  server.close()
})

test('a state folder that cannot be written gets one line', async () => {
  const closed = join(checkout.folder, 'closed')
  mkdirSync(closed)
  chmodSync(closed, 0o500)
  expect(await refusal({ DATA_DIR: join(closed, 'state') })).toEqual(
    oneLine(/^Farebox cannot use .*closed.*permission denied/),
  )
  rmSync(closed, { recursive: true })
})

test('a state folder on a path that is no folder gets one line', async () => {
  expect(await refusal({ DATA_DIR: join(checkout.folder, 'package.json') })).toEqual(
    oneLine(/^Farebox cannot use .*package\.json/),
  )
})

test('a folder with other things in it is not made private', async () => {
  const shared = join(checkout.folder, 'docs')
  expect(await refusal({ DATA_DIR: shared })).toEqual(
    oneLine(/docs holds other files .* Set DATA_DIR to an empty folder\.$/),
  )
})

test('wrong settings are listed, and nothing starts', async () => {
  const { code, lines } = await refusal({ PORT: 'http', LOG_LEVEL: 'loud' })
  expect(code).toBe(1)
  expect(lines.join('\n')).toMatch(/PORT[^]*LOG_LEVEL/)
})

test('production lists what it lacks, and nothing starts', async () => {
  const { code, lines } = await refusal({ NODE_ENV: 'production' })
  expect(code).toBe(1)
  expect(lines).toContainEqual(expect.stringMatching(/DATABASE_URL.*missing/))
  expect(lines).toContainEqual(expect.stringMatching(/REDIS_URL.*missing/))
})

test('a real chain or a facilitator of somebody else gets one line', async () => {
  const real = await serveJsonRpc({ getGenesisHash: () => REAL_GENESIS[SOLANA] }, 0)
  expect(await refusal({ SOLANA_RPC_URL: `http://127.0.0.1:${real.port}` })).toEqual(
    oneLine(/^The RPC of Solana serves the real chain; the playground deals in play money only\.$/),
  )
  await real.close()
  expect(await refusal({ FACILITATOR_URL: 'https://facilitator.example' })).toEqual(
    oneLine(/^The facilitator at facilitator\.example is not on this machine/),
  )
})

// From here on each test breaks the state folder further: they come last and in this order.
test('a control file that is cut off gets one line', async () => {
  truncateSync(at('postgres/global/pg_control'), 10)
  expect(await refusal()).toEqual(oneLine(/^PostgreSQL does not start on .*postgres: .*pg_control/))
})

test('a database folder without PG_VERSION gets one line', async () => {
  rmSync(at('postgres/PG_VERSION'))
  expect(await refusal()).toEqual(oneLine(/postgres is corrupt: PG_VERSION is missing/))
})

test('garbage where the database belongs gets one line', async () => {
  rmSync(at('postgres'), { recursive: true })
  writeFileSync(at('postgres'), 'garbage')
  expect(await refusal()).toEqual(oneLine(/postgres is corrupt/))
})

test('garbage in the installation file gets one line', async () => {
  writeFileSync(at('installation.json'), 'garbage')
  expect(await refusal()).toEqual(oneLine(/installation\.json is corrupt/))
})

test('a database whose secrets are gone gets one line', async () => {
  rmSync(at('installation.json'))
  expect(await refusal()).toEqual(oneLine(/has a database but no installation\.json/))
})
