import { moneyOf } from '#shared/chains/genesis.ts'
import { BASE_USDC, SOLANA_USDC } from '#shared/chains/networks.ts'
import { READABLE_CHAINS, type ReadableChain } from '#shared/chains/readable-chains.ts'
import { Settings } from '#shared/settings.ts'
import { LISTED_TOKENS } from '#shared/engines/evm/base-tokens.rules.ts'
import { openBaseReader } from '#shared/engines/evm/base-reader.ts'
import { readTokens } from '#shared/engines/evm/find-token.ts'
import { openSolanaReader } from '#shared/engines/solana/solana-reader.ts'
import { LISTED_MINTS } from '#shared/engines/solana/solana-tokens.rules.ts'
import { readMint } from '#shared/engines/solana/token-layouts.ts'
import { Refusal } from '#shared/errors.ts'
import { createLog } from '#shared/log.ts'
import type { ChainsDoor, NodeProblem } from '#shared/doors/chains.ts'

import { silentChainMeter } from '../chains/chain-meter.ts'
import { chainUrls } from '../chains/chain-urls.ts'
import { openChainReads } from '../chains/open-chain-reads.ts'
import type { CheckRow } from './check-upstreams.ts'

type ChainRow = CheckRow<`chain-${ReadableChain}`>

const ChainSettings = Settings.pick({
  NODE_ENV: true,
  BASE_RPC_URL: true,
  BASE_READ_RPC_URL: true,
  BASE_SEPOLIA_READ_RPC_URL: true,
  SOLANA_RPC_URL: true,
  SOLANA_READ_RPC_URL: true,
  SOLANA_DEVNET_READ_RPC_URL: true,
})

// Safe: the keys of the table.
const CHAINS = Object.keys(READABLE_CHAINS) as ReadableChain[]

/** Names of the chain checks. */
export const CHAIN_CHECKS = CHAINS.map((chain) => `chain-${chain}` as const)

/**
 * Asks each configured node of each chain about USDC, with the readers of the outcomes. One row per node. Never throws
 * for a failing node; invalid settings are returned as `mistakes`.
 */
export async function checkChains(
  env: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): Promise<{ rows: ChainRow[]; mistakes: string[] }> {
  const parsed = ChainSettings.safeParse(env)
  if (!parsed.success)
    return { rows: [], mistakes: parsed.error.issues.map(({ path, message }) => `${path.join('.')}  ${message}`) }
  const urls = chainUrls(parsed.data)
  const money = moneyOf({ production: parsed.data.NODE_ENV === 'production' })
  const none: Record<ReadableChain, readonly string[]> = {
    base: [],
    'base-sepolia': [],
    solana: [],
    'solana-devnet': [],
  }
  const wanted = CHAINS.filter((chain) => names.length === 0 || names.includes(`chain-${chain}`))
  const rows = wanted.flatMap((chain) =>
    urls[chain].map((url) => {
      const chains = openChainReads({
        urls: { ...none, [chain]: [url] },
        money,
        log: createLog('silent'),
        meter: silentChainMeter,
      })
      return checkNode(chains, chain, new URL(url).host)
    }),
  )
  return { rows: await Promise.all(rows), mistakes: [] }
}

async function checkNode(chains: ChainsDoor, chain: ReadableChain, host: string): Promise<ChainRow> {
  const began = performance.now()
  const row = (state: ChainRow['state'], problem: ChainRow['problem'], reason: string): ChainRow => ({
    upstream: `chain-${chain}`,
    state,
    problem,
    reason,
    ms: Math.round(performance.now() - began),
  })
  try {
    const wrong = await wrongWith(chains, chain)
    return wrong === null ? row('ok', null, host) : row('failed', 'unexpected', `${host}: ${wrong}`)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return row('failed', problemOf(error), host)
  }
}

/** Checks a node's answer about USDC. Returns what is wrong, or null. */
async function wrongWith(chains: ChainsDoor, chain: ReadableChain): Promise<string | null> {
  const ctx = { chains, signal: new AbortController().signal, now: () => new Date() }
  if (chain === 'base' || chain === 'base-sepolia') {
    const token = chain === 'base' ? BASE_USDC : (LISTED_TOKENS[chain][0]?.address ?? '')
    const facts = (await readTokens(await openBaseReader(ctx, chain), [token])).get(token)
    return facts?.decimals === 6 ? null : 'USDC is not what it should be'
  }
  const mint = chain === 'solana' ? SOLANA_USDC : (LISTED_MINTS[chain][0]?.address ?? '')
  const { accounts } = await openSolanaReader(ctx, chain).accounts([mint])
  const [account = null] = accounts
  return account !== null && readMint(account.data)?.decimals === 6 ? null : 'USDC is not what it should be'
}

function problemOf({ detail }: Refusal): NodeProblem | 'unexpected' {
  const tried = detail.extra?.['tried']
  const first: unknown = Array.isArray(tried) ? tried[0] : undefined
  // Safe: refusals of the chains door carry the problem of each node.
  return typeof first === 'object' && first !== null && 'problem' in first
    ? (first.problem as NodeProblem)
    : 'unexpected'
}
