import {
  ComputeBudgetProgram,
  type Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js'

import { SOLANA_USDC } from '#shared/chains/networks.ts'
import { toBase58 } from '#shared/lib/crypto/base58.ts'

export type PayoutCurrency = 'usdc' | 'sol'

/** One transfer of a transaction, in micro-USDC or lamports. `opens`: the recipient's token account is created first. */
export type Transfer = { wallet: string; amount: bigint; opens: boolean }

/** A signed transaction: its bytes in base64 and its signature in base58, which is its id on chain. */
export type SignedPayout = { raw: string; signature: string }

/** Transfers that fit into one transaction of 1,232 bytes, even when each opens a token account. */
export const MOST_TRANSFERS = 8

const USDC = new PublicKey(SOLANA_USDC)
const USDC_DECIMALS = 6
const TOKEN_PROGRAM = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
const ASSOCIATED_TOKEN_PROGRAM = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
const MEMO_PROGRAM = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
const CREATE_IDEMPOTENT = 1
const TRANSFER_CHECKED = 12
/** Compute units for a transfer that opens an account, and for the memo at most. */
const UNITS_PER_TRANSFER = 45_000
const UNITS_FOR_MEMO = 30_000
/** Priority fee: at most 8 lamports for a full transaction, beside the base fee of 5,000. */
const MICRO_LAMPORTS_PER_UNIT = 20

/** Wallets whose token accounts are kept. Each address takes some hashes and a test of the curve to find. */
const MOST_KEPT = 10_000
const kept = new Map<string, PublicKey>()

/** Address of a wallet's associated token account for USDC. */
export function usdcAccountOf(wallet: string): PublicKey {
  const known = kept.get(wallet)
  if (known !== undefined) return known
  const account = accountOf(new PublicKey(wallet))
  // A Map keeps insertion order.
  if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? '')
  kept.set(wallet, account)
  return account
}

const accountOf = (owner: PublicKey): PublicKey =>
  PublicKey.findProgramAddressSync(
    [owner.toBytes(), TOKEN_PROGRAM.toBytes(), USDC.toBytes()],
    ASSOCIATED_TOKEN_PROGRAM,
  )[0]

/**
 * Builds and signs one transaction that pays each transfer of one currency from the treasury, which also pays fees and rent. The memo
 * names the transaction's row, so that no two rows ever sign the same bytes. Throws when there are too many transfers.
 */
export function signPayout(
  treasury: Keypair,
  {
    transfers,
    currency,
    blockhash,
    memo,
  }: { transfers: readonly Transfer[]; currency: PayoutCurrency; blockhash: string; memo: string },
): SignedPayout {
  if (transfers.length > MOST_TRANSFERS) throw new Error(`a transaction holds ${MOST_TRANSFERS} transfers`)
  const units = UNITS_FOR_MEMO + transfers.length * UNITS_PER_TRANSFER
  const transaction = new Transaction({ feePayer: treasury.publicKey, recentBlockhash: blockhash }).add(
    ComputeBudgetProgram.setComputeUnitLimit({ units }),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: MICRO_LAMPORTS_PER_UNIT }),
    ...transfers.flatMap((transfer) =>
      currency === 'sol' ? [lamportsOf(treasury.publicKey, transfer)] : instructionsOf(treasury.publicKey, transfer),
    ),
    new TransactionInstruction({ programId: MEMO_PROGRAM, keys: [], data: Buffer.from(memo) }),
  )
  transaction.sign(treasury)
  if (transaction.signature === null) throw new Error('a payout was not signed')
  return { raw: transaction.serialize().toString('base64'), signature: toBase58(transaction.signature) }
}

const lamportsOf = (treasury: PublicKey, { wallet, amount }: Transfer) =>
  SystemProgram.transfer({ fromPubkey: treasury, toPubkey: new PublicKey(wallet), lamports: amount })

function instructionsOf(treasury: PublicKey, { wallet, amount, opens }: Transfer): TransactionInstruction[] {
  const owner = new PublicKey(wallet)
  const target = accountOf(owner)
  const data = Buffer.alloc(10)
  data.writeUInt8(TRANSFER_CHECKED, 0)
  data.writeBigUInt64LE(amount, 1)
  data.writeUInt8(USDC_DECIMALS, 9)
  const transfer = new TransactionInstruction({
    programId: TOKEN_PROGRAM,
    keys: [writable(accountOf(treasury)), readable(USDC), writable(target), signer(treasury)],
    data,
  })
  if (!opens) return [transfer]
  const keys = [
    { pubkey: treasury, isSigner: true, isWritable: true },
    writable(target),
    readable(owner),
    readable(USDC),
    readable(SystemProgram.programId),
    readable(TOKEN_PROGRAM),
  ]
  const data1 = Buffer.from([CREATE_IDEMPOTENT])
  return [new TransactionInstruction({ programId: ASSOCIATED_TOKEN_PROGRAM, keys, data: data1 }), transfer]
}

const writable = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: true })
const readable = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: false })
const signer = (pubkey: PublicKey) => ({ pubkey, isSigner: true, isWritable: false })
