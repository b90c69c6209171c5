import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { BASE_USDC, SOLANA_USDC } from '#shared/chains/networks.ts'
import { startBase, startSolana, type TestBase, type TestSolana } from '#test/support/fakes/chains.ts'

import { demoWallets } from './demo-wallets.ts'
import { AccessError } from './installation-access.ts'

let folder: string
let base: TestBase
let solana: TestSolana
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-wallet-'))
  ;[base, solana] = await Promise.all([startBase(), startSolana()])
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await Promise.all([base.stop(), solana.stop()])
})

const publish = (content: unknown) => writeFileSync(join(folder, 'playground.json'), JSON.stringify(content))

test('tells both demo wallets and payees with what they hold, and no key', async () => {
  const wallets = {
    base: await base.wallet({ microUsdc: 12_340_000n }),
    solana: await solana.wallet({ microUsdc: 5n }),
  }
  const { address, privateKey } = wallets.base
  const payTo = { base: base.address(), solana: solana.address() }
  await base.fund(payTo.base, { microUsdc: 20_000n })
  publish({
    base_url: 'http://127.0.0.1:8402',
    base: { rpc_url: base.rpcUrl, usdc: BASE_USDC, pay_to: payTo.base, wallet: { address, private_key: privateKey } },
    solana: { rpc_url: solana.rpcUrl, usdc_mint: SOLANA_USDC, pay_to: payTo.solana, wallet: wallets.solana },
  })
  expect(await demoWallets({ DATA_DIR: folder })).toEqual({
    base: { address, usdc: '12.34', pay_to: payTo.base, pay_to_usdc: '0.02' },
    solana: { address: wallets.solana.address, usdc: '0.000005', pay_to: payTo.solana, pay_to_usdc: '0.00' },
  })
})

test('the command for demo wallets says in one line that no playground runs', async () => {
  await expect(demoWallets({ DATA_DIR: '/nowhere' })).rejects.toThrow(AccessError)
  publish({ base_url: 'http://127.0.0.1:1' })
  await expect(demoWallets({ DATA_DIR: folder })).rejects.toThrow(/npm start/)
  const wallet = { address: solana.address(), private_key: '0x1', secret_key: '1' }
  const gone = { rpc_url: 'http://127.0.0.1:1', pay_to: solana.address(), wallet }
  publish({
    base_url: 'http://127.0.0.1:8402',
    base: { ...gone, usdc: BASE_USDC },
    solana: { ...gone, usdc_mint: SOLANA_USDC },
  })
  await expect(demoWallets({ DATA_DIR: folder })).rejects.toThrow(/do not answer/)
  await expect(demoWallets({ NODE_ENV: 'production' })).rejects.toThrow(/production has none/)
})
