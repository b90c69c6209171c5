import type { RuleBook } from '../lint/lint-report.ts'

/** What an unpaid request to a route can show, besides what payment-required-lint finds in its 402. */
export const routeProbeRules = {
  RP_FREE: { severity: 'info', message: 'It answered {status} without a payment: there is nothing to pay.' },
  RP_AUTH: {
    severity: 'error',
    message: 'It answered {status}: it asks for credentials before it says what it costs.',
    fix: 'Ask the seller for access, or take another route.',
  },
  RP_NOT_FOUND: { severity: 'error', message: 'It answered {status}: nothing is at this path.', fix: 'Check the URL.' },
  RP_METHOD: {
    severity: 'error',
    message: 'It takes {allow} only, which is not probed.',
    fix: 'Probe with one of these methods.',
  },
  RP_OTHER_METHOD: { severity: 'info', message: '{method} is not for this path; it was probed again with {other}.' },
  RP_INVALID: {
    severity: 'warning',
    message: 'It answered {status} before it asked for a payment: it wants another request. It says: {said}',
    fix: 'Send the body it asks for, and probe again.',
  },
  RP_UNREACHABLE: { severity: 'error', message: 'It did not answer.', fix: 'Try again later.' },
  RP_REDIRECT: {
    severity: 'warning',
    message: 'It answered {status} and points elsewhere; a payment signed for this URL may not fit there.',
    fix: 'Probe the URL it points to.',
  },
  RP_OTHER: { severity: 'error', message: 'It answered {status}, which says nothing of a payment.' },
  RP_NO_OPTION: {
    severity: 'error',
    message: 'None of its ways to pay can be paid: {reasons}.',
    fix: 'Use another wallet, or another route.',
  },
} as const satisfies RuleBook
