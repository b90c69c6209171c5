import type { RuleBook } from '../lint/lint-report.ts'

/** What merchant-smoke looks for beside what payment-required-lint finds. */
export const smokeRules = {
  MS_UNREACHABLE: { severity: 'error', message: 'It did not answer within 8 s.', fix: 'Try again later.' },
  MS_NOT_PAYWALLED: {
    severity: 'error',
    message: 'It answered {status} without a payment: nothing is sold here.',
    fix: 'Check the URL and the method.',
  },
  MS_OTHER_STATUS: { severity: 'error', message: 'It answered {status}, not 402.' },
  MS_OTHER_SCHEME: {
    severity: 'error',
    message: 'Its 402 asks for {scheme} in WWW-Authenticate, not for x402.',
    fix: 'Pay it with a client of that scheme, or take another endpoint.',
  },
  MS_NOT_X402: { severity: 'error', message: 'Its 402 holds no x402 document that can be read.' },
  MS_TLS_INVALID: {
    severity: 'error',
    message: 'Its certificate does not verify: {problem}.',
    fix: 'Do not send a payment over this connection.',
  },
  MS_NO_TLS: { severity: 'warning', message: 'It is served over http: anybody on the way can change where to pay.' },
  MS_TLS_SOON: { severity: 'info', message: 'Its certificate ends in {days} days.' },
  MS_SLOW: { severity: 'warning', message: 'It took {ms} ms to answer without a payment; below 3000 is usual.' },
  MS_NO_DISCOVERY: {
    severity: 'warning',
    message: 'Nothing of it can be found by a directory: no /.well-known/x402.json, /openapi.json or bazaar extension.',
    fix: 'Serve one of them.',
  },
  MS_DISCOVERY_INVALID: { severity: 'warning', message: '{what} is there and cannot be read.' },
} as const satisfies RuleBook
