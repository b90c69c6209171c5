import { z } from 'zod'

import { Refusal } from '#shared/errors.ts'
import { ChainRefusal } from '#shared/doors/chains.ts'

import { addressWord } from './abi.ts'
import { type BaseReader, rpcShapes } from './base-reader.ts'
import { readTransfer, RpcLog, type TokenTransfer, TRANSFER } from './transfer-log.ts'

export type TransferRow = TokenTransfer & {
  blockNumber: number
  blockHash: string
  /** Seconds since 1970; null where the node does not say. */
  timeS: number | null
  transaction: string
  logIndex: number
}

/** A place in the order of logs. */
export type LogPlace = { block: number; index: number }

export type TransferQuery = {
  /** Null for any token. */
  token: string | null
  from: string | null
  to: string | null
  fromBlock: number
  toBlock: number
  limit: number
  order: 'asc' | 'desc'
  /** Rows from here on, in the direction of `order`. */
  start: LogPlace | null
}

/** Blocks that public nodes accept in one request, and maximum requests per call. */
const BLOCKS_AT_ONCE = 2_000
const MOST_QUESTIONS = 40
const LAST_INDEX = 0xffff_ffff

/**
 * Reads Transfers block range by block range, halving a range that a node finds too large, until `limit` rows and one
 * more are there. `next` is where the rest begins; null when the whole range was read.
 */
export async function pageTransfers(
  reader: BaseReader,
  query: TransferQuery,
): Promise<{ rows: TransferRow[]; next: LogPlace | null }> {
  const { order, limit, start } = query
  const isDesc = order === 'desc'
  let low = start !== null && !isDesc ? Math.max(query.fromBlock, start.block) : query.fromBlock
  let high = start !== null && isDesc ? Math.min(query.toBlock, start.block) : query.toBlock
  let span = BLOCKS_AT_ONCE
  const rows: TransferRow[] = []
  for (let question = 0; low <= high; question += 1) {
    if (question >= MOST_QUESTIONS) {
      return { rows, next: isDesc ? { block: high, index: LAST_INDEX } : { block: low, index: 0 } }
    }
    const range = isDesc
      ? { from: Math.max(low, high - span + 1), to: high }
      : { from: low, to: Math.min(high, low + span - 1) }
    const found = await readRange(reader, query, range).catch((error: unknown) => narrower(error, range))
    if (typeof found === 'number') {
      span = found
      continue
    }
    const wanted = found.filter((row) => start === null || !isBefore(row, start, isDesc))
    rows.push(...wanted.toSorted((a, b) => compared(a, b) * (isDesc ? -1 : 1)))
    const next = rows[limit]
    if (next !== undefined)
      return { rows: rows.slice(0, limit), next: { block: next.blockNumber, index: next.logIndex } }
    if (isDesc) high = range.from - 1
    else low = range.to + 1
  }
  return { rows, next: null }
}

/** Fewer blocks to ask for at once, where the node says that so many are too many. */
function narrower(error: unknown, { from, to }: { from: number; to: number }): number {
  if (!(error instanceof ChainRefusal) || error.kind !== 'too_much') throw error
  const asked = to - from + 1
  if (asked === 1)
    throw new Refusal(
      'unprocessable',
      'One block alone holds more transfers than a node answers; nothing was charged.',
      {
        fix: { action: 'Name a token, a sender or a receiver.' },
        extra: { reason: 'too_many_transfers' },
      },
    )
  const half = Math.floor(asked / 2)
  return error.most !== null && error.most < asked ? Math.min(error.most, half) : half
}

async function readRange(
  reader: BaseReader,
  { token, from, to }: TransferQuery,
  range: { from: number; to: number },
): Promise<TransferRow[]> {
  const filter = {
    ...(token === null ? {} : { address: token }),
    topics: trimmed([TRANSFER, topicOfAddress(from), topicOfAddress(to)]),
    fromBlock: `0x${range.from.toString(16)}`,
    toBlock: `0x${range.to.toString(16)}`,
  }
  const logs = await reader.ask('eth_getLogs', [filter], z.array(RpcLog))
  const inside = logs.filter(
    ({ removed, blockNumber }) => removed !== true && blockNumber >= range.from && blockNumber <= range.to,
  )
  const distinct = [...new Map(inside.map((log) => [`${log.blockHash} ${log.logIndex}`, log])).values()]
  return (await ofOneChain(reader, distinct)).flatMap((log) => {
    const transfer = readTransfer(log)
    if (transfer === null) return []
    const { blockNumber, blockHash, transactionHash, logIndex } = log
    return [{ ...transfer, blockNumber, blockHash, timeS: timeOf(reader, log), transaction: transactionHash, logIndex }]
  })
}

/** Logs of blocks that were replaced meanwhile go: where one number has two hashes, and where our own block has another. */
async function ofOneChain(reader: BaseReader, logs: readonly RpcLog[]): Promise<RpcLog[]> {
  const hashes = new Map<number, Set<string>>([[reader.block.number, new Set([reader.block.hash])]])
  for (const { blockNumber, blockHash } of logs) {
    hashes.set(blockNumber, (hashes.get(blockNumber) ?? new Set()).add(blockHash))
  }
  const unsure = [...hashes].filter(([, own]) => own.size > 1).map(([number]) => number)
  const settled = new Map(
    await Promise.all(
      unsure.map(async (number) => {
        const block = await reader.ask('eth_getBlockByNumber', [`0x${number.toString(16)}`, false], rpcShapes.Block)
        return [number, block.hash] as const
      }),
    ),
  )
  return logs.filter(({ blockNumber, blockHash }) => (settled.get(blockNumber) ?? blockHash) === blockHash)
}

/** Base makes a block each two seconds, without exception. */
const BLOCK_S = 2

function timeOf({ block, keepsTime }: BaseReader, { blockTimestamp, blockNumber }: RpcLog): number | null {
  if (blockTimestamp !== null && blockTimestamp !== undefined) return blockTimestamp
  if (blockNumber === block.number) return block.timestamp
  return keepsTime ? block.timestamp - (block.number - blockNumber) * BLOCK_S : null
}

const topicOfAddress = (address: string | null) => (address === null ? null : `0x${addressWord(address)}`)

/** Some nodes refuse a filter that ends with null. */
const trimmed = (topics: (string | null)[]) => topics.slice(0, topics.findLastIndex((topic) => topic !== null) + 1)

const compared = (a: TransferRow, b: TransferRow) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex

/** Whether a row comes before a place, in this direction. */
function isBefore({ blockNumber, logIndex }: TransferRow, { block, index }: LogPlace, isDesc: boolean): boolean {
  const distance = blockNumber - block || logIndex - index
  return isDesc ? distance > 0 : distance < 0
}
