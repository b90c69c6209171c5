import type { Config } from '#shared/config.ts'

/** Whether this installation takes cards. The secret key is in the settlement process alone, and is not asked for. */
export const takesCards = (
  config: Pick<Config, 'SETTLEMENT_URL' | 'STRIPE_PUBLISHABLE_KEY' | 'STRIPE_WEBHOOK_SECRET'>,
): boolean =>
  config.SETTLEMENT_URL !== undefined &&
  config.STRIPE_PUBLISHABLE_KEY !== undefined &&
  config.STRIPE_WEBHOOK_SECRET !== undefined
