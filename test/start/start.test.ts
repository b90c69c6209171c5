import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

import { readGenesis } from '#shared/chains/genesis.ts'
import { BASE, SOLANA } from '#shared/chains/networks.ts'
import { demoWallets } from '#shared/cli/demo-wallets.ts'
import { askRpc } from '#shared/playground/chains/ask-rpc.ts'
import { send } from '#shared/playground/processes/end-process.ts'

import { accounts, unnamed } from './account.ts'
import { type Checkout, emptyCheckout, freshCheckout } from './checkout.ts'
import { type Product, readPlayground, startProduct } from './product.ts'
import { runningIn } from './running-in.ts'

type WayToEnd = { way: string; end: (product: Product) => void }

// Each start shows two things, because it takes ten seconds of two cores. SIGTERM to npm and a start after kill -9 are in
// running.test.ts, the other ways to end in test/faults/start-stop.test.ts.
const ENDS: readonly WayToEnd[] = [
  { way: 'Ctrl-C in the terminal', end: ({ npm }) => send(-npm, 'SIGINT') },
  { way: 'kill -9 of npm', end: ({ npm }) => send(npm, 'SIGKILL') },
  { way: 'SIGTERM to the supervisor', end: ({ process }) => send(process('playground/main.ts').pid, 'SIGTERM') },
]
const people = [...accounts, unnamed].map((account, nth) => {
  const ending = ENDS[nth]
  if (ending === undefined) throw new Error(`${ENDS.length} ways are too few`)
  return { name: account.name, account, restarts: nth === 0, ...ending }
})

describe.each(people)('$name', ({ account, way, end, restarts }) => {
  let checkout: Checkout
  let product: Product
  let before: { published: Published; genesis: unknown }
  // A user id without a name is told how PostgreSQL runs.
  const notice = account === unnamed ? /^User id \d+ has no name on this system: [^\n]*\n$/ : /^$/
  beforeAll(() => {
    checkout = account === unnamed ? emptyCheckout(account) : freshCheckout(account)
  })
  afterAll(() => {
    for (const { pid } of runningIn(checkout.folder)) send(pid, 'SIGKILL')
  })

  test('starts the product from a private folder within a minute', async () => {
    product = await startProduct({ folder: checkout.folder, account })
    await product.ready()
    // About ten seconds on two idle cores, more where everything else runs too.
    expect(secondsOf(product)).toBeLessThan(60)
    expect(statSync(checkout.home).mode & 0o777).toBe(0o700)
    expect(statSync(join(checkout.folder, '.farebox')).mode & 0o777).toBe(0o700)
    expect(isRootTo(product.process('bin/postgres -D').pid)).toBe(false)
    expect(product.stderr()).toMatch(notice)

    for (const command of commandsIn(product.stdout()).filter((line) => !line.includes('<the key>'))) {
      expect([200, 201, 402]).toContain((await run(command)).status)
    }
    const published = readPlayground(checkout.folder)
    await askRpc(published.solana.rpc_url, 'requestAirdrop', [published.solana.wallet.address, 5])
    before = { published, genesis: await genesisOf(published) }
  })

  test(`${way} ends everything`, async () => {
    end(product)
    await product.gone()
    expect(product.stderr()).toMatch(notice)
  })

  describe.each(restarts ? ['whose data is there'] : [])('%s', () => {
    test('starts it again with the same data', async () => {
      const { published, genesis } = before
      product = await startProduct({ folder: checkout.folder, account })
      await product.ready()
      expect(readPlayground(checkout.folder)).toEqual({ ...published, base_url: product.baseUrl })
      expect(await genesisOf(published)).toEqual(genesis)
      expect(await held(checkout.folder)).toEqual(['1000.00', '1000.00', 10 * 10 ** 9 + 5])
      // The trial was claimed in the first run, and this database remembers it.
      const again = commandsIn(product.stdout()).find((line) => line.includes('trial/claim'))
      expect((await run(again ?? '')).status).toSatisfy((status: number) => status === 409 || status === 429)
    })

    test('then a closed terminal ends everything', async () => {
      send(-product.npm, 'SIGHUP')
      await product.gone()
      expect(product.stderr()).toMatch(notice)
    })
  })
})

/** How long this start took until the product was ready, as it tells itself. */
const secondsOf = (product: Product) => Number(product.stdout().match(/after ([\d.]+) s/)?.[1])

/** Whether the process is root in its own eyes and in everyone's: user id 0 in the first user namespace. */
function isRootTo(pid: number): boolean {
  const uid = readFileSync(`/proc/${pid}/status`, 'utf8').match(/^Uid:\s+(\d+)/m)?.[1]
  const isMapped = !readFileSync(`/proc/${pid}/uid_map`, 'utf8').trim().startsWith('0 ')
  return uid === '0' && !isMapped
}

type Published = ReturnType<typeof readPlayground>

const genesisOf = ({ base, solana }: Published) =>
  Promise.all([
    readGenesis({ network: BASE, rpcUrl: base.rpc_url }),
    readGenesis({ network: SOLANA, rpcUrl: solana.rpc_url }),
  ])

/** What the demo wallets hold: USDC on Base, USDC on Solana, and lamports. */
async function held(folder: string) {
  const { solana } = readPlayground(folder)
  const usdc = await demoWallets({ DATA_DIR: join(folder, '.farebox') })
  const answer = await askRpc(solana.rpc_url, 'getBalance', [solana.wallet.address])
  return [usdc.base.usdc, usdc.solana.usdc, z.object({ value: z.number() }).parse(answer).value]
}

const commandsIn = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('curl '))

/** Does what the curl command of the banner does, for machines without curl. */
function run(command: string): Promise<Response> {
  const url = command.match(/http:\S+/)?.[0] ?? ''
  const body = command.match(/-d '([^']*)'/)?.[1]
  const headers = [...command.matchAll(/-H '([^:]+): ([^']*)'/g)].map(([, name = '', value = '']): [string, string] => [
    name,
    value,
  ])
  return fetch(url, { method: 'POST', headers, ...(body === undefined ? {} : { body }) })
}
