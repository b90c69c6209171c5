import { toBase58 } from '#shared/lib/crypto/base58.ts'
import type { Landed } from './journal.ts'
import { readTransaction, type WireTransaction } from './wire-transaction.ts'

/** Formats a landed transaction as getTransaction does, in the requested encoding. */
export function viewTransaction(landed: Landed, encoding: 'json' | 'base58' | 'base64') {
  const { slot, unixS, wire, meta } = landed
  const read = readTransaction(Buffer.from(wire, 'base64'))
  const transaction =
    encoding === 'json' ? viewMessage(read) : [encoding === 'base64' ? wire : toBase58(read.bytes), encoding]
  return { slot, blockTime: unixS, version: read.version, meta, transaction }
}

function viewMessage({ signatures, header, accounts, blockhash, instructions, version }: WireTransaction) {
  const message = {
    header: {
      numRequiredSignatures: header.numSignerAccounts,
      numReadonlySignedAccounts: header.numReadonlySignerAccounts,
      numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
    },
    accountKeys: accounts,
    recentBlockhash: blockhash,
    instructions: instructions.map(({ programIdIndex, accounts: indices, data }) => ({
      programIdIndex,
      accounts: indices,
      data: toBase58(data),
      stackHeight: null,
    })),
    ...(version === 0 ? { addressTableLookups: [] } : {}),
  }
  return { signatures, message }
}

/** Formats one entry of getSignaturesForAddress. */
export const viewSignature = ({ signature, slot, unixS, wire, meta }: Landed) => ({
  signature,
  slot,
  err: meta.err,
  memo: memoOf(readTransaction(Buffer.from(wire, 'base64'))),
  blockTime: unixS,
  confirmationStatus: 'finalized',
})

const MEMO_PROGRAMS = ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo']

// The node writes the length before each memo and joins several.
function memoOf({ instructions, accounts }: WireTransaction): string | null {
  const memos = instructions
    .filter(({ programIdIndex }) => MEMO_PROGRAMS.includes(accounts[programIdIndex] ?? ''))
    .map(({ data }) => `[${data.length}] ${Buffer.from(data).toString('utf8')}`)
  return memos.length === 0 ? null : memos.join('; ')
}
