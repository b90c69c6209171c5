import type { Db } from '#shared/db/open-db.ts'
import { Refusal } from '#shared/errors.ts'
import { giveEvidence } from '#shared/market/cards/give-evidence.ts'
import { retryEvents } from '#shared/market/cards/take-events.ts'

/** Has a quarantined event of the card processor handled again, or answers a dispute at the processor. */
export type CardAct =
  | { name: 'card retry'; event: string }
  | { name: 'card evidence'; dispute: string; evidence: string }

/**
 * Runs an act about payments by card. Throws 409 for an event that is not quarantined, and for a dispute that takes no
 * evidence, 404 for an unknown one.
 */
export async function runCardAct({ pg }: Pick<Db, 'pg'>, act: CardAct): Promise<Record<string, unknown>> {
  if (act.name === 'card evidence') {
    await giveEvidence(pg, { dispute: act.dispute, text: act.evidence })
    return { dispute_id: act.dispute, evidence: 'asked' }
  }
  if ((await retryEvents(pg, [act.event])) === 0) throw new Refusal('conflict', `${act.event} is not quarantined.`)
  return { event_id: act.event, state: 'waiting' }
}
