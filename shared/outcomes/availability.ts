import type { ModelRole, Models } from '#shared/lib/models/model-roles.ts'

import type { Outcome } from './define.ts'

/**
 * Whether this installation can answer an outcome: `ready` every input, `limited` those an honest method answers without
 * a model, `model_not_configured` none.
 */
export type Availability = 'ready' | 'limited' | 'model_not_configured'

type Modelled = Pick<Outcome, 'models' | 'withoutModel'>

export const missingModels = ({ models }: Modelled, configured: Models): ModelRole[] =>
  models.filter((role) => configured[role] === null)

/** Of an outcome in this installation: a fact of its settings. */
export function availabilityOf(outcome: Modelled, configured: Models): Availability {
  if (missingModels(outcome, configured).length === 0 || outcome.withoutModel === 'always') return 'ready'
  return outcome.withoutModel === 'never' ? 'model_not_configured' : 'limited'
}
