import { Refusal } from '#shared/errors.ts'

import { MODEL_SETTINGS, type ModelRole } from './model-roles.ts'

/** Returns the refusal for a call whose model is not configured in this installation. Nothing is charged. */
export function modelNotConfigured(roles: readonly ModelRole[]): Refusal {
  const [first = ''] = roles
  const needs =
    roles.length === 1
      ? `${/^[aeiou]/.test(first) ? 'an' : 'a'} ${first} model, which is`
      : `models for ${roles.join(' and ')}, which are`
  return new Refusal('model_not_configured', `This outcome needs ${needs} not configured; nothing was charged.`, {
    detail: `The operator sets LLM_BASE_URL and ${roles.map((role) => MODEL_SETTINGS[role]).join(', ')} to offer it.`,
    fix: {
      action: 'Call an outcome whose availability is ready; the catalog says which.',
      method: 'GET',
      path: '/api/v1/outcomes/meta?fields=slug,availability',
    },
    extra: { missing_models: [...roles] },
  })
}
