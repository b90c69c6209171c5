import type { CredentialType } from '../credentials.ts'

/** Terms of a pass for sale (outcomes-api.md, Limits): credential type, scope, lifetime in hours, price in cents. */
export type PassTerms = {
  type: CredentialType
  scope: 'guards' | 'all'
  hours: number
  cents: number
}

export const PASS_TERMS = {
  day: { type: 'dp', scope: 'guards', hours: 24, cents: 50 },
  week: { type: 'wp', scope: 'all', hours: 168, cents: 249 },
  month: { type: 'mp', scope: 'all', hours: 720, cents: 799 },
} as const satisfies Record<string, PassTerms>

export type PassKind = keyof typeof PASS_TERMS
