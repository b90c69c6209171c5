import { invalidFields } from '#shared/errors.ts'

import type { JobCheck } from './job-check.ts'

/** The list price in cents of an outcome that a check may run; null for one that does not exist or reaches the world. */
export type CheckPrices = (slug: string) => number | null

/** What the outcome checks of a job cost together, in cents. Throws 422 for an outcome that cannot be a check. */
export function priceOfChecks(checks: readonly JobCheck[], prices: CheckPrices): number {
  return checks.reduce((sum, check, nth) => {
    if (check.kind !== 'outcome') return sum
    const cents = prices(check.slug)
    if (cents === null)
      throw invalidFields({
        path: ['acceptance_checks', nth, 'slug'],
        msg: 'Value error, no outcome that reads nothing but its input has this slug',
      })
    return sum + cents
  }, 0)
}
