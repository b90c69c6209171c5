import { checkGenesis } from '#shared/chains/genesis.ts'
import { BASE, BASE_USDC, type Network, SOLANA, SOLANA_USDC } from '#shared/chains/networks.ts'

import { freePort } from '../free-port.ts'
import type { Child, ProcessFamily, Program } from '../processes/process-family.ts'
import { StartFailure } from '../start-failure.ts'
import type { StateFolder } from '../state-folder.ts'
import { awaitChain } from './await-chain.ts'
import { baseRpcUrl, keepBaseChain, startBaseChain } from './base/start-base-chain.ts'
import { loadWallets, type Wallets } from './wallets.ts'

/** The local chains, as the rest of the playground uses them. */
export type Chains = {
  wallets: Wallets
  payTo: { base: string; solana: string }
  baseRpcUrl: string
  solanaRpcUrl: string
}

type Given = {
  env: Readonly<Record<string, string | undefined>>
  state: StateFolder
  family: ProcessFamily
  /** Keeps a process running from now on. */
  keep: (name: string, start: () => Promise<Child>) => void
  /** The Solana chain's program with these arguments. */
  solanaProgram: (args: string[]) => Program
}

const USDC = 1_000_000n
const ETH = 10n ** 18n
const SOL = 10n ** 9n

/**
 * Starts both chains with their initial balances, and resolves when both answer. If BASE_RPC_URL or SOLANA_RPC_URL
 * names a chain, that one is used instead; throws a StartFailure if it is a real chain.
 */
export async function startChains(given: Given): Promise<Chains> {
  const { env, state } = given
  const wallets = await loadWallets(state.path)
  const payTo = {
    base: env['BASE_PAY_TO'] || wallets.base.pay_to.address,
    solana: env['SOLANA_PAY_TO'] || wallets.solana.pay_to.address,
  }
  const [baseRpcUrl, solanaRpcUrl] = await Promise.all([
    playChainOf(BASE, env['BASE_RPC_URL']).then((own) => own ?? startBase(given, wallets)),
    playChainOf(SOLANA, env['SOLANA_RPC_URL']).then((own) => own ?? startSolana(given, wallets, payTo.solana)),
  ])
  return { wallets, payTo, baseRpcUrl, solanaRpcUrl }
}

async function startBase({ state, family, keep }: Given, { base }: Wallets): Promise<string> {
  const port = await freePort(state.installation.base_port)
  state.keep({ base_port: port })
  const funds = new Map([
    [base.demo.address, { wei: ETH, microUsdc: 1_000n * USDC }],
    [base.gas.address, { wei: 1_000n * ETH }],
  ])
  const { base_genesis_s: genesisS } = state.installation
  const options = { family, folder: state.path, port, genesisS, logFile: state.logOf('base-chain'), funds }
  const first = await startBaseChain(options)
  keep(
    'base-chain',
    once(first, () => startBaseChain(options)),
  )
  keepBaseChain(options)
  return baseRpcUrl(port)
}

async function startSolana({ state, family, keep, solanaProgram }: Given, { solana }: Wallets, payTo: string) {
  const port = await freePort(state.installation.solana_port)
  state.keep({ solana_port: port })
  const rpcUrl = `http://127.0.0.1:${port}`
  const funds = [
    { address: solana.demo.address, lamports: 10n * SOL, microUsdc: 1_000n * USDC },
    // A payee needs its token account before the first sale: payments do not create it.
    { address: payTo, lamports: SOL, microUsdc: 0n },
    { address: solana.fee_payer.address, lamports: 1_000n * SOL },
    { address: solana.treasury.address, lamports: 100n * SOL, microUsdc: 10_000n * USDC },
  ]
  const endow = funds.flatMap((one) => [
    '--fund',
    JSON.stringify(one, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
  ])
  const program = solanaProgram(['--port', String(port), '--journal', state.at('solana-chain.jsonl'), ...endow])
  const start = async () => {
    const child = family.start(program)
    await awaitChain(child, 'The local Solana chain', { rpcUrl, method: 'getHealth' })
    return child
  }
  keep('solana-chain', once(await start(), start))
  return rpcUrl
}

/** Returns the RPC URLs of an external chain after checking that it is not a real one; undefined when none is set. */
async function playChainOf(network: Network, rpcUrls: string | undefined): Promise<string | undefined> {
  if (rpcUrls === undefined || rpcUrls === '') return undefined
  try {
    for (const rpcUrl of rpcUrls.split(',')) await checkGenesis('play', { network, rpcUrl: rpcUrl.trim() })
    return rpcUrls
  } catch (error) {
    throw error instanceof Error ? new StartFailure(error.message, { cause: error }) : error
  }
}

/** Returns the child that was already started on the first call, and starts a new one on every later call. */
function once(first: Child, start: () => Promise<Child>): () => Promise<Child> {
  let given: Child | undefined = first
  return async () => {
    const child = given ?? (await start())
    given = undefined
    return child
  }
}

/** The chains' part of playground.json: addresses, payees and the demo wallets. */
export function describeChains({ wallets, payTo, baseRpcUrl, solanaRpcUrl }: Chains) {
  return {
    base: { rpc_url: baseRpcUrl, network: BASE, usdc: BASE_USDC, pay_to: payTo.base, wallet: wallets.base.demo },
    solana: {
      rpc_url: solanaRpcUrl,
      network: SOLANA,
      usdc_mint: SOLANA_USDC,
      pay_to: payTo.solana,
      wallet: wallets.solana.demo,
    },
  }
}
