import type { Db } from '#shared/db/open-db.ts'
import { Refusal } from '#shared/errors.ts'
import { retryEvents } from '#shared/market/cards/take-events.ts'

/** Has a quarantined event of the card processor handled again. */
export type CardAct = { name: 'card retry'; event: string }

/** Runs an act about payments by card. Throws 409 for an event that is not quarantined. */
export async function runCardAct({ pg }: Pick<Db, 'pg'>, { event }: CardAct): Promise<Record<string, unknown>> {
  if ((await retryEvents(pg, [event])) === 0) throw new Refusal('conflict', `${event} is not quarantined.`)
  return { event_id: event, state: 'waiting' }
}
