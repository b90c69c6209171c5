import { RUN_PATH } from '#shared/catalog/run-outcome.ts'
import { Refusal } from '#shared/errors.ts'
import type { NoPlan } from '#shared/router/plan/plan.ts'

/** The refusal of a goal without a plan, with what is missing or near. */
export const noPlan = ({ reason, detail, missing, nearest }: NoPlan) =>
  new Refusal('no_plan', 'There is no plan for this goal; nothing was charged.', {
    detail,
    extra: { reason, missing, nearest: nearest.map(({ slug, title, cents }) => ({ slug, title, price_cents: cents })) },
    fix: {
      action:
        missing.length > 0
          ? `Send ${[...new Set(missing.map(({ field }) => field))].join(', ')} in the goal or the input.`
          : 'Say the goal in other words, or pick an outcome from the catalog.',
      method: 'GET',
      path: missing.length > 0 ? RUN_PATH : '/api/v1/outcomes/meta',
    },
  })
