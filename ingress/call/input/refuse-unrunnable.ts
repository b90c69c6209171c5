import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import { RUN_PATH } from '#shared/catalog/run-outcome.ts'
import { Refusal } from '#shared/errors.ts'
import { whyNotSold } from '#shared/outcomes/availability.ts'
import { returnsToken } from '#shared/outcomes/returns-token.ts'

import type { CallParts } from '../parts.ts'
import type { CallInput } from './call-input.ts'

type Parts = Pick<CallParts, 'catalog' | 'installation'>

/**
 * Why a run may not run an outcome; null when it may. One that answers with a token is called by itself, because a run
 * is stored and reported; one that this installation does not sell cannot be run at all.
 */
export function whyNotRun({ outcome }: CatalogEntry, { installation }: Pick<Parts, 'installation'>): Refusal | null {
  if (!returnsToken(outcome)) return whyNotSold(outcome, installation)
  const path = `/api/v1/outcomes/${outcome.slug}`
  return new Refusal('no_plan', `${outcome.slug} answers with a token, so no run calls it; nothing was charged.`, {
    extra: { reason: 'returns_token', missing: [], nearest: [] },
    fix: { action: 'Call it by itself, with the inputs that the plan shows.', method: 'POST', path },
  })
}

/** Refuses a run whose plan holds an outcome that it may not run. Nothing is charged yet. */
export function refuseUnrunnable(parts: Parts, { steps = [] }: Pick<CallInput, 'steps'>): void {
  for (const slug of steps) {
    const entry = parts.catalog.get(slug)
    const refusal = entry === undefined ? null : whyNotRun(entry, parts)
    if (refusal === null) continue
    const { code, message, detail } = refusal
    throw new Refusal(code, `${slug}: ${message}`, {
      ...detail,
      fix: detail.fix ?? { action: 'See the plan with dry_run: true.', method: 'GET', path: RUN_PATH },
    })
  }
}
