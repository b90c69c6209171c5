import { invalidFields } from '#shared/errors.ts'

import { amountOf, readTokens } from '#shared/engines/evm/find-token.ts'
import type { BaseReader } from '#shared/engines/evm/base-reader.ts'
import {
  type LogPlace,
  pageTransfers,
  type TransferQuery,
  type TransferRow,
} from '#shared/engines/evm/page-transfers.ts'

export const MOST_BLOCKS = 10_000
/** Tokens of one page whose symbol and decimals are asked for. */
const MOST_TOKENS = 100

type Asked = Omit<TransferQuery, 'start' | 'fromBlock' | 'toBlock'> & {
  fromBlock: number | null
  start: LogPlace | null
}

/** Transfers up to the reader's block, in wire form. Refuses a range of more than 10,000 blocks. */
export async function listTransfers(reader: BaseReader, asked: Asked) {
  const toBlock = reader.block.number
  const fromBlock = asked.fromBlock ?? Math.max(0, toBlock - 2_000)
  if (fromBlock > toBlock)
    throw invalidFields({
      path: ['from_block'],
      msg: `Value error, from_block is behind to_block, which is ${toBlock}`,
    })
  if (toBlock - fromBlock + 1 > MOST_BLOCKS)
    throw invalidFields({
      path: ['from_block'],
      type: 'range_too_wide',
      msg: `Value error, at most ${MOST_BLOCKS} blocks are read at once; ask page by page`,
    })
  const { rows, next } = await pageTransfers(reader, { ...asked, fromBlock, toBlock })
  const named = [...new Set(rows.map(({ token }) => token))].slice(0, MOST_TOKENS)
  const tokens = await readTokens(reader, named)
  const isOneSided = (asked.from === null) !== (asked.to === null)
  return {
    transfers: rows.map((row) => {
      const { symbol = null, decimals = null } = tokens.get(row.token) ?? {}
      return {
        block_number: row.blockNumber,
        block_time: row.timeS === null ? null : new Date(row.timeS * 1_000).toISOString(),
        tx_hash: row.transaction,
        log_index: row.logIndex,
        token: row.token,
        symbol,
        from: row.from,
        to: row.to,
        raw: row.raw.toString(),
        amount: amountOf(row.raw, decimals),
        kind: row.kind,
        removed: false as const,
      }
    }),
    count: rows.length,
    range: { from_block: fromBlock, to_block: toBlock },
    next_cursor: next === null ? null : `${next.block}:${next.index}`,
    totals: isOneSided ? totalsOf(rows, asked.to !== null) : null,
    complete: next === null,
  }
}

function totalsOf(rows: readonly TransferRow[], isReceiver: boolean) {
  const sums = new Map<string, bigint>()
  for (const { token, raw } of rows) sums.set(token, (sums.get(token) ?? 0n) + raw)
  return [...sums].map(([token, sum]) => ({
    token,
    in_raw: (isReceiver ? sum : 0n).toString(),
    out_raw: (isReceiver ? 0n : sum).toString(),
  }))
}
