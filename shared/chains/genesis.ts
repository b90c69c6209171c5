import { z } from 'zod'

import { callRpc, type RpcQuestion } from './json-rpc.ts'
import { BASE, SOLANA, type Network } from './networks.ts'

/**
 * Genesis hashes of the real chains, read from both networks. They distinguish the real chains from local ones with the
 * same chain ids.
 */
export const REAL_GENESIS: Readonly<Record<Network, string>> = {
  [BASE]: '0xf712aa9241cc24369b143cf6dce85f0902a9731e70d66818a3a5845b296c73dd',
  [SOLANA]: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
}

/** Real money in production, play money everywhere else. */
export type Money = 'real' | 'play'
export const moneyOf = ({ production }: { production: boolean }): Money => (production ? 'real' : 'play')

/** The chain answered, and it is not of the expected kind of money. Final: retrying does not help. */
export class WrongChain extends Error {
  override readonly name = 'WrongChain'
}

/** The chain could not be identified: no answer, or an invalid one. Retrying may help. */
export class ChainUnknown extends Error {
  override readonly name = 'ChainUnknown'
}

const NAMES: Readonly<Record<Network, string>> = { [BASE]: 'Base', [SOLANA]: 'Solana' }
const QUESTIONS: Readonly<Record<Network, RpcQuestion>> = {
  [BASE]: { method: 'eth_getBlockByNumber', params: ['0x0', false] },
  [SOLANA]: { method: 'getGenesisHash', params: [] },
}
const ANSWERS: Readonly<Record<Network, z.ZodType<string>>> = {
  [BASE]: z.object({ hash: z.string().regex(/^0x[0-9a-fA-F]{64}$/) }).transform(({ hash }) => hash.toLowerCase()),
  [SOLANA]: z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
}

type Asked = { network: Network; rpcUrl: string; timeoutMs?: number }

/**
 * Reads a chain's genesis hash over JSON-RPC. Throws ChainUnknown; its message omits the URL, which may contain an API
 * key.
 */
export async function readGenesis({ network, rpcUrl, timeoutMs = 5_000 }: Asked): Promise<string> {
  try {
    return ANSWERS[network].parse(await callRpc(rpcUrl, QUESTIONS[network], timeoutMs))
  } catch (error) {
    throw new ChainUnknown(`The RPC of ${NAMES[network]} does not say which chain it serves.`, { cause: error })
  }
}

/**
 * Checks that a chain is of the expected kind of money, so that play money and real money never mix. Resolves with the
 * genesis hash. Throws WrongChain when the chain is of the other kind, ChainUnknown when it cannot be identified.
 */
export async function checkGenesis(money: Money, asked: Asked): Promise<string> {
  const genesis = await readGenesis(asked)
  const isReal = genesis === REAL_GENESIS[asked.network]
  if (isReal === (money === 'real')) return genesis
  throw new WrongChain(
    isReal
      ? `The RPC of ${NAMES[asked.network]} serves the real chain; the playground deals in play money only.`
      : `The RPC of ${NAMES[asked.network]} serves another chain than the real one (genesis ${genesis}); production deals in real money only.`,
  )
}

/**
 * Throws WrongChain for a facilitator that is not on this machine. A facilitator does not tell which chain it settles
 * on, and a signature made in the playground is also valid on the real chain if the wallet has money there.
 */
export function refuseRealFacilitator(url: string): void {
  const { hostname } = new URL(url)
  if (hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)) return
  throw new WrongChain(
    `The facilitator at ${hostname} is not on this machine; the playground deals in play money only.`,
  )
}
