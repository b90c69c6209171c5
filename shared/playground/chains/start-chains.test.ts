import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { createPublicClient, createWalletClient, getAddress, type Hash, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { base } from 'viem/chains'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { REAL_GENESIS } from '#shared/chains/genesis.ts'
import { BASE_USDC } from '#shared/chains/networks.ts'
import { startBase, startSolana, USDC_ABI } from '#test/support/fakes/chains.ts'

import { send } from '../processes/end-process.ts'
import { keepRunning, type Kept } from '../processes/keep-running.ts'
import { createProcessFamily, type ProcessFamily } from '../processes/process-family.ts'
import { solanaChainProgram } from '../processes/processes.ts'
import { StartFailure } from '../start-failure.ts'
import { openStateFolder, type StateFolder } from '../state-folder.ts'
import { askRpc } from './ask-rpc.ts'
import { newestState } from './base/base-state.ts'
import { serveJsonRpc } from './solana/serve-json-rpc.ts'
import { usdcAccountOf } from './solana/token-account.ts'
import { describeChains, startChains } from './start-chains.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

let folder: string
let state: StateFolder
let family: ProcessFamily
let kept: { kept: Kept; pids: number[] }[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-chains-'))
  open()
})
afterEach(async () => {
  await close()
  rmSync(folder, { recursive: true })
})

function open() {
  state = openStateFolder(folder)
  family = createProcessFamily(state.at('processes.json'))
  kept = []
}
async function close() {
  await Promise.all(kept.map(async ({ kept: one }) => one.stop()))
  await family.stopAll()
  state.release()
}

const start = (env: Record<string, string> = {}) =>
  startChains({
    env,
    state,
    family,
    keep: (_, startOne) => {
      const pids: number[] = []
      const noted = async () => {
        const child = await startOne()
        if (child.pid !== undefined) pids.push(child.pid)
        return child
      }
      kept.push({ kept: keepRunning(noted, { onDeath: () => {}, onAskedToEnd: () => {} }), pids })
    },
    solanaProgram: (args) =>
      solanaChainProgram({ root: ROOT, env: process.env, logOf: state.logOf }, state.at('compile-cache'), args),
  })

type Started = Awaited<ReturnType<typeof start>>

async function payOnBase({ wallets, payTo, baseRpcUrl }: Started, amount: bigint): Promise<Hash> {
  // Safe: the schema of the wallets says so.
  const account = privateKeyToAccount(wallets.base.demo.private_key as Hash)
  const wallet = createWalletClient({ account, chain: base, transport: http(baseRpcUrl) })
  const to = getAddress(payTo.base)
  const hash = await wallet.writeContract({
    address: BASE_USDC,
    abi: USDC_ABI,
    functionName: 'transfer',
    args: [to, amount],
  })
  await baseClient(baseRpcUrl).waitForTransactionReceipt({ hash })
  return hash
}

const baseClient = (rpcUrl: string) => createPublicClient({ chain: base, transport: http(rpcUrl), pollingInterval: 20 })
const paidOnBase = ({ baseRpcUrl, payTo }: Started) =>
  baseClient(baseRpcUrl).readContract({
    address: BASE_USDC,
    abi: USDC_ABI,
    functionName: 'balanceOf',
    args: [getAddress(payTo.base)],
  })
const genesisOf = ({ baseRpcUrl, solanaRpcUrl }: Started) =>
  Promise.all([
    baseClient(baseRpcUrl)
      .getBlock({ blockNumber: 0n })
      .then(({ hash }) => hash),
    askRpc(solanaRpcUrl, 'getGenesisHash'),
  ])
const lamportsOf = async ({ solanaRpcUrl }: Started, address: string) =>
  // Safe: the answer of getBalance.
  ((await askRpc(solanaRpcUrl, 'getBalance', [address])) as { value: number }).value
const solanaUsdcOf = async ({ solanaRpcUrl }: Started, owner: string) =>
  // Safe: the answer of getTokenAccountBalance.
  (
    (await askRpc(solanaRpcUrl, 'getTokenAccountBalance', [await usdcAccountOf(owner)])) as {
      value: { amount: string }
    }
  ).value.amount

