import { SOLANA_USDC } from '#shared/chains/networks.ts'
import type { OrderLeg } from '#shared/market/solana/solana-order.entity.ts'

import { usdcAccountOf } from '../payouts/payout-transaction.ts'
import type { PaymentInstruction, PaymentOnChain } from './landed-payment.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET,
  LIGHTHOUSE,
  MEMO_PROGRAM,
  SYSTEM_ADVANCE_NONCE,
  SYSTEM_PROGRAM,
  SYSTEM_TRANSFER,
  TOKEN_PROGRAM,
  TOKEN_TRANSFER,
  TOKEN_TRANSFER_CHECKED,
} from './programs.ts'

/** One leg of an order in micro-USDC or lamports. */
export type OwedLeg = { role: OrderLeg['role']; wallet: string; amount: bigint }
export type OwedPayment = { currency: 'usdc' | 'sol'; reference: string; memo: string; legs: readonly OwedLeg[] }

/** Why a transaction is no payment of an order. */
export type WrongPayment =
  | 'not_our_reference'
  | 'wrong_memo'
  | 'program_not_allowed'
  | 'self_payment'
  | 'leg_missing'
  | 'leg_not_received'

/** What was found for each leg: the amount of its own transfer instruction, 0 without one. */
export type JudgedPayment = { reason: WrongPayment | null; received: bigint[] }

/**
 * Judges whether a transaction pays an order: it names our reference and memo, calls allowed programs alone, has for
 * each leg a transfer of its own from the fee payer, and left each recipient's account that much richer. Both the
 * instructions and the balances have to say so: a transfer may be taken back in the same transaction, and a token may
 * keep a fee.
 */
export function judgePayment(paid: PaymentOnChain, owed: OwedPayment): JudgedPayment {
  const transfers = transfersOf(paid, owed.currency)
  const accountOf = ({ wallet }: OwedLeg) => (owed.currency === 'sol' ? wallet : usdcAccountOf(wallet).toBase58())
  const received = owed.legs.map(() => 0n)
  for (const [account, legs] of Map.groupBy(owed.legs.keys(), (at) => accountOf(legAt(owed, at)))) {
    // Largest leg to largest transfer: if any way pairs them all, this one does.
    const found = transfers.filter(({ to }) => to === account).map(({ amount }) => amount)
    const largest = found.toSorted((one, other) => (one < other ? 1 : -1))
    const inTurn = legs.toSorted((one, other) => (legAt(owed, one).amount < legAt(owed, other).amount ? 1 : -1))
    for (const [nth, at] of inTurn.entries()) received[at] = largest[nth] ?? 0n
  }
  return { reason: reasonAgainst(paid, owed, received, accountOf), received }
}

const legAt = ({ legs }: OwedPayment, at: number): OwedLeg => legs[at] ?? { role: 'platform', wallet: '', amount: 0n }

function reasonAgainst(
  paid: PaymentOnChain,
  owed: OwedPayment,
  received: readonly bigint[],
  accountOf: (leg: OwedLeg) => string,
): WrongPayment | null {
  if (!paid.accounts.includes(owed.reference)) return 'not_our_reference'
  const memos = paid.instructions.filter(({ program }) => program === MEMO_PROGRAM)
  if (memos.length !== 1 || memos[0]?.data.toString('utf8') !== owed.memo) return 'wrong_memo'
  if (!paid.instructions.every(isAllowed)) return 'program_not_allowed'
  if (owed.legs.some(({ wallet }) => wallet === paid.payer)) return 'self_payment'
  if (owed.legs.some(({ amount }, at) => (received[at] ?? 0n) < amount)) return 'leg_missing'
  const isRicher = [...Map.groupBy(owed.legs, accountOf)].every(([account, legs]) => {
    const sum = legs.reduce((total, { amount }) => total + amount, 0n)
    return gained(paid, owed.currency, account, legs[0]?.wallet ?? '') >= sum
  })
  return isRicher ? null : 'leg_not_received'
}

/** What an account gained in the currency. A token account counts only as USDC of the wallet under the token program. */
function gained(
  { lamports, tokens }: PaymentOnChain,
  currency: 'usdc' | 'sol',
  account: string,
  wallet: string,
): bigint {
  if (currency === 'sol') return lamports.get(account) ?? 0n
  const held = tokens.get(account)
  const isUsdc = held?.mint === SOLANA_USDC && held.owner === wallet && ['', TOKEN_PROGRAM].includes(held.program)
  return held !== undefined && isUsdc ? held.after - held.before : 0n
}

const isAllowed = ({ program, data }: PaymentInstruction, at: number): boolean => {
  switch (program) {
    case COMPUTE_BUDGET:
    case MEMO_PROGRAM:
    case ASSOCIATED_TOKEN_PROGRAM:
    case LIGHTHOUSE:
      return true
    case SYSTEM_PROGRAM:
      // A durable nonce is advanced first or not at all; when such a payment landed decides whether it is late.
      return systemNumber(data) === SYSTEM_TRANSFER || (at === 0 && systemNumber(data) === SYSTEM_ADVANCE_NONCE)
    case TOKEN_PROGRAM:
      return data[0] === TOKEN_TRANSFER || data[0] === TOKEN_TRANSFER_CHECKED
    default:
      return false
  }
}

const systemNumber = (data: Buffer): number => (data.length >= 4 ? data.readUInt32LE(0) : -1)

/** The transfers of the currency that the fee payer made by instructions of the transaction itself. */
function transfersOf({ instructions, payer }: PaymentOnChain, currency: 'usdc' | 'sol') {
  return instructions.flatMap(({ program, accounts, data }) => {
    if (currency === 'sol') {
      const isTransfer = program === SYSTEM_PROGRAM && systemNumber(data) === SYSTEM_TRANSFER && data.length === 12
      return isTransfer && accounts[0] === payer ? [{ to: accounts[1] ?? '', amount: data.readBigUInt64LE(4) }] : []
    }
    if (program !== TOKEN_PROGRAM) return []
    if (data[0] === TOKEN_TRANSFER && data.length === 9 && accounts[2] === payer)
      return [{ to: accounts[1] ?? '', amount: data.readBigUInt64LE(1) }]
    const isChecked = data[0] === TOKEN_TRANSFER_CHECKED && data.length === 10 && accounts[1] === SOLANA_USDC
    return isChecked && accounts[3] === payer ? [{ to: accounts[2] ?? '', amount: data.readBigUInt64LE(1) }] : []
  })
}
