import type { LintRule } from '#shared/engines/lint/lint-report.ts'

/** What payment-response-bind looks for. */
export const bindRules = {
  BAD_DIGEST: { severity: 'error', message: '{field} is not a SHA-256 in hex: {given}.' },
  BAD_TRANSACTION: { severity: 'error', message: 'settle_tx {given} is no transaction id of {network}.' },
  PB_PAYMENT_UNREADABLE: { severity: 'error', message: 'payment is neither an object, nor JSON, nor a header value.' },
  PB_NOT_CANONICAL: {
    severity: 'error',
    message: 'payment has no canonical JSON form (RFC 8785), so it has no digest.',
    fix: 'Send whole Unicode characters and finite numbers.',
  },
  PB_RECEIPT_UNREADABLE: { severity: 'error', message: 'receipt is neither an object nor JSON.' },
  PB_NOT_A_BINDING: {
    severity: 'error',
    message: 'receipt holds no binding of version 1 with a signature.',
    fix: 'Send what mode bind answered.',
  },
  PB_SIGNATURE_INVALID: {
    severity: 'error',
    message: 'The signature does not fit the binding: it was changed, or another key signed it.',
  },
  PB_KEY_UNKNOWN: {
    severity: 'warning',
    message: 'The binding is signed with {key}, which is none of the keys in force.',
  },
  PB_DIGEST_MISMATCH: { severity: 'error', message: 'binding_digest is not that of the binding.' },
  PB_CONTRADICTED: { severity: 'error', message: '{link}: {what} is {told} in one place and {other} in another.' },
  PB_UNBOUND: { severity: 'warning', message: '{link} is not bound: {gap}.' },
  PB_MISSING: { severity: 'warning', message: '{link} cannot be judged: {gap}.', fix: 'Send what is missing.' },
} as const satisfies Record<string, LintRule>
