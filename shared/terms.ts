/** The terms of a trial, in cents, hours, days and seconds. */
export const TRIAL = {
  cents: 15,
  hours: 72,
  coolDownDays: 30,
  maxPriceCents: 10,
  /** Claims per address within the cool-down: in total, and without an agent_id. */
  claimsPerAddress: 20,
  bareClaimsPerAddress: 1,
  secondsBetweenClaims: 60,
} as const

/** The minimum and maximum of one funding, in cents (outcomes-api.md, Limits). */
export const FUND_CENTS = { min: 100, max: 50_000 } as const

/** Terms of a pass for sale (outcomes-api.md, Limits): credential type, scope, lifetime in hours, price in cents. */
export type PassTerms = {
  type: 'dp' | 'wp' | 'mp'
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
