import type { LintRule } from '#shared/engines/lint/lint-report.ts'

/** What verify-settle-response-delta looks for. */
export const verifySettleRules = {
  VS_VERIFY_SHAPE: {
    severity: 'error',
    message: 'isValid of the verify answer has to be true or false; it is {given}.',
    spec: 'x402 v2 5.4',
  },
  VS_SETTLE_SHAPE: {
    severity: 'error',
    message: '{field} of the settle answer has to be {expected}.',
    spec: 'x402 v2 5.3',
  },
  VS_NO_REASON: { severity: 'warning', message: '{answer} fails without {field}.', spec: 'x402 v2 5.3, 5.4' },
  VS_UNKNOWN_REASON: {
    severity: 'warning',
    message: 'The reason {given} is not one of the specification.',
    spec: 'x402 v2 9',
  },
  VS_TRANSACTION_MISSING: {
    severity: 'error',
    message: 'success is true without a transaction: nothing proves it.',
    fix: 'Look the transfer up on chain before serving.',
    spec: 'x402 v2 5.3',
  },
  VS_TRANSACTION_FORMAT: {
    severity: 'warning',
    message: 'transaction {given} is not a transaction id of {network}.',
    spec: 'x402 v2 5.3',
  },
  VS_CONTRADICTION: {
    severity: 'error',
    message: 'Verify refused the payment ({reason}), settle says it was taken: the money moved.',
    fix: 'Do not serve; look the transfer up and refund or reconcile.',
  },
  VS_SETTLED_AFTER_REFUSAL: {
    severity: 'warning',
    message: 'Settle was asked although verify had refused the payment.',
  },
  VS_WITHOUT_VERIFY: {
    severity: 'warning',
    message: 'There is no verify answer: nothing was checked before the money moved.',
  },
  VS_UNKNOWN_OUTCOME: {
    severity: 'error',
    message: 'Settle did not succeed ({reason}), and the transfer may have happened.',
    fix: 'Poll the chain for the transfer; do not ask for a new payment.',
  },
  VS_FAILED: { severity: 'error', message: 'Settle failed for good: {reason}.' },
  VS_REJECTED: { severity: 'error', message: 'Verify refused the payment: {reason}.' },
  VS_INCOMPLETE: { severity: 'warning', message: 'The payment is valid and not settled yet.', fix: 'Settle it.' },
  VS_MISMATCH: { severity: 'error', message: '{field} differs: {told}.' },
  VS_AMOUNT_ABSENT: {
    severity: 'info',
    message: 'The settle answer names no amount; what was moved was not compared.',
  },
  VS_LEGACY_NETWORK: { severity: 'info', message: 'network {given} is a v1 name, read as {caip2}.' },
} as const satisfies Record<string, LintRule>
