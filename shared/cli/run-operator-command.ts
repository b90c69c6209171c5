import { readCardTrouble } from '#shared/market/cards/read-card-trouble.ts'
import { listDisputes } from '#shared/market/jobs/board/list-disputes.ts'
import { openPayoutList } from '#shared/market/payouts/read-payouts.ts'
import { purchaseFile } from '#shared/market/purchases/purchase-file.ts'
import { listReported } from '#shared/market/reports/decide-reports.ts'
import { type Act, runAct } from '#shared/operators/acts/act.ts'
import { findStory } from '#shared/operators/reads/find-story.ts'
import { listActions } from '#shared/operators/reads/list-actions.ts'
import { listKeys } from '#shared/operators/reads/list-keys.ts'
import { listOperators } from '#shared/operators/reads/list-operators.ts'
import { recentCalls } from '#shared/operators/reads/recent-calls.ts'
import type { Acting } from '#shared/operators/record-action.ts'

import type { ResetCommand } from './account-commands.ts'
import { AccessError } from './installation-access.ts'
import { type ResetDeps, runResetCommand } from './run-reset-command.ts'

type Reading =
  | { name: 'card list' | 'job disputes' | 'operator list' | 'operator log' | 'payout list' | 'report list' | 'stats' }
  | { name: 'key list'; query: string }
  | { name: 'purchase show'; purchaseId: string; purchase: string }
  | { name: 'key show' | 'show'; id: string }

/** Runs a command of an operator: an act, which is logged, or a question. Throws AccessError and Refusals, one line each. */
export async function runOperatorCommand(
  deps: ResetDeps,
  acting: Acting,
  command: Act | ResetCommand | Reading,
): Promise<Record<string, unknown>> {
  const { pg } = deps
  switch (command.name) {
    case 'account reset-token':
      return runResetCommand(deps, acting, command)
    case 'card list':
      return readCardTrouble(pg)
    case 'job disputes':
      return { disputes: await listDisputes(pg) }
    case 'key list':
      return { keys: await listKeys(pg, command.query) }
    case 'key show':
    case 'show': {
      const story = await findStory(pg, command.id)
      if (story === null) throw new AccessError(`Nothing is known under ${command.id}.`)
      return story
    }
    case 'operator list':
      return { operators: await listOperators(pg) }
    case 'operator log':
      return { actions: await listActions(pg) }
    case 'outcome pause':
    case 'outcome resume': {
      // Loaded on demand: no other command needs the catalog.
      const { catalog } = await import('#shared/catalog/catalog.ts')
      if (!catalog.has(command.slug)) throw new AccessError(`There is no outcome ${command.slug}.`)
      return runAct(deps, acting, command)
    }
    case 'payout list':
      return { payouts: await openPayoutList(pg) }
    case 'purchase show': {
      const file = await purchaseFile(pg, command.purchaseId)
      if (file === null) throw new AccessError(`There is no purchase ${command.purchase}.`)
      return { purchase_id: command.purchase, ...file }
    }
    case 'report list':
      return { listings: await listReported(pg) }
    case 'stats':
      return recentCalls(pg, new Date())
    default:
      return runAct(deps, acting, command)
  }
}
