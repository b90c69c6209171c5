import { modelNotConfigured } from '#shared/lib/models/model-not-configured.ts'
import type { Models } from '#shared/lib/models/model-roles.ts'
import { missingModels } from '#shared/outcomes/availability.ts'
import type { Outcome } from '#shared/outcomes/define.ts'

/**
 * Throws 503 `model_not_configured` if the outcome needs a model that is not configured and cannot answer this input without
 * one. `input` is the output of the outcome's schema.
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
