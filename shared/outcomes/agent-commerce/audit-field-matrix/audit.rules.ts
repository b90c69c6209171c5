import type { LintRule } from '#shared/engines/lint/lint-report.ts'

/** What audit-field-matrix looks for. */
export const auditRules = {
  AF_MALFORMED: {
    severity: 'error',
    message: '{field} has to be {expected}; it is {given}: a malformed field answers nothing.',
  },
  AF_UNANSWERED: { severity: 'warning', message: 'The receipt does not answer: {question}.', fix: 'Add {fields}.' },
  AF_PROFILE_INSUFFICIENT: {
    severity: 'error',
    message: 'For {profile} the receipt lacks {missing}.',
    fix: 'Add {missing}.',
  },
  AF_NO_PURPOSE: {
    severity: 'error',
    message: 'The receipt suffices for no purpose; closest is {profile}, which lacks {missing}.',
    fix: 'Add {missing}.',
  },
  AF_TWO_VALUES: {
    severity: 'error',
    message: '{field} stands twice, with different values ({first} at {one}, {second} at {other}).',
  },
  AF_FUTURE: { severity: 'error', message: '{field} lies {seconds} s ahead of now.' },
  AF_FAMILY: { severity: 'error', message: 'network {network} and the {field} {given} are of different families.' },
  AF_SIGNATURE_INVALID: { severity: 'error', message: 'The signature does not hold: {reason}.' },
  AF_FAILED: { severity: 'info', message: 'The receipt records a failure: no money changed hands by it.' },
  AF_NOT_LEGAL: { severity: 'info', message: 'Complete for a purpose does not mean sufficient in law.' },
} as const satisfies Record<string, LintRule>
