import { randomBytes } from 'node:crypto'

import {
  ComputeBudgetProgram,
  PublicKey,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'

import { SOLANA_USDC } from '#shared/chains/networks.ts'

import { usdcAccountOf } from '../payouts/payout-transaction.ts'
import { memoProgram, TOKEN_PROGRAM, TOKEN_TRANSFER_CHECKED, USDC_DECIMALS } from './programs.ts'

/** Compute units of a transfer, a memo and what wallets add, and their price. The fee payer pays 600 lamports for them. */
const UNITS = 60_000
const MICRO_LAMPORTS_PER_UNIT = 10_000

/** What an entry of `accepts` of Solana asks of a wallet. Amounts are in micro-USDC. */
export type X402Wish = { payer: string; payTo: string; feePayer: string; amount: bigint }

/**
 * Builds the payload of x402's `exact` on Solana for a wallet to sign, in base64: unit limit, unit price, one transfer, and a
 * memo that makes it different from every other. The fee payer's signature is added when it is settled.
 */
export function buildX402Payment({ payer, payTo, feePayer, amount }: X402Wish, blockhash: string): string {
  const data = Buffer.alloc(10)
  data.writeUInt8(TOKEN_TRANSFER_CHECKED, 0)
  data.writeBigUInt64LE(amount, 1)
  data.writeUInt8(USDC_DECIMALS, 9)
  const owner = new PublicKey(payer)
  const message = new TransactionMessage({
    payerKey: new PublicKey(feePayer),
    recentBlockhash: blockhash,
    instructions: [
      ComputeBudgetProgram.setComputeUnitLimit({ units: UNITS }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: MICRO_LAMPORTS_PER_UNIT }),
      new TransactionInstruction({
        programId: new PublicKey(TOKEN_PROGRAM),
        keys: [
          { pubkey: usdcAccountOf(payer), isSigner: false, isWritable: true },
          { pubkey: new PublicKey(SOLANA_USDC), isSigner: false, isWritable: false },
          { pubkey: usdcAccountOf(payTo), isSigner: false, isWritable: true },
          { pubkey: owner, isSigner: true, isWritable: false },
        ],
        data,
      }),
      new TransactionInstruction({
        programId: memoProgram,
        keys: [],
        data: Buffer.from(randomBytes(16).toString('hex')),
      }),
    ],
  }).compileToV0Message()
  return Buffer.from(new VersionedTransaction(message).serialize()).toString('base64')
}
