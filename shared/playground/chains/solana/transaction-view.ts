import { decodeSolanaTransaction, type SolanaTransaction } from '#shared/chains/solana-transaction.ts'
import { toBase58 } from '#shared/lib/crypto/base58.ts'
import type { Landed } from './journal.ts'

/** Formats a landed transaction as getTransaction does, in the requested encoding. */
export function viewTransaction(landed: Landed, encoding: 'json' | 'base58' | 'base64') {
  const { slot, unixS, wire, meta } = landed
  const read = decodeSolanaTransaction(Buffer.from(wire, 'base64'))
  const transaction =
    encoding === 'json' ? viewMessage(read) : [encoding === 'base64' ? wire : toBase58(read.bytes), encoding]
  return { slot, blockTime: unixS, version: read.version, meta, transaction }
}

function viewMessage(transaction: SolanaTransaction) {
  const { signatures, accounts, blockhash, instructions, version, lookups } = transaction
  const message = {
    header: {
      numRequiredSignatures: transaction.requiredSignatures,
      numReadonlySignedAccounts: transaction.readonlySigned,
      numReadonlyUnsignedAccounts: transaction.readonlyUnsigned,
    },
    accountKeys: accounts,
    recentBlockhash: toBase58(blockhash),
    instructions: instructions.map(({ programIndex, accounts: indices, data }) => ({
      programIdIndex: programIndex,
      accounts: indices,
      data: toBase58(data),
      stackHeight: null,
    })),
    ...(version === 0
      ? {
          addressTableLookups: lookups.map(({ table, writable, readonly }) => ({
            accountKey: table,
            writableIndexes: writable,
            readonlyIndexes: readonly,
          })),
        }
      : {}),
  }
  return { signatures: signatures.map(toBase58), message }
}

/** Formats one entry of getSignaturesForAddress. */
export const viewSignature = ({ signature, slot, unixS, wire, meta }: Landed, isFinal: boolean) => ({
  signature,
  slot,
  err: meta.err,
  memo: memoOf(decodeSolanaTransaction(Buffer.from(wire, 'base64'))),
  blockTime: unixS,
  confirmationStatus: isFinal ? 'finalized' : 'confirmed',
})

const MEMO_PROGRAMS = ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo']

// The node writes the length before each memo and joins several.
function memoOf({ instructions }: SolanaTransaction): string | null {
  const memos = instructions
    .filter(({ program }) => MEMO_PROGRAMS.includes(program))
    .map(({ data }) => `[${data.length}] ${data.toString('utf8')}`)
  return memos.length === 0 ? null : memos.join('; ')
}
