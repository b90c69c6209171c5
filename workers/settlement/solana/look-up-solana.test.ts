import { describe, expect, test } from 'vitest'

import type { SolanaPayment } from '../read-payment.ts'
import { EXPIRES_AFTER, judgeStatus, lookUpOnSolana } from './look-up-solana.ts'
import type { SignatureStatus, SolanaRpc } from './solana-rpc.ts'

const SIGNATURE = '5'.repeat(88)
const FINAL = { absoluteSlot: 900, blockHeight: 800 }
const status = (confirmationStatus: string, err: unknown = null) =>
  // Safe: as nodes answer.
  ({ confirmationStatus, err, slot: 850 }) as SignatureStatus

describe('the status of a transaction on Solana', () => {
  test.each([
    ['confirmed', null, 'paid'],
    ['finalized', null, 'paid'],
    ['processed', null, 'unknown'],
    ['processed', { InstructionError: [2, 'x'] }, 'unknown'],
    ['confirmed', { InstructionError: [2, 'x'] }, 'unknown'],
    ['finalized', { InstructionError: [2, 'x'] }, 'unpaid'],
  ])('%s with the error %j means %s', (confirmed, err, state) => {
    expect(judgeStatus(SIGNATURE, status(confirmed, err))).toMatchObject({ state })
  })

  test('that a node does not have means nothing', () => expect(judgeStatus(SIGNATURE, null)).toBeNull())
})

describe('a payment that no node has', () => {
  const look = (seenHeight: number, nodeSlot = FINAL.absoluteSlot, found: SignatureStatus = null) => {
    const rpc = {
      final: () => Promise.resolve(FINAL),
      statuses: () => Promise.resolve({ slot: nodeSlot, statuses: [found] }),
    }
    // Safe: with a signature nothing else is asked, and the payment is not read.
    const [solana, payment] = [rpc as unknown as SolanaRpc, {} as SolanaPayment]
    return lookUpOnSolana(solana, { payment, signature: SIGNATURE, seenHeight })
  }
  const expired = FINAL.blockHeight - EXPIRES_AFTER - 1

  test('is unpaid once its blockhash is too old for any block to come', async () => {
    expect(await look(expired)).toMatchObject({ state: 'unpaid', reason: 'blockhash_expired' })
  })

  test('is unknown as long as a block could take it', async () => {
    expect(await look(expired + 1)).toEqual({ state: 'unknown', reason: 'not_settled_yet' })
  })

  test('is unknown when the node that was asked is behind the final block', async () => {
    expect(await look(expired, FINAL.absoluteSlot - 1)).toEqual({ state: 'unknown', reason: 'node_is_behind' })
  })

  test('is paid however old it is, when a node has it', async () => {
    expect(await look(expired, 0, status('confirmed'))).toMatchObject({ state: 'paid', transaction: SIGNATURE })
  })
})
