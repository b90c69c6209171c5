import {
  ComputeBudgetProgram,
  type PublicKey,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'

import { Refusal } from '#shared/errors.ts'

import type { MintKey } from './mint-key.ts'
import { burnInstructions, mintInstructions, type TokenMetadata } from './token-2022.ts'

/** Compute units of a mint with its metadata and a token account, and of a burn; both with room for unlucky addresses. */
const UNITS = { mint: 120_000, burn: 30_000 }
const MICRO_LAMPORTS_PER_UNIT = 10_000
const LAMPORTS_PER_SIGNATURE = 5_000
/** What a transaction may hold on the chain. */
const MOST_BYTES = 1_232

/** A transaction in base64 that a wallet completes and pays for, and the fee of the network in lamports. */
export type BuiltWrap = { transaction: string; networkFeeLamports: number }

/**
 * Builds the transaction that mints the token of a wrap for a wallet, signed by the mint and its authority: the wallet
 * signs it unchanged, pays for it and sends it. Throws 409 when the address of the metadata is too long for it.
 */
export function buildMint(
  key: MintKey,
  given: { wrapId: string; wallet: PublicKey; metadata: TokenMetadata; rentLamports: number; blockhash: string },
): BuiltWrap {
  const { wrapId, wallet, metadata, rentLamports, blockhash } = given
  const { authority } = key
  const mint = key.mintOf(wrapId)
  const instructions = mintInstructions({
    wallet,
    mint: mint.publicKey,
    authority: authority.publicKey,
    metadata,
    rentLamports,
  })
  const transaction = compile({ wallet, blockhash, units: UNITS.mint, instructions })
  transaction.sign([mint, authority])
  return built(transaction, UNITS.mint, 3)
}

/** Builds the unsigned transaction by which a wallet burns the token in an account of its own. */
export function buildBurn(given: {
  wallet: PublicKey
  mint: PublicKey
  account: PublicKey
  blockhash: string
}): BuiltWrap {
  const instructions = burnInstructions(given)
  return built(compile({ ...given, units: UNITS.burn, instructions }), UNITS.burn, 1)
}

type Draft = { wallet: PublicKey; blockhash: string; units: number; instructions: TransactionInstruction[] }

const compile = ({ wallet, blockhash, units, instructions }: Draft) =>
  new VersionedTransaction(
    new TransactionMessage({
      payerKey: wallet,
      recentBlockhash: blockhash,
      instructions: [
        ComputeBudgetProgram.setComputeUnitLimit({ units }),
        ComputeBudgetProgram.setComputeUnitPrice({ microLamports: MICRO_LAMPORTS_PER_UNIT }),
        ...instructions,
      ],
    }).compileToV0Message(),
  )

function built(transaction: VersionedTransaction, units: number, signatures: number): BuiltWrap {
  const bytes = transaction.serialize()
  if (bytes.length > MOST_BYTES)
    throw new Refusal('conflict', 'The address of this installation is too long for the metadata of a token.')
  const networkFeeLamports =
    signatures * LAMPORTS_PER_SIGNATURE + Math.ceil((units * MICRO_LAMPORTS_PER_UNIT) / 1_000_000)
  return { transaction: Buffer.from(bytes).toString('base64'), networkFeeLamports }
}
