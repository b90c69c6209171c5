import { humanAmount } from '#shared/engines/x402/networks/amount.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '#shared/engines/x402/networks/solana-address.ts'
import { accountsOf, type LandedTransaction, type Step } from '#shared/engines/solana/landed-transaction.ts'

const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111'
const SET_LIMIT = 2
const SET_PRICE = 3
const TRANSFER_CHECKED = 12
/** What may follow the transfer: wallets add their own checks, facilitators a memo. */
const TRAILERS = new Set([
  'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
])
const MOST_STEPS = 6

/**
 * Whether a transaction has the layout of x402's scheme `exact` on Solana (scheme_exact_svm: compute limit, compute price,
 * TransferChecked, then checks or a memo), and whom it pays. Null where there is no TransferChecked at all.
 */
export function exactPayment(landed: LandedTransaction, steps: readonly Step[]) {
  const outer = steps.filter(({ isInner }) => !isInner)
  const transfer = outer.find(isTransferChecked)
  if (transfer === undefined) return null
  const [limit, price, third, ...rest] = outer
  const looks =
    limit?.program === COMPUTE_BUDGET &&
    limit.data[0] === SET_LIMIT &&
    price?.program === COMPUTE_BUDGET &&
    price.data[0] === SET_PRICE &&
    third === transfer &&
    outer.length <= MOST_STEPS &&
    rest.every(({ program }) => TRAILERS.has(program))
  const [, , destination = ''] = transfer.accounts
  const index = accountsOf(landed).indexOf(destination)
  const held = [...(landed.meta.postTokenBalances ?? []), ...(landed.meta.preTokenBalances ?? [])]
  return {
    looks_like_exact_payment: looks,
    pay_to_owner: held.find(({ accountIndex }) => accountIndex === index)?.owner ?? null,
    amount: humanAmount(transfer.data.readBigUInt64LE(1), transfer.data[9] ?? 0),
  }
}

const isTransferChecked = ({ program, data, accounts }: Step) =>
  (program === TOKEN_PROGRAM || program === TOKEN_2022_PROGRAM) &&
  data.length === 10 &&
  data[0] === TRANSFER_CHECKED &&
  accounts.length >= 4
