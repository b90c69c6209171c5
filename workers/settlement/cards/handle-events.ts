import { noteIntent, purchaseOfIntent } from '#shared/market/cards/cards-to-look.ts'
import { followsSuccess, isAboutPayment } from '#shared/market/cards/received-event.ts'
import { type DueEvents, endEvents, putOff, takeDueEvents } from '#shared/market/cards/take-events.ts'
import { uuidOf } from '#shared/market/public-id.ts'

import { CardApiError } from './card-api.ts'
import { type CardDeps, lookAtCard } from './look-at-card.ts'

const AT_ONCE = 200
const PAYMENTS_AT_ONCE = 8

/**
 * Handles events of the processor that wait: each payment is read once for all of its events, whatever their order, and an
 * event that is about something else than what was agreed is quarantined. Returns how many it took.
 */
export async function handleEvents(deps: CardDeps): Promise<number> {
  const due = await takeDueEvents(deps.db.pg, AT_ONCE)
  const waiting = [...due]
  const work = async () => {
    for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) await handle(deps, group)
  }
  await Promise.all(Array.from({ length: PAYMENTS_AT_ONCE }, work))
  return due.reduce((sum, { events }) => sum + events.length, 0)
}

async function handle(deps: CardDeps, { intentId, events }: DueEvents): Promise<void> {
  const { pg } = deps.db
  const ids = events.map(({ id }) => id)
  const strange = events.filter(({ isLive, account }) => isLive !== deps.api.isLive || account !== null)
  if (strange.length > 0) {
    for (const { id, account } of strange)
      await quarantine(deps, [id], account === null ? 'livemode_differs' : 'other_account')
    const rest = events.filter((event) => !strange.includes(event))
    if (rest.length > 0) await handle(deps, { intentId, events: rest })
    return
  }
  if (intentId === null) {
    const [known, other] = [
      events.filter(({ type }) => isAboutPayment(type)),
      events.filter(({ type }) => !isAboutPayment(type)),
    ]
    await endEvents(
      pg,
      other.map(({ id }) => id),
      { state: 'ignored', reason: 'not_about_a_payment' },
    )
    await quarantine(
      deps,
      known.map(({ id }) => id),
      'names_no_payment',
    )
    return
  }
  try {
    const purchaseId = (await purchaseOfIntent(pg, intentId)) ?? (await adopt(deps, intentId))
    if (purchaseId === 'never_offered') return await endEvents(pg, ids, { state: 'ignored', reason: purchaseId })
    if (purchaseId === null) return await quarantine(deps, ids, 'no_purchase')
    const looked = await lookAtCard(deps, { purchaseId, intentId })
    if (looked.kind === 'late') return await putOff(pg, ids, 'waiting')
    if (looked.kind === 'differs') return await quarantine(deps, ids, looked.why)
    // What says that it was paid comes before the processor shows it: the event waits.
    const early = looked.state === 'open' ? events.filter(({ type }) => followsSuccess(type)).map(({ id }) => id) : []
    await putOff(pg, early, 'parked')
    await endEvents(
      pg,
      ids.filter((id) => !early.includes(id)),
      { state: 'done' },
    )
  } catch (error) {
    if (error instanceof CardApiError && error.kind === 'gone') return await quarantine(deps, ids, 'unknown_payment')
    deps.log.warn({ err: error, events: ids.slice(0, 5) }, 'events of the card processor wait to be handled')
    await putOff(pg, ids, 'waiting')
  }
}

/**
 * The purchase or hire of an intent that we made and did not note, because its answer was lost; null for an intent that is not
 * ours. `never_offered`: its purchase ended while it was made, so that we canceled it and nobody could pay it.
 */
async function adopt({ db, api }: CardDeps, intentId: string): Promise<string | null> {
  const { purchaseId: named, status, receivedCents } = await api.snapshot(intentId)
  const purchaseId = named === null ? null : (uuidOf('pur', named) ?? uuidOf('hir', named))
  if (purchaseId === null) return null
  if (await noteIntent(db.pg, purchaseId, intentId)) return purchaseId
  return status === 'canceled' && receivedCents === 0 ? 'never_offered' : null
}

async function quarantine({ db, log }: CardDeps, ids: readonly string[], reason: string): Promise<void> {
  if (ids.length === 0) return
  await endEvents(db.pg, ids, { state: 'quarantined', reason })
  log.error({ events: ids.slice(0, 5), reason }, 'events of the card processor are quarantined')
}
