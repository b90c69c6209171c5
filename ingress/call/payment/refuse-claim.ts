import type { Refusal } from '#shared/errors.ts'
import type { ClaimAnswer } from '#shared/money/x402/claim-payment.ts'

import { invalidPayment, tooManyLost } from './refuse-payment.ts'

type RefusedClaim = Exclude<ClaimAnswer, 'claimed' | 'taken' | 'distrusted'>

/** The refusal of a payment that the database did not let claim: its payer or address lost too many, or its window is wrong. */
export function refusedClaim(answer: RefusedClaim, neededMs: number): Refusal {
  switch (answer) {
    case 'client_settlements_failed_on_chain':
    case 'client_gas_allowance_used':
      return tooManyLost()
    case 'payer_settlement_failed_on_chain':
    case 'payer_gas_allowance_used':
      return invalidPayment(answer)
    default:
      return invalidPayment(WINDOW_REASONS[answer], windowProblem(answer, neededMs))
  }
}

const WINDOW_REASONS = {
  not_yet: 'invalid_exact_evm_payload_authorization_valid_after',
  expired: 'invalid_exact_evm_payload_authorization_valid_before',
  too_short: 'invalid_exact_evm_payload_authorization_valid_before',
} as const

function windowProblem(answer: keyof typeof WINDOW_REASONS, neededMs: number) {
  if (answer === 'not_yet') {
    return { field: 'payload.authorization.validAfter', message: 'The authorization is not valid yet.' }
  }
  const field = 'payload.authorization.validBefore'
  if (answer === 'expired') return { field, message: 'The authorization has expired.' }
  const needed = Math.ceil(neededMs / 1_000)
  return { field, message: `The authorization has to be good for at least ${needed} more seconds.` }
}
