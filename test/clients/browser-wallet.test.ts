import { Keypair, VersionedTransaction } from '@solana/web3.js'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { REAL_GENESIS } from '#shared/chains/genesis.ts'
import { BASE } from '#shared/chains/networks.ts'
import { fromBase58 } from '#shared/lib/crypto/base58.ts'
import { audit } from '#shared/money/audit/audit.ts'
import { askRpc } from '#shared/playground/chains/ask-rpc.ts'
import { freePort } from '#shared/playground/free-port.ts'
import { judgePage } from '#test/look/look-at.ts'
import { openLookBrowser } from '#test/look/look-browser.ts'
import { standInWallets } from '#test/support/fakes/stand-in-wallets.ts'
import { openSettlementLab, type SettlementLab } from '#test/support/labs/settlement-lab.ts'
import { openBrowsing } from '#test/support/world/browsing.ts'
import { eventually, openWorld, type World } from '#test/support/world/world.ts'

let lab: SettlementLab
let world: World
let browser: Browser
let closeBrowser: () => Promise<void>
beforeAll(async () => {
  lab = await openSettlementLab({ base: true, solana: true })
  const port = String(await freePort())
  const SETTLEMENT_URL = `http://127.0.0.1:${port}`
  await lab.start({ SETTLEMENT_PORT: port, SETTLEMENT_URL })
  const { BASE_PAY_TO = '', SOLANA_PAY_TO = '', SOLANA_FEE_PAYER = '' } = lab.env()
  world = await openWorld({
    backend: 'postgres',
    env: { SETTLEMENT_URL, BASE_PAY_TO, SOLANA_PAY_TO, SOLANA_FEE_PAYER },
  })
  await world.ready()
  ;({ browser, close: closeBrowser } = await openLookBrowser())
})
afterAll(async () => {
  await closeBrowser()
  const { BASE_PAY_TO = '', SOLANA_PAY_TO = '' } = lab.env()
  const onChain = [...(await lab.base.transfersTo(BASE_PAY_TO)), ...(await lab.solana.transfersTo(SOLANA_PAY_TO))]
  const paid = await world.sql<{ transaction: string; amount: string }>(
    `select transaction, amount::text as amount from payment_proof where state = 'settled'`,
  )
  expect(paid.map(({ transaction, amount }) => `${transaction} ${amount}`).toSorted()).toEqual(
    onChain.map(({ transaction, microUsdc }) => `${transaction} ${microUsdc}`).toSorted(),
  )
  expect((await audit(world.db.pg)).filter(({ ok }) => !ok)).toEqual([])
  await world.close()
  await lab.close()
})

let context: BrowserContext
let page: Page
let faults: string[]
/** What the wallets were asked, and how they behave. */
let asked: string[]
let declines: boolean
let genesis: string | null
beforeEach(async () => {
  faults = []
  asked = []
  declines = false
  genesis = null
  context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' })
  page = await context.newPage()
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy/.test(message.text())) faults.push(message.text())
  })
})
afterEach(async () => {
  await context.close()
  expect(faults).toEqual([])
})

/** Puts wallets with keys of their own in the browser: one that speaks the wallet standard, one of EIP-6963. */
async function putWallets(): Promise<void> {
  const { secret_key: secret } = await lab.solana.wallet({ microUsdc: 1_000_000n })
  const pair = Keypair.fromSecretKey(fromBase58(secret) ?? new Uint8Array())
  const account = await lab.base.wallet({ microUsdc: 1_000_000n })
  await page.exposeFunction('signOnSolana', (base64: string) => {
    asked.push('solana')
    if (declines) throw new Error('User rejected the request.')
    const transaction = VersionedTransaction.deserialize(Buffer.from(base64, 'base64'))
    transaction.sign([pair])
    return Buffer.from(transaction.serialize()).toString('base64')
  })
  await page.exposeFunction('askBase', async (method: string, params: unknown[]) => {
    if (method === 'eth_requestAccounts') return [account.address]
    if (method === 'eth_getBlockByNumber' && genesis !== null) return { hash: genesis }
    if (method !== 'eth_signTypedData_v4') return askRpc(lab.base.rpcUrl, method, params)
    asked.push('base')
    if (declines) throw new Error('User rejected the request.')
    return account.signTypedData(JSON.parse(String(params[1])))
  })
  await page.addInitScript({
    content: standInWallets({ address: pair.publicKey.toBase58(), key: [...pair.publicKey.toBytes()] }),
  })
}

