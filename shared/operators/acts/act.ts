import type { Db } from '#shared/db/open-db.ts'
import { Refusal } from '#shared/errors.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'

import { mayAct } from '../operator-in-charge.ts'
import { type Acting, recordAction } from '../record-action.ts'
import { type AccountAct, runAccountAct } from './account-act.ts'
import { type CardAct, runCardAct } from './card-act.ts'
import { type JobAct, runJobAct } from './job-act.ts'
import { type KeyAct, runKeyAct } from './key-act.ts'
import { type OperatorAct, runOperatorAct } from './operator-act.ts'
import { type PauseAct, runPauseAct } from './pause-act.ts'
import { type PayoutAct, runPayoutAct } from './payout-act.ts'
import { type PurchaseAct, runPurchaseAct } from './purchase-act.ts'
import { type ReportAct, runReportAct } from './report-act.ts'

/** Everything that an operator can do, from the operator's pages and from the command line. */
export type Act = AccountAct | CardAct | JobAct | KeyAct | OperatorAct | PauseAct | PayoutAct | PurchaseAct | ReportAct

export type ActDeps = Pick<Db, 'pg' | 'em'> & { mint: CredentialMint }

/** What an act answers; `key` and `token` are secrets that are shown once. */
export type ActAnswer = Record<string, unknown>

/**
 * Runs an act for an operator and logs it. Throws 403 for a viewer, and for whoever is not root and would change operators;
 * throws the refusals of the act, of which nothing was done.
 */
export async function runAct(deps: ActDeps, acting: Acting, act: Act): Promise<ActAnswer> {
  if (!mayAct(acting.operator)) throw new Refusal('forbidden', 'A viewer sees everything and changes nothing.')
  if (act.name.startsWith('operator ') && acting.operator.role !== 'root')
    throw new Refusal('forbidden', 'Operators are made and revoked with ADMIN_TOKEN alone.')
  const { name: action, ...terms } = act
  return recordAction(deps.pg, acting, { action, target: targetOf(act), detail: terms }, () => run(deps, act))
}

function run(deps: ActDeps, act: Act): Promise<ActAnswer> {
  switch (act.name) {
    case 'account suspend':
    case 'account restore':
      return runAccountAct(deps.pg, act)
    case 'card retry':
    case 'card evidence':
      return runCardAct(deps, act)
    case 'job dispute':
    case 'job decide':
      return runJobAct(deps, act)
    case 'key grant':
    case 'key credit':
    case 'key revoke':
    case 'pass grant':
      return runKeyAct(deps, act)
    case 'operator add':
    case 'operator revoke':
      return runOperatorAct(deps, act)
    case 'outcome pause':
    case 'outcome resume':
    case 'pool drain':
    case 'pool resume':
      return runPauseAct(deps.pg, act)
    case 'payout hold':
    case 'payout release':
      return runPayoutAct(deps, act)
    case 'purchase refund':
      return runPurchaseAct(deps, act)
    case 'report uphold':
    case 'report dismiss':
      return runReportAct(deps, act)
  }
}

/** What an act concerns, by the id that people search for. */
function targetOf(act: Act): string | null {
  if ('keyId' in act) return act.keyId
  if ('username' in act) return act.username
  if ('payout' in act) return act.payout
  if ('purchase' in act) return act.purchase
  if ('event' in act) return act.event
  if ('dispute' in act) return act.dispute
  if ('listing' in act) return act.listing
  if ('job' in act) return act.job
  if ('slug' in act) return act.slug
  if ('pool' in act) return act.pool
  return 'operator' in act ? act.operator : null
}
