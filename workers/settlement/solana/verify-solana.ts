import type { Address } from '@solana/kit'
import type { VerifyResponse } from '@x402/core/types'
import { TOKEN_2022_PROGRAM_ADDRESS } from '@x402/svm'
import { ExactSvmScheme } from '@x402/svm/exact/facilitator'

import type { SolanaTransaction } from '#shared/chains/solana-transaction.ts'

import { TemporarilyUnavailable } from '../temporarily-unavailable.ts'
import type { SolanaPayment } from '../read-payment.ts'
import type { SolanaRpc } from './solana-rpc.ts'

/**
 * Fee limits, because the payer chooses the fees that we pay. They allow a transfer with a memo and three wallet guards
 * at a usual price, and bound a settlement to 15,000 lamports: two signatures plus half as much.
 */
const LIMITS = { maxComputeUnits: 100_000, maxPriorityFeeMicroLamports: 50_000, maxRequiredSignatures: 2 }

const SIMULATION_FAILED = 'invalid_exact_svm_transaction_simulation_failed'
const TRANSFER_AT = 2
/** Errors when the account that pays the fee cannot: ours, so the payment is not at fault. */
const FEE_PAYER_IS_POOR = new Set(['AccountNotFound', 'InsufficientFundsForFee', 'InvalidAccountForFee'])

/**
 * Verifies by the rules of @x402/svm with our fee limits: SPL Token only, and our fee payer in no instruction. Throws
 * TemporarilyUnavailable when no node answers or our fee payer has no SOL. With `tries` false it skips the simulation
 * and the balance.
 */
export async function verifySolana(
  rpc: SolanaRpc,
  feePayers: readonly string[],
  payment: SolanaPayment,
  { tries }: { tries: boolean } = { tries: true },
): Promise<VerifyResponse> {
  const { payer, transaction, payload, requirements, wire } = payment
  const no = (invalidReason: string, invalidMessage: string): VerifyResponse => ({
    isValid: false,
    invalidReason,
    invalidMessage,
    payer,
  })
  if (transaction.instructions[TRANSFER_AT]?.program === TOKEN_2022_PROGRAM_ADDRESS) {
    return no(
      'invalid_exact_svm_payload_no_transfer_instruction',
      'USDC is of the SPL Token program, not of Token-2022.',
    )
  }
  const source = transaction.accounts[transaction.instructions[TRANSFER_AT]?.accounts[0] ?? -1]
  const balance = tries && source !== undefined ? rpc.microUsdcIn(source) : Promise.resolve(null)
  balance.catch(() => {})

  const heard: { trouble: TemporarilyUnavailable | null } = { trouble: null }
  let failure: unknown = null
  const unused = () => Promise.reject(new Error('Verifying sends nothing.'))
  const scheme = new ExactSvmScheme(
    {
      // Safe: kit's addresses are plain strings.
      getAddresses: () => feePayers as readonly Address[],
      async simulateTransaction() {
        if (!tries) return
        const { err } = await rpc.simulate(wire).catch((error: unknown) => {
          if (error instanceof TemporarilyUnavailable) heard.trouble = error
          throw error
        })
        if (err === null) return
        if (typeof err === 'string' && FEE_PAYER_IS_POOR.has(err)) {
          heard.trouble = new TemporarilyUnavailable('The fee payer on Solana has no SOL left.')
        }
        failure = err
        throw new Error(`Simulation failed: ${JSON.stringify(err)}`)
      },
      signTransaction: unused,
      sendTransaction: unused,
      confirmTransaction: unused,
    },
    undefined,
    LIMITS,
  )
  if (isPriceFirst(transaction)) swapComputeRules(scheme)
  const response = await scheme.verify(payload, requirements)
  if (heard.trouble !== null) throw heard.trouble
  if (!response.isValid) {
    return { ...response, invalidReason: reasonOf(response.invalidReason, failure), payer }
  }
  // The first account pays the fee. No instruction may use it, in any program.
  if (transaction.instructions.some(({ accounts }) => accounts.includes(0))) {
    return no('invalid_exact_svm_smart_wallet_fee_payer_not_isolated', 'The fee payer stands in an instruction.')
  }
  const held = await balance
  return { isValid: true, payer, ...(held === null ? {} : { extra: { balance: held.toString() } }) }
}

const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111'
const [SET_UNIT_LIMIT, SET_UNIT_PRICE] = [2, 3]

/** Whether the unit price stands before the unit limit, as clients of MPP have it. The two only set the fee. */
const isPriceFirst = ({ instructions: [first, second] }: SolanaTransaction): boolean =>
  [first, second].every((one) => one?.program === COMPUTE_BUDGET) &&
  first?.data[0] === SET_UNIT_PRICE &&
  second?.data[0] === SET_UNIT_LIMIT

type ComputeRule = (instruction: unknown) => void
type ComputeRules = { verifyComputeLimitInstruction: ComputeRule; verifyComputePriceInstruction: ComputeRule }

/** Lets a scheme expect the unit price first and the unit limit second. Both rules are kept. */
function swapComputeRules(scheme: ExactSvmScheme): void {
  // Safe: methods of the class, which its types hide; test:clients pays by a client of MPP.
  const rules = scheme as unknown as ComputeRules
  const [limit, price] = [rules.verifyComputeLimitInstruction, rules.verifyComputePriceInstruction]
  rules.verifyComputeLimitInstruction = (instruction) => price.call(scheme, instruction)
  rules.verifyComputePriceInstruction = (instruction) => limit.call(scheme, instruction)
}

/** Maps a failed simulation to an x402 reason. x402 defines one for two kinds of failure only. */
function reasonOf(reason: string | undefined, failure: unknown): string {
  if (reason !== SIMULATION_FAILED) return reason ?? 'unexpected_verify_error'
  if (failure === 'AlreadyProcessed') return 'duplicate_settlement'
  return isTooLittle(failure) ? 'insufficient_funds' : SIMULATION_FAILED
}

/** Error 1 of the token program in the transfer, i.e. insufficient funds: {"InstructionError": [2, {"Custom": 1}]}. */
function isTooLittle(failure: unknown): boolean {
  return JSON.stringify(failure) === `{"InstructionError":[${TRANSFER_AT},{"Custom":1}]}`
}