test('a new installation has funded wallets, and after a stop and after a kill it goes on with the same chains', async () => {
  const first = await start()
  const published = describeChains(first)
  expect(await solanaUsdcOf(first, published.solana.wallet.address)).toBe('1000000000')
  expect(await solanaUsdcOf(first, published.solana.pay_to)).toBe('0')
  expect(await lamportsOf(first, first.wallets.solana.fee_payer.address)).toBe(1_000 * 10 ** 9)
  const hash = await payOnBase(first, 20_000n)
  await askRpc(first.solanaRpcUrl, 'requestAirdrop', [published.solana.wallet.address, 5])
  const genesis = await genesisOf(first)
  await close()

  open()
  const second = await start()
  expect(second).toEqual(first)
  expect(await genesisOf(second)).toEqual(genesis)
  expect(await paidOnBase(second)).toBe(20_000n)
  expect(await baseClient(second.baseRpcUrl).getTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
  expect(await lamportsOf(second, published.solana.wallet.address)).toBe(10 * 10 ** 9 + 5)
  await payOnBase(second, 5n)
  await vi.waitFor(() => expect(keptBlock()).toBe(2), { timeout: 10_000, interval: 50 })
  for (const { pids } of kept) send(pids[0] ?? 0, 'SIGKILL')

  await vi.waitFor(() => expect(kept.map(({ pids }) => pids.length)).toEqual([2, 2]), { timeout: 10_000, interval: 50 })
  expect(await genesisOf(second)).toEqual(genesis)
  expect(await paidOnBase(second)).toBe(20_005n)
  const { timestamp } = await baseClient(second.baseRpcUrl).getBlock({ blockTag: 'pending' })
  expect(Math.abs(Number(timestamp) - Date.now() / 1_000)).toBeLessThan(60)
  expect(await lamportsOf(second, published.solana.wallet.address)).toBe(10 * 10 ** 9 + 5)
})

const keptBlock = (): unknown => {
  // Safe: written by anvil; the field is tested by the caller.
  const { best_block_number: block } = JSON.parse(readFileSync(join(folder, 'base-chain.json'), 'utf8')) as Record<
    string,
    unknown
  >
  return Number(block)
}

test('the newer of two states is taken, and one that was torn by a kill is not', () => {
  const files = { kept: join(folder, 'kept.json'), last: join(folder, 'last.json') }
  const write = (path: string, block: number) => writeFileSync(path, JSON.stringify({ best_block_number: block }))
  expect(newestState(files)).toBeUndefined()
  write(files.last, 7)
  // Without the other the chain was never finished.
  expect(newestState(files)).toBeUndefined()
  write(files.kept, 5)
  expect(newestState(files)).toBe(files.last)
  write(files.kept, 8)
  expect(newestState(files)).toBe(files.kept)
  write(files.kept, 7)
  expect(newestState(files)).toBe(files.last)
  writeFileSync(files.last, '{"best_block_number":9,"blo')
  expect(newestState(files)).toBe(files.kept)
})

test('chains of somebody else are used instead, unless they are real ones', async () => {
  const [theirBase, theirSolana] = await Promise.all([startBase(), startSolana()])
  const realBase = await serveJsonRpc({ eth_getBlockByNumber: () => ({ hash: Object.values(REAL_GENESIS)[0] }) }, 0)
  const realSolana = await serveJsonRpc({ getGenesisHash: () => Object.values(REAL_GENESIS)[1] }, 0)
  try {
    const chains = await start({ BASE_RPC_URL: theirBase.rpcUrl, SOLANA_RPC_URL: theirSolana.rpcUrl })
    expect(chains).toMatchObject({ baseRpcUrl: theirBase.rpcUrl, solanaRpcUrl: theirSolana.rpcUrl })
    expect(kept).toEqual([])
    const refused = [
      { ...their(theirBase, theirSolana), BASE_RPC_URL: `${theirBase.rpcUrl}, http://127.0.0.1:${realBase.port}` },
      { ...their(theirBase, theirSolana), SOLANA_RPC_URL: `http://127.0.0.1:${realSolana.port}` },
      { ...their(theirBase, theirSolana), BASE_RPC_URL: 'http://127.0.0.1:1' },
    ]
    for (const env of refused) await expect(start(env)).rejects.toThrow(StartFailure)
  } finally {
    await Promise.all([theirBase.stop(), theirSolana.stop(), realBase.close(), realSolana.close()])
  }
})

const their = (one: { rpcUrl: string }, other: { rpcUrl: string }) => ({
  BASE_RPC_URL: one.rpcUrl,
  SOLANA_RPC_URL: other.rpcUrl,
})
