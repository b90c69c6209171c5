import fc from 'fast-check'
import { Keypair } from '@solana/web3.js'
import { expect, test } from 'vitest'

import { makeSolanaWallet } from '#shared/playground/chains/wallets.ts'

import type { ReadyPayout } from './payout-store.ts'
import { MOST_TRANSFERS, signPayout } from './payout-transaction.ts'
import { batchesOf } from './send-payouts.ts'

const LARGEST_TRANSACTION = 1_232
const BLOCKHASH = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'

const Payouts = fc
  .array(fc.record({ wallet: fc.integer({ min: 0, max: 12 }), isAlone: fc.boolean() }), { maxLength: 40 })
  .map((all) =>
    all.map(({ wallet, isAlone }, at): ReadyPayout => ({
      id: `p${at}`,
      wallet: `w${wallet}`,
      amount: 1n,
      isAlone,
      openedBy: null,
      isRefund: false,
      currency: 'usdc' as const,
    })),
  )

test('every ready payout is in one batch; no batch is too large, pays a wallet twice, or has company for a lone one', () => {
  fc.assert(
    fc.property(Payouts, (ready) => {
      const batches = batchesOf(ready)
      expect(batches.flat().toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(
        ready.toSorted((a, b) => a.id.localeCompare(b.id)),
      )
      for (const batch of batches) {
        expect(batch.length).toBeLessThanOrEqual(batch.some(({ isAlone }) => isAlone) ? 1 : MOST_TRANSFERS)
        expect(new Set(batch.map(({ wallet }) => wallet)).size).toBe(batch.length)
      }
    }),
  )
})

test('a full transaction that opens every account fits, and two rows never sign the same bytes', () => {
  const treasury = Keypair.generate()
  const transfers = Array.from({ length: MOST_TRANSFERS }, () => ({
    wallet: makeSolanaWallet().address,
    amount: 2n ** 63n,
    opens: true,
  }))
  const signed = (memo: string) => signPayout(treasury, { transfers, currency: 'usdc', blockhash: BLOCKHASH, memo })
  const [first, second] = [signed(`payout ${crypto.randomUUID()}`), signed(`payout ${crypto.randomUUID()}`)]
  expect(Buffer.from(first.raw, 'base64').length).toBeLessThanOrEqual(LARGEST_TRANSACTION)
  expect(first.signature).not.toBe(second.signature)
  const tooMany = [...transfers, ...transfers]
  expect(() => signPayout(treasury, { transfers: tooMany, currency: 'usdc', blockhash: BLOCKHASH, memo: 'm' })).toThrow(
    'holds 8',
  )
})
