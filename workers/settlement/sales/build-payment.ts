import {
  ComputeBudgetProgram,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'

import { SOLANA_USDC } from '#shared/chains/networks.ts'

import { usdcAccountOf } from '../payouts/payout-transaction.ts'
import type { OwedPayment } from './judge-payment.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  CREATE_IDEMPOTENT,
  memoProgram,
  TOKEN_PROGRAM,
  TOKEN_TRANSFER_CHECKED,
  USDC_DECIMALS,
} from './programs.ts'

/** Compute units of the memo and of what wallets add, of a transfer, and of a token account that is opened. */
const UNITS = { base: 60_000, transfer: 10_000, open: 40_000 }
const MICRO_LAMPORTS_PER_UNIT = 10_000
const LAMPORTS_PER_SIGNATURE = 5_000

const USDC = new PublicKey(SOLANA_USDC)
const tokenProgram = new PublicKey(TOKEN_PROGRAM)
const associatedTokenProgram = new PublicKey(ASSOCIATED_TOKEN_PROGRAM)

/** An unsigned transaction in base64, and what it costs the payer in lamports beside the legs and rents. */
export type BuiltPayment = { transaction: string; networkFeeLamports: number }

/**
 * Builds the transaction of an order for a wallet to sign: a memo, then for each leg its own transfer that names the
 * reference. `opens` are wallets whose USDC account the payer opens.
 */
export function buildPayment(
  owed: OwedPayment,
  { payer, blockhash, opens }: { payer: PublicKey; blockhash: string; opens: readonly string[] },
): BuiltPayment {
  const units = UNITS.base + owed.legs.length * UNITS.transfer + opens.length * UNITS.open
  const message = new TransactionMessage({
    payerKey: payer,
    recentBlockhash: blockhash,
    instructions: [
      ComputeBudgetProgram.setComputeUnitLimit({ units }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: MICRO_LAMPORTS_PER_UNIT }),
      ...opens.map((wallet) => openAccount(payer, new PublicKey(wallet))),
      new TransactionInstruction({ programId: memoProgram, keys: [], data: Buffer.from(owed.memo) }),
      ...transfers(owed, payer),
    ],
  }).compileToV0Message()
  const priority = Math.ceil((units * MICRO_LAMPORTS_PER_UNIT) / 1_000_000)
  return {
    transaction: Buffer.from(new VersionedTransaction(message).serialize()).toString('base64'),
    networkFeeLamports: LAMPORTS_PER_SIGNATURE + priority,
  }
}

/** One transfer instruction for each leg, with the reference behind its accounts. */
export function transfers(owed: OwedPayment, payer: PublicKey): TransactionInstruction[] {
  const reference = readable(new PublicKey(owed.reference))
  return owed.legs.map(({ wallet, amount }) => {
    const transfer =
      owed.currency === 'sol'
        ? SystemProgram.transfer({ fromPubkey: payer, toPubkey: new PublicKey(wallet), lamports: amount })
        : transferUsdc(payer, wallet, amount)
    transfer.keys.push(reference)
    return transfer
  })
}

function transferUsdc(payer: PublicKey, wallet: string, amount: bigint): TransactionInstruction {
  const data = Buffer.alloc(10)
  data.writeUInt8(TOKEN_TRANSFER_CHECKED, 0)
  data.writeBigUInt64LE(amount, 1)
  data.writeUInt8(USDC_DECIMALS, 9)
  const authority = { pubkey: payer, isSigner: true, isWritable: false }
  return new TransactionInstruction({
    programId: tokenProgram,
    keys: [writable(usdcAccountOf(payer.toBase58())), readable(USDC), writable(usdcAccountOf(wallet)), authority],
    data,
  })
}

function openAccount(payer: PublicKey, owner: PublicKey): TransactionInstruction {
  const keys = [
    { pubkey: payer, isSigner: true, isWritable: true },
    writable(usdcAccountOf(owner.toBase58())),
    readable(owner),
    readable(USDC),
    readable(SystemProgram.programId),
    readable(tokenProgram),
  ]
  return new TransactionInstruction({
    programId: associatedTokenProgram,
    keys,
    data: Buffer.from([CREATE_IDEMPOTENT]),
  })
}

const writable = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: true })
const readable = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: false })
