import { z } from 'zod'

import { MULTICALL3 } from '#shared/chains/networks.ts'
import { type EvmChain, READABLE_CHAINS } from '#shared/chains/readable-chains.ts'
import { invalidFields } from '#shared/errors.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'
import { type ChainReader, ChainRefusal } from '#shared/doors/chains.ts'

import { bytesOfHex } from './abi.ts'
import { type Call, type CallResult, decodeAggregate, encodeAggregate } from './multicall.ts'

const Quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform(BigInt)
/** Numbers that fit a double: blocks, times, indexes. */
const Count = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,12}$/)
  .transform(Number)
const Bytes = z.string().transform((text, context) => {
  const bytes = bytesOfHex(text)
  if (bytes !== null) return bytes
  context.addIssue('no hex bytes')
  return z.NEVER
})
const Block = z.object({ number: Count, timestamp: Count, hash: z.string() })
export type Block = z.output<typeof Block>

export const rpcShapes = { Quantity, Count, Bytes, Block }

/** A head that is older than ten blocks and some is that of a node which does not follow. */
const CURRENT_MS = 30_000

/** One read of Base: everything in it is of one block. */
export type BaseReader = {
  chain: EvmChain
  /** CAIP-2. */
  network: string
  block: Block
  ask: ChainReader['ask']
  keepsTime: boolean
  /** Reads contracts at the block, all in one question; the results in the order of the calls. */
  call: (list: readonly Call[]) => Promise<CallResult[]>
  codeOf: (address: string) => Promise<Buffer>
  /** Fields that every answer about Base begins with. */
  stamp: () => ReturnType<typeof chainStamp>
}

/**
 * Opens a read of Base at a block: `latest`, `safe`, `finalized` or a number, which is refused (as `field` of the
 * body) where it is not mined yet.
 * A node whose head is old is passed over.
 */
export async function openBaseReader(
  { chains, signal, now }: Pick<OutcomeContext, 'chains' | 'signal' | 'now'>,
  chain: EvmChain,
  { block: wanted = 'latest', field = 'block', withinMs }: { block?: string; field?: string; withinMs?: number } = {},
): Promise<BaseReader> {
  const reader = chains.open(chain, { signal, ...(withinMs === undefined ? {} : { withinMs }) })
  const block = await readBlock(reader, wanted, now)
  if (block === null)
    throw invalidFields({
      path: [field],
      type: 'block_not_found',
      msg: `Value error, block ${wanted} is not mined yet`,
    })
  const tag = `0x${block.number.toString(16)}`
  return {
    chain,
    network: READABLE_CHAINS[chain],
    block,
    ask: reader.ask,
    keepsTime: reader.keepsTime,
    call: (list) => callAll(reader, tag, list),
    codeOf: (address) => reader.ask('eth_getCode', [address, tag], Bytes),
    stamp: () => chainStamp(READABLE_CHAINS[chain], { number: block.number, timeS: block.timestamp }, reader),
  }
}

/**
 * Reads contracts in one request. A contract that burns all gas makes the whole request fail; it is then repeated in
 * halves, down to the one call that fails.
 */
async function callAll(reader: Pick<ChainReader, 'ask'>, tag: string, list: readonly Call[]): Promise<CallResult[]> {
  if (list.length === 0) return []
  const Results = Bytes.transform((bytes, context) => {
    const results = decodeAggregate(bytes, list.length)
    if (results !== null) return results
    context.addIssue('no results of aggregate3')
    return z.NEVER
  })
  try {
    return await reader.ask('eth_call', [{ to: MULTICALL3, data: encodeAggregate(list) }, tag], Results)
  } catch (error) {
    if (!(error instanceof ChainRefusal)) throw error
    if (list.length === 1) return [{ ok: false, data: Buffer.alloc(0) }]
    const middle = Math.floor(list.length / 2)
    const halves = await Promise.all(
      [list.slice(0, middle), list.slice(middle)].map((half) => callAll(reader, tag, half)),
    )
    return halves.flat()
  }
}

/** A block by its tag or number; null for one that is not there. */
export async function readBlock(
  reader: Pick<ChainReader, 'ask' | 'keepsTime'>,
  wanted: string,
  now: () => Date,
): Promise<Block | null> {
  const isNumber = /^\d+$/.test(wanted)
  const tag = isNumber ? `0x${Number(wanted).toString(16)}` : wanted
  const isCurrent = (found: Block | null) =>
    found !== null &&
    (wanted !== 'latest' || !reader.keepsTime || now().getTime() - found.timestamp * 1_000 < CURRENT_MS)
  return reader.ask('eth_getBlockByNumber', [tag, false], Block.nullable(), isCurrent)
}

/** The source of a chain's answer: its block or slot, its node, and its time. */
export function chainStamp(
  network: string,
  block: { number: number; timeS: number | null },
  reader: Pick<ChainReader, 'answeredBy'>,
) {
  const { provider, latencyMs, retrievedAt, tried } = reader.answeredBy()
  return {
    network,
    block_number: block.number,
    block_time: block.timeS === null ? null : new Date(block.timeS * 1_000).toISOString(),
    rpc: { provider, latency_ms: latencyMs },
    source: {
      name: provider,
      url: null,
      fetched_at: retrievedAt.toISOString(),
      cached: false,
      cache_age_s: 0,
      stale: false,
      tried: tried.map(({ source, problem }) => ({ source, problem })),
    },
    retrieved_at: retrievedAt.toISOString(),
  }
}
