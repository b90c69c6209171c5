import type { Config } from '#shared/config.ts'
import { Refusal } from '#shared/errors.ts'
import { modelNotConfigured } from '#shared/lib/models/model-not-configured.ts'
import { type ModelRole, type Models, modelsOf } from '#shared/lib/models/model-roles.ts'
import { type UpstreamId, upstreams } from '#shared/upstreams/registry.ts'

import type { Outcome } from './define.ts'

/**
 * Which inputs this installation can answer: `ready` all, `limited` those that need no model, the others none, because a
 * model or the only source is not configured. It depends on the settings alone and is the one place that says what is for
 * sale here.
 */
export type Availability = 'ready' | 'limited' | 'model_not_configured' | 'source_not_configured'

/** Settings change with a restart. */
const UNTIL_CONFIGURED_S = 3_600

/** What an installation has, by its settings. */
export type Installation = { models: Models; hasUpstream: (id: UpstreamId) => boolean }

type Judged = Pick<Outcome, 'models' | 'withoutModel' | 'needsUpstreams'>

export const missingModels = ({ models }: Pick<Judged, 'models'>, configured: Models): ModelRole[] =>
  models.filter((role) => configured[role] === null)

/** Reads from the settings what an installation has. */
export const installationOf = (config: Config): Installation => ({
  models: modelsOf(config),
  hasUpstream(id) {
    const { url, key } = config.upstreams[id]
    const { key: wanted, needsContact } = upstreams[id]
    return (
      url !== null &&
      (wanted?.needed !== true || key !== undefined) &&
      (needsContact !== true || config.UPSTREAM_CONTACT !== undefined)
    )
  },
})

/** Returns the availability of an outcome or bundle. */
export function availabilityOf(outcome: Judged, { models, hasUpstream }: Installation): Availability {
  if (!outcome.needsUpstreams.every(hasUpstream)) return 'source_not_configured'
  if (missingModels(outcome, models).length === 0 || outcome.withoutModel === 'always') return 'ready'
  return outcome.withoutModel === 'never' ? 'model_not_configured' : 'limited'
}

/** Whether any input of an outcome can be answered here. Lists leave out what cannot. */
export const isSoldHere = (outcome: Judged, installation: Installation): boolean =>
  whyNotSold(outcome, installation) === null

/** The 503 of an outcome that this installation cannot answer, whatever the input and payment; null when it can. */
export function whyNotSold(outcome: Judged, installation: Installation): Refusal | null {
  switch (availabilityOf(outcome, installation)) {
    case 'model_not_configured':
      return modelNotConfigured(missingModels(outcome, installation.models))
    case 'source_not_configured':
      return new Refusal(
        'unavailable',
        'The only source of this outcome is not configured here; nothing was charged.',
        {
          retryAfterS: UNTIL_CONFIGURED_S,
          fix: {
            action: 'Search for another outcome.',
            method: 'GET',
            path: '/api/v1/catalog/search',
          },
        },
      )
    default:
      return null
  }
}
