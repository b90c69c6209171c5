/** Kinds of personal data that a text may hold. */
export const personalKinds = ['email', 'phone', 'payment-card', 'iban', 'us-ssn', 'coordinates', 'ip-address'] as const
export type PersonalKind = (typeof personalKinds)[number]

/** One piece of personal data in a text; never the data itself. */
export type PersonalFinding = {
  rule_id: PersonalKind
  severity: 'low' | 'medium' | 'high'
  start: number
  end: number
  preview: string
  fingerprint: string
}
