import {
  type FailedTransactionMetadata,
  InstructionErrorCustom,
  TransactionErrorDuplicateInstruction,
  TransactionErrorInstructionError,
  TransactionErrorInsufficientFundsForRent,
} from 'litesvm/dist/internal.js'

/** Returns why a transaction failed, in the RPC's format: a word, or an object with details. */
export function errorOf(failed: FailedTransactionMetadata): unknown {
  const err = failed.err()
  if (err instanceof TransactionErrorInstructionError) {
    const cause = err.err()
    const why = cause instanceof InstructionErrorCustom ? { Custom: cause.code } : wordIn(failed, INSTRUCTION_WORD)
    return { InstructionError: [err.index, why] }
  }
  if (err instanceof TransactionErrorDuplicateInstruction) return { DuplicateInstruction: err.index }
  if (typeof err === 'number') return wordIn(failed, TRANSACTION_WORD)
  const about = { account_index: err.accountIndex }
  return err instanceof TransactionErrorInsufficientFundsForRent
    ? { InsufficientFundsForRent: about }
    : { ProgramExecutionTemporarilyRestricted: about }
}

const TRANSACTION_WORD = /\berr: (\w+)/
const INSTRUCTION_WORD = /\berr: InstructionError\(\d+, (\w+)/

// The native module exposes errors as numbers without names; its text contains the names the RPC uses.
const wordIn = (failed: FailedTransactionMetadata, pattern: RegExp): string =>
  pattern.exec(failed.toString())?.[1] ?? 'InvalidError'
