/** The trial grant (outcomes-api.md, Limits), in cents, hours, days and seconds. */
export const TRIAL = {
  cents: 15,
  hours: 72,
  coolDownDays: 30,
  maxPriceCents: 10,
  /** Claims of one address within the cool-down: all, and those without an agent_id. */
  claimsPerAddress: 20,
  bareClaimsPerAddress: 1,
  secondsBetweenClaims: 60,
} as const
