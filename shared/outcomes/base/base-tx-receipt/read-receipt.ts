import { z } from 'zod'

import { ChainRefusal } from '#shared/doors/chains.ts'

import { humanAmount } from '#shared/engines/x402/networks/amount.ts'
import { checksumAddress } from '#shared/engines/x402/networks/evm-address.ts'
import { addressAt } from '#shared/engines/evm/abi.ts'
import { type BaseReader, rpcShapes } from '#shared/engines/evm/base-reader.ts'
import { amountOf, readTokens } from '#shared/engines/evm/find-token.ts'
import { topicOf } from '#shared/engines/evm/hash.ts'
import { METHODS } from './methods.rules.ts'
import { revertReason } from './revert-reason.ts'
import { readTransfer, RpcLog, type TokenTransfer } from '#shared/engines/evm/transfer-log.ts'

const { Quantity, Count } = rpcShapes
const Address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
const Data = z.string().regex(/^0x[0-9a-fA-F]*$/)
const Receipt = z.object({
  status: z.enum(['0x0', '0x1']),
  blockNumber: Count,
  blockHash: z.string(),
  from: Address,
  to: Address.nullable(),
  contractAddress: Address.nullish(),
  gasUsed: Quantity,
  effectiveGasPrice: Quantity,
  // Of chains of the OP stack: what the data costs on Ethereum.
  l1Fee: Quantity.nullish(),
  logs: z.array(RpcLog),
})
const Transaction = z.object({
  from: Address,
  to: Address.nullable(),
  input: Data,
  value: Quantity,
  gas: Quantity,
})
type Receipt = z.output<typeof Receipt>
type Transaction = z.output<typeof Transaction>

const USED = topicOf('AuthorizationUsed(address,bytes32)')
const MOST_TRANSFERS = 200

/**
 * What became of a transaction: its receipt, what it cost, what it moved, why it failed, in wire form. `moved` is every
 * transfer, also of those that are not listed.
 */
export async function readReceipt(reader: BaseReader, hash: string) {
  const [receipt, transaction, safe, final] = await Promise.all([
    reader.ask('eth_getTransactionReceipt', [hash], Receipt.nullable()),
    reader.ask('eth_getTransactionByHash', [hash], Transaction.nullable()),
    numberOf(reader, 'safe'),
    numberOf(reader, 'finalized'),
  ])
  const shown = { from: receipt?.from ?? transaction?.from, to: receipt?.to ?? transaction?.to }
  const failed = receipt?.status === '0x0'
  const moved = (receipt?.logs ?? []).flatMap((log) => readTransfer(log) ?? [])
  const [transfers, minedAt, reason] = await Promise.all([
    listed(reader, moved.slice(0, MOST_TRANSFERS)),
    receipt === null ? null : timeOf(reader, receipt.blockNumber),
    failed && transaction !== null ? reasonOf(reader, transaction, receipt.blockNumber) : null,
  ])
  const head = Math.max(reader.block.number, receipt?.blockNumber ?? 0)
  return {
    found: receipt !== null || transaction !== null,
    status: receipt !== null ? (failed ? ('reverted' as const) : ('success' as const)) : statusWithout(transaction),
    mined_in: receipt?.blockNumber ?? null,
    mined_at: minedAt,
    block_hash: receipt?.blockHash ?? null,
    confirmations: receipt === null ? 0 : head - receipt.blockNumber + 1,
    finality: receipt === null ? null : finalityOf(receipt.blockNumber, safe, final),
    from: shown.from === undefined ? null : checksumAddress(shown.from),
    to: shown.to === undefined || shown.to === null ? null : checksumAddress(shown.to),
    contract_created: receipt?.contractAddress ? checksumAddress(receipt.contractAddress) : null,
    value: transaction === null ? null : { wei: transaction.value.toString(), eth: humanAmount(transaction.value, 18) },
    fee: receipt === null ? null : feeOf(receipt),
    transfers,
    moved,
    method: transaction === null ? null : methodOf(transaction.input),
    revert_reason: reason,
    authorization_used: receipt === null ? null : authorizationOf(receipt),
  }
}

const statusWithout = (transaction: Transaction | null) =>
  transaction === null ? ('not_found' as const) : ('pending' as const)

/** A node that does not know these tags yet has nothing that is safe or final. */
const numberOf = async (reader: BaseReader, tag: 'safe' | 'finalized') =>
  (await reader.ask('eth_getBlockByNumber', [tag, false], rpcShapes.Block.nullable()))?.number ?? -1

function finalityOf(block: number, safe: number, final: number) {
  if (block <= final) return 'finalized' as const
  return block <= safe ? ('safe' as const) : ('latest' as const)
}

async function timeOf(reader: BaseReader, number: number): Promise<string | null> {
  if (number === reader.block.number) return new Date(reader.block.timestamp * 1_000).toISOString()
  const block = await reader.ask(
    'eth_getBlockByNumber',
    [`0x${number.toString(16)}`, false],
    rpcShapes.Block.nullable(),
  )
  return block === null ? null : new Date(block.timestamp * 1_000).toISOString()
}

function feeOf({ gasUsed, effectiveGasPrice, l1Fee }: Receipt) {
  const onL2 = gasUsed * effectiveGasPrice
  const onL1 = l1Fee ?? 0n
  return {
    gas_used: gasUsed.toString(),
    effective_gas_price: effectiveGasPrice.toString(),
    l2_fee_wei: onL2.toString(),
    l1_fee_wei: onL1.toString(),
    total_wei: (onL2 + onL1).toString(),
  }
}

async function listed(reader: BaseReader, transfers: readonly TokenTransfer[]) {
  const tokens = await readTokens(
    reader,
    transfers.map(({ token }) => token),
  )
  return transfers.map(({ token, from, to, raw, kind }) => {
    const { symbol = null, decimals = null } = tokens.get(token) ?? {}
    return { token, symbol, from, to, raw: raw.toString(), amount: amountOf(raw, decimals), kind }
  })
}

function methodOf(input: string) {
  if (input.length < 10) return null
  const selector = input.slice(0, 10).toLowerCase()
  return { selector, name: METHODS.get(selector) ?? null }
}

function authorizationOf({ logs }: Receipt) {
  const used = logs.find(({ topics }) => topics[0]?.toLowerCase() === USED && topics.length === 3)
  const authorizer = used === undefined ? null : addressAt(Buffer.from((used.topics[1] ?? '').slice(2), 'hex'))
  return used === undefined || authorizer === null
    ? null
    : { authorizer: checksumAddress(authorizer), nonce: used.topics[2] ?? '' }
}

/** Runs a failed transaction again where it was, on the state before its block; null where it does not fail there. */
async function reasonOf(
  reader: BaseReader,
  { from, to, input, value, gas }: Transaction,
  mined: number,
): Promise<string | null> {
  const call = {
    from,
    ...(to === null ? {} : { to }),
    data: input,
    value: `0x${value.toString(16)}`,
    gas: `0x${gas.toString(16)}`,
  }
  try {
    await reader.ask('eth_call', [call, `0x${Math.max(0, mined - 1).toString(16)}`], Data)
    return null
  } catch (error) {
    if (!(error instanceof ChainRefusal)) throw error
    return revertReason(error.data) ?? (error.said.replace(/^execution reverted:?\s*/i, '') || null)
  }
}
