import { invalidFields } from '#shared/errors.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'

import { type BaseReader, openBaseReader, rpcShapes } from '#shared/engines/evm/base-reader.ts'
import { pageTransfers, type TransferRow } from '#shared/engines/evm/page-transfers.ts'
import type { Received } from './judge-watch.ts'
import { tooBusy } from './too-busy.ts'
import type { Watch } from './watch-id.ts'

/** A day and an hour of Base: what one watch reads back at most. */
const MOST_BLOCKS = 45_000
const MOST_ROWS = 2_000
/** Blocks that are read again at every look, because they may have been replaced. */
const MARGIN_BLOCKS = 64
const BLOCK_S = 2

/** Looks for transfers to the watched address; a later look reads only what is new and what may have changed. */
export function baseReceipts(ctx: Pick<OutcomeContext, 'chains' | 'signal' | 'now'>, watch: Watch, withinMs: number) {
  if (watch.chain === 'solana') throw new Error('a watch of Solana is read elsewhere')
  const { chain } = watch
  let seen: TransferRow[] = []
  let readTo: number | null = null
  return async () => {
    const reader = await openBaseReader(ctx, chain, { withinMs })
    const first = readTo === null ? await firstBlock(reader, watch) : Math.max(0, readTo - MARGIN_BLOCKS + 1)
    const { rows, next } = await pageTransfers(reader, {
      token: watch.token,
      from: watch.from,
      to: watch.payTo,
      fromBlock: first,
      toBlock: reader.block.number,
      limit: MOST_ROWS,
      order: 'asc',
      start: null,
    })
    // A sum over a part would be a wrong one.
    if (next !== null) throw tooBusy(`${MOST_ROWS} transfers`)
    seen = [...seen.filter(({ blockNumber }) => blockNumber < first), ...rows]
    readTo = reader.block.number
    const received = seen.map(({ transaction, from, raw, blockNumber, timeS }): Received => ({
      transaction,
      from,
      raw,
      confirmations: reader.block.number - blockNumber + 1,
      timeS,
    }))
    return { received, stamp: reader.stamp() }
  }
}

/** The first block that counts. On a chain without a steady clock it is looked for by halves. */
async function firstBlock(reader: BaseReader, { sinceBlock, sinceS }: Watch): Promise<number> {
  const { number: head, timestamp } = reader.block
  if (sinceBlock !== null) return refuseTooFar(sinceBlock, head)
  if (sinceS >= timestamp) return head
  if (reader.keepsTime) return refuseTooFar(Math.max(0, head - Math.ceil((timestamp - sinceS) / BLOCK_S)), head)
  let [low, high] = [0, head]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const block = await reader.ask('eth_getBlockByNumber', [`0x${middle.toString(16)}`, false], rpcShapes.Block)
    if (block.timestamp < sinceS) low = middle + 1
    else high = middle
  }
  return refuseTooFar(low, head)
}

function refuseTooFar(first: number, head: number): number {
  if (head - first <= MOST_BLOCKS) return Math.min(first, head)
  throw invalidFields({
    path: ['since'],
    type: 'range_too_wide',
    msg: `Value error, since is more than ${MOST_BLOCKS} blocks (25 hours) back`,
  })
}
