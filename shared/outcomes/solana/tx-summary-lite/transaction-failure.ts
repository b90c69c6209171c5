import { isObject, ownValue } from '#shared/engines/json/json-value.ts'

/** Errors of the token programs by their number (solana-program/token, TokenError). */
const TOKEN_ERRORS: Readonly<Record<number, string>> = {
  0: 'NotRentExempt',
  1: 'InsufficientFunds',
  2: 'InvalidMint',
  3: 'MintMismatch',
  4: 'OwnerMismatch',
  5: 'FixedSupply',
  9: 'UninitializedState',
  10: 'NativeNotSupported',
  13: 'InvalidState',
  14: 'Overflow',
  17: 'AccountFrozen',
  18: 'MintDecimalsMismatch',
}
const LOG_LINES = 5
const LINE_LENGTH = 300

/** Why a transaction failed, from `meta.err`: a word, or an instruction with a word or a number of its program. */
export function transactionFailure(err: unknown, programs: readonly string[], logs: readonly string[]) {
  const tail = logs.slice(-LOG_LINES).map((line) => line.slice(0, LINE_LENGTH).toWellFormed())
  const [index, what] = instructionError(err)
  const custom = isObject(what) ? ownValue(what, 'Custom') : undefined
  const code = typeof custom === 'number' && Number.isInteger(custom) ? custom : null
  const isToken = index !== null && /^Token[kz]/.test(programs[index] ?? '')
  return {
    instruction_index: index,
    code,
    name: code === null ? wordOf(what ?? err) : isToken ? (TOKEN_ERRORS[code] ?? null) : null,
    logs_tail: tail,
  }
}

function instructionError(err: unknown): [number | null, unknown] {
  const found = isObject(err) ? ownValue(err, 'InstructionError') : undefined
  if (!Array.isArray(found)) return [null, undefined]
  const [index, what] = found as readonly unknown[]
  return [typeof index === 'number' ? index : null, what]
}

/** A bare word, or the name of the one thing an object is about. */
function wordOf(value: unknown): string | null {
  const word = typeof value === 'string' ? value : isObject(value) ? Object.keys(value)[0] : undefined
  return word === undefined ? null : word.slice(0, 100)
}
