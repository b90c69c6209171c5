import { z } from 'zod'

import { REAL_GENESIS, type Money } from '#shared/chains/genesis.ts'
import { BASE, SOLANA } from '#shared/chains/networks.ts'
import type { ReadableChain } from '#shared/chains/readable-chains.ts'

import { NodeError } from './read-rpc-answer.ts'

type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>

const Block = z.object({ hash: z.string().regex(/^0x[0-9a-fA-F]{64}$/) }).transform(({ hash }) => hash.toLowerCase())
const ChainId = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,12}$/)
  .transform(Number)
const Genesis = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
const BASE_SEPOLIA_ID = 84_532
const DEVNET_GENESIS = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'

/**
 * Verifies that a node serves the expected chain. In production the real chains are identified by their genesis hash;
 * elsewhere the real chains are refused. Throws NodeError; `wrong_chain` is final.
 */
export async function vetNode(chain: ReadableChain, money: Money, ask: Ask): Promise<void> {
  switch (chain) {
    case 'base':
      return vetMoney(money, REAL_GENESIS[BASE], read(Block, await ask('eth_getBlockByNumber', ['0x0', false])))
    case 'solana':
      return vetMoney(money, REAL_GENESIS[SOLANA], read(Genesis, await ask('getGenesisHash', [])))
    case 'base-sepolia':
      // Public Sepolia nodes have pruned their first block. The chain id is enough where no real money moves.
      return vetSame(BASE_SEPOLIA_ID, read(ChainId, await ask('eth_chainId', [])))
    case 'solana-devnet':
      return vetSame(DEVNET_GENESIS, read(Genesis, await ask('getGenesisHash', [])))
  }
}

function vetMoney(money: Money, real: string, genesis: string): void {
  if ((genesis === real) === (money === 'real')) return
  throw new NodeError(
    'wrong_chain',
    money === 'real'
      ? `it serves another chain than the real one (genesis ${genesis}); production reads the real one only`
      : 'it serves the real chain; outside of production only play money is read',
  )
}

function vetSame<Id>(wanted: Id, served: Id): void {
  if (served !== wanted) throw new NodeError('wrong_chain', `it serves ${String(served)}, not ${String(wanted)}`)
}

function read<Value>(schema: z.ZodType<Value>, answer: unknown): Value {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new NodeError('bad_response', 'it does not say which chain it serves')
}
