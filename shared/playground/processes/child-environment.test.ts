import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { loadWallets } from '../chains/wallets.ts'
import { childEnvironment, type Inside, settlementEnvironment } from './child-environment.ts'
import { workerPrograms } from './processes.ts'
import { openStateFolder, type StateFolder } from '../state-folder.ts'

const place = { host: '127.0.0.1', port: 8_402 }

let folder: string
let state: StateFolder
let inside: Inside
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-environment-'))
  state = openStateFolder(folder)
  const wallets = await loadWallets(folder)
  const payTo = { base: wallets.base.pay_to.address, solana: wallets.solana.pay_to.address }
  const chains = { wallets, payTo, baseRpcUrl: 'http://127.0.0.1:1', solanaRpcUrl: 'http://127.0.0.1:2' }
  inside = {
    databaseUrl: 'postgres://h/d',
    databaseDir: '/var/lib/d',
    settlementPort: 8_403,
    sampleSitePort: 8_404,
    chains,
    cards: null,
  }
})
afterEach(() => {
  state.release()
  rmSync(folder, { recursive: true })
})

/** The environment of each worker process, by its name. */
function workers(own: Record<string, string>) {
  const env = childEnvironment(own, state, inside, place)
  const programs = workerPrograms({ root: '/', env, logOf: (name) => name }, settlementEnvironment(own, state, inside))
  return { env, programs: new Map(programs.map((program) => [program.name, program.env])) }
}

test.each([
  ['made by the installation', {}],
  ['set by the user', { RECEIPT_SEED: 'ab'.repeat(32), SETTLEMENT_PORT: '1', SETTLEMENT_HOST: '0.0.0.0' }],
])('the key of receipts, %s, reaches the settlement process and no other', (_, own: Record<string, string>) => {
  const { env, programs } = workers(own)
  const seed = own['RECEIPT_SEED'] ?? state.installation.receipt_seed
  expect(programs.size).toBe(6)
  for (const [name, given] of [...programs, ['ingress', env] as const]) {
    const isSettlement = name === 'worker-settlement-watch'
    expect(Object.values(given).includes(seed), name).toBe(isSettlement)
    expect(given['SETTLEMENT_PORT'], name).toBe(isSettlement ? '8403' : undefined)
    expect(given['SETTLEMENT_URL'], name).toBe('http://127.0.0.1:8403')
  }
  expect(programs.get('worker-settlement-watch')).toMatchObject({ SETTLEMENT_HOST: '127.0.0.1' })
})

test('the keys that pay for settlements reach the settlement process and no other, those of the wallets nobody', () => {
  const { env, programs } = workers({})
  const { base, solana } = inside.chains.wallets
  const settling = [base.gas.private_key, solana.fee_payer.secret_key]
  const others = [base.demo, base.pay_to].map((wallet) => wallet.private_key)
  const more = [solana.demo, solana.pay_to].map((wallet) => wallet.secret_key)
  for (const [name, given] of [...programs, ['ingress', env] as const]) {
    const isSettlement = name === 'worker-settlement-watch'
    const values = Object.values(given).join(' ')
    expect(
      settling.filter((key) => values.includes(key)),
      name,
    ).toEqual(isSettlement ? settling : [])
    expect(
      [...others, ...more].filter((key) => values.includes(key)),
      name,
    ).toEqual([])
    expect(given['BASE_RPC_URL'], name).toBe(isSettlement ? 'http://127.0.0.1:1' : undefined)
    // Reading takes no key, so everybody may.
    expect(given['BASE_READ_RPC_URL'], name).toBe('http://127.0.0.1:1')
    expect(given['BASE_PAY_TO'], name).toBe(base.pay_to.address)
    expect(given['SOLANA_FEE_PAYER'], name).toBe(solana.fee_payer.address)
  }
})
