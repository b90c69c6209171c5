import type { ModelRole, Models } from '#shared/lib/models/model-roles.ts'

import type { Outcome } from './define.ts'

/**
 * Which inputs this installation can answer: `ready` all, `limited` those that need no model, `model_not_configured`
 * none.
 */
export type Availability = 'ready' | 'limited' | 'model_not_configured'

type Modelled = Pick<Outcome, 'models' | 'withoutModel'>

export const missingModels = ({ models }: Modelled, configured: Models): ModelRole[] =>
  models.filter((role) => configured[role] === null)

/** Returns the availability of an outcome. It depends only on the settings. */
export function availabilityOf(outcome: Modelled, configured: Models): Availability {
  if (missingModels(outcome, configured).length === 0 || outcome.withoutModel === 'always') return 'ready'
  return outcome.withoutModel === 'never' ? 'model_not_configured' : 'limited'
}
