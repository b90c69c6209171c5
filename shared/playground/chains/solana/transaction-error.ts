import {
  type FailedTransactionMetadata,
  InstructionErrorCustom,
  TransactionErrorDuplicateInstruction,
  TransactionErrorInstructionError,
  TransactionErrorInsufficientFundsForRent,
} from 'litesvm/dist/internal.js'

/** Why a transaction failed, in the words of the RPC: a bare word, or an object with what it is about. */
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

// Words are numbers here, whose names the native module keeps to itself; its text has them as the RPC writes them.
const wordIn = (failed: FailedTransactionMetadata, pattern: RegExp): string =>
  pattern.exec(failed.toString())?.[1] ?? 'InvalidError'
