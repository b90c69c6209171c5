import { toEventSelector } from 'viem'

import type { Inspected, InspectedTransfer } from '#shared/doors/settlement.ts'

import type { BasePayment } from '../read-payment.ts'
import type { BaseRpc, ChainLog, Receipt } from './base-rpc.ts'
import { type Found, lookUpOnBase, soughtOf } from './look-up-base.ts'

const TRANSFER = toEventSelector('Transfer(address,address,uint256)')
const MOST_TRANSFERS = 20

/** Reads what Base shows about a payment and a transaction. A settled payment's own transaction takes precedence. */
export async function inspectBase(
  rpc: BaseRpc,
  { transaction, payment }: { transaction: string | null; payment: BasePayment | null },
): Promise<Omit<Inspected, 'noPayment'>> {
  const [latest, final, found] = await Promise.all([
    rpc.block('latest'),
    rpc.block('finalized'),
    payment === null ? null : lookUpOnBase(rpc, soughtOf(payment)),
  ])
  const id = (found?.state === 'paid' ? found.transaction : null) ?? transaction
  const receipt = id === null ? null : await rpc.receipt(id)
  const block = { number: Math.max(latest.number, receipt?.blockNumber ?? 0), timeS: latest.timestamp }
  return {
    block,
    transaction:
      receipt === null
        ? null
        : {
            id: receipt.transactionHash,
            ok: receipt.status,
            block: receipt.blockNumber,
            confirmations: block.number - receipt.blockNumber + 1,
            finality: receipt.blockNumber <= final.number ? 'finalized' : 'latest',
            transfers: transfersOf(receipt),
          },
    payment:
      payment === null || found === null
        ? null
        : {
            state: found.state,
            reason: found.state === 'paid' ? null : found.reason,
            transaction: found.state === 'paid' ? found.transaction : null,
            nonce: payment.authorization.nonce,
            used: isUsed(found),
            validBeforeS: Number(payment.authorization.validBefore),
          },
  }
}

const UNUSED = new Set(['authorization_expired', 'not_settled_yet'])

function isUsed(found: Found): boolean | null {
  if (found.state === 'paid') return true
  if (UNUSED.has(found.reason)) return false
  return found.reason === 'node_is_behind' ? null : true
}

const transfersOf = ({ logs }: Receipt): InspectedTransfer[] =>
  logs
    .filter(({ topics, data }) => topics[0] === TRANSFER && topics.length === 3 && data.length === 66)
    .slice(0, MOST_TRANSFERS)
    .map(({ address, topics, data }: ChainLog) => ({
      from: `0x${(topics[1] ?? '').slice(-40)}`,
      to: `0x${(topics[2] ?? '').slice(-40)}`,
      asset: address,
      raw: BigInt(data).toString(),
    }))