/** Opens an outcome and chooses a wallet by its chain. */
async function choose(chain: 'Base' | 'Solana'): Promise<void> {
  await page.goto(`${world.baseUrl}/o/json-repair`)
  await page.locator('input[value="wallet"]').check()
  await page.locator('#wallet option').nth(1).waitFor({ state: 'attached' })
  await page.locator('#wallet').selectOption({ label: `Stand-in (${chain})` })
}
const run = () => page.locator('form#run button').click()
const status = () => page.locator('#wallets [role=status]')
const transfers = async (chain: 'Base' | 'Solana') => {
  const { BASE_PAY_TO = '', SOLANA_PAY_TO = '' } = lab.env()
  return (await (chain === 'Base' ? lab.base.transfersTo(BASE_PAY_TO) : lab.solana.transfersTo(SOLANA_PAY_TO))).length
}

test.each(['Base', 'Solana'] as const)(
  'a wallet on %s pays a call of a page: it signs once, and the answer says what it cost',
  async (chain) => {
    await putWallets()
    const before = await transfers(chain)
    await choose(chain)
    await expect.poll(() => judgePage(page, true), { timeout: 10_000 }).toEqual([])
    await run()
    await page.locator('#answer .price').waitFor()
    expect(await page.locator('#answer').innerText()).toContain('charged $0.01')
    expect(asked).toEqual([chain.toLowerCase()])
    await eventually(async () => (await transfers(chain)) === before + 1)
    // The next run is a payment of its own.
    await run()
    await expect.poll(() => asked.length).toBe(2)
    await eventually(async () => (await transfers(chain)) === before + 2)
  },
)

test('an answer that is lost is asked for with the same payment, which is paid once', async () => {
  await putWallets()
  const before = await transfers('Base')
  await choose('Base')
  let lost = 0
  await page.route('**/o/json-repair', async (route) => {
    const isPaid = (route.request().postData() ?? '').includes('payment=')
    if (!isPaid || lost > 0) return route.continue()
    lost += 1
    await route.fetch()
    await route.abort()
  })
  await run()
  await expect.poll(() => lost).toBe(1)
  await expect.poll(() => page.locator('form#run button').isEnabled()).toBe(true)
  await run()
  await page.locator('#answer .price').waitFor()
  expect(asked).toEqual(['base'])
  await eventually(async () => (await transfers('Base')) === before + 1)
})

test('a wallet that declines, has another chain, or is not there is said so, and nothing is sent', async () => {
  await putWallets()
  declines = true
  await choose('Solana')
  await run()
  await expect.poll(() => status().innerText()).toBe('You declined. Nothing was charged.')
  declines = false
  genesis = REAL_GENESIS[BASE]
  asked = []
  await page.locator('#wallet').selectOption({ label: 'Stand-in (Base)' })
  await run()
  await expect.poll(() => status().innerText()).toContain('This is a playground')
  expect(asked).toEqual([])
  const bare = await context.newPage()
  await bare.goto(`${world.baseUrl}/o/json-repair`)
  await bare.locator('input[value="wallet"]').check()
  await expect.poll(() => bare.locator('#wallets [role=status]').innerText()).toContain('No wallet was found')
  await expect.poll(() => judgePage(bare, true), { timeout: 10_000 }).toEqual([])
})

test('without a script the choice of a wallet is not shown', async () => {
  const plain = await browser.newContext({ javaScriptEnabled: false })
  const at = await plain.newPage()
  await at.goto(`${world.baseUrl}/o/json-repair`)
  expect(await at.locator('input[value="wallet"]').isVisible()).toBe(false)
  expect(await at.locator('input[value="trial"]').isVisible()).toBe(true)
  await plain.close()
  // A form that was sent all the same is no call.
  const browsing = openBrowsing(world)
  const sent = await browsing.post('/o/json-repair', { ...(await browsing.form('/o/json-repair')), pay: 'wallet' })
  expect(sent.text).toMatch(/No wallet has signed a payment\.<\/b>\s*Nothing was charged/)
})
