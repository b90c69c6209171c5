import { modelNotConfigured } from '#shared/lib/models/model-not-configured.ts'
import type { Models } from '#shared/lib/models/model-roles.ts'
import { missingModels } from '#shared/outcomes/availability.ts'
import type { Outcome } from '#shared/outcomes/define.ts'

/**
 * Refuses a call whose model this installation does not have, unless an honest method answers this very input: 503
 * `model_not_configured`, before any money moves. `input` is what the outcome's own schema made.
 */
export function refuseWithoutModel(
  outcome: Pick<Outcome, 'models' | 'withoutModel'>,
  input: Record<string, unknown>,
  configured: Models,
): void {
  const missing = missingModels(outcome, configured)
  const { withoutModel } = outcome
  if (missing.length === 0 || withoutModel === 'always') return
  if (withoutModel !== 'never' && withoutModel(input)) return
  throw modelNotConfigured(missing)
}
