import { Refusal } from '#shared/errors.ts'

import { MODEL_SETTINGS, type ModelRole } from './model-roles.ts'

/** What a call meets whose model this installation does not have. Nothing is charged. */
export function modelNotConfigured(roles: readonly ModelRole[]): Refusal {
  const needs = roles.length === 1 ? `a ${roles[0]} model` : `models for ${roles.join(' and ')}`
  return new Refusal(
    'model_not_configured',
    `This outcome needs ${needs}, which is not configured; nothing was charged.`,
    {
      detail: `The operator sets LLM_BASE_URL and ${roles.map((role) => MODEL_SETTINGS[role]).join(', ')} to offer it.`,
      fix: {
        action: 'Call an outcome whose availability is ready; the catalog says which.',
        method: 'GET',
        path: '/api/v1/outcomes/meta',
      },
      extra: { missing_models: [...roles] },
    },
  )
}
