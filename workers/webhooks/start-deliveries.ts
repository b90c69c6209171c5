import { setTimeout as pause } from 'node:timers/promises'

import { LRUCache } from 'lru-cache'

import type { Db } from '#shared/db/open-db.ts'
import { isOutage } from '#shared/db/outage.ts'
import { payloadText } from '#shared/events/event-payload.ts'
import { publishEvents } from '#shared/events/publish-events.ts'
import { type ClaimedDelivery, claimDeliveries } from '#shared/events/webhooks/claim-deliveries.ts'
import { type FinishedAttempt, finishDeliveries } from '#shared/events/webhooks/finish-deliveries.ts'
import { noteFailure, noteSuccess } from '#shared/events/webhooks/note-receiver.ts'
import { retryAfter } from '#shared/events/webhooks/retry-schedule.rules.ts'
import type { WebhookSigner } from '#shared/events/webhooks/webhook-signer.ts'
import { MicroBatcher } from '#shared/lib/concurrency/micro-batcher.ts'
import type { Log } from '#shared/log.ts'
import { publicId } from '#shared/market/public-id.ts'

import { OpenLanes } from './open-lanes.ts'
import type { SendWebhook } from './send-webhook.ts'

/** How often an idle process looks, and a busy one publishes, in ms. */
const IDLE_MS = 200
const BUSY_MS = 20
const PUBLISHED_AT_ONCE = 1_000
/** Deliveries of one lane that a process has under way at once. */
const PER_LANE = 32
const STOP_MS = 2_000
/** How long it is remembered that a receiver's success was noted. */
const NOTED_MS = 30_000
const FIRST_LANE = '00000000-0000-0000-0000-000000000000'

type Deps = { db: Pick<Db, 'pg'>; log: Log; send: SendWebhook; signer: WebhookSigner }

/**
 * Publishes events and delivers them. Several processes share the work through the database, each delivery belongs to one
 * of them for twenty seconds. A process that ends in the middle of an attempt loses nothing: another one makes it again
 * under the same webhook-id.
 */
export function startDeliveries(deps: Deps): { stop: () => Promise<void> } {
  const { db, log } = deps
  const stopped = new AbortController()
  const lanes = new OpenLanes()
  const finisher = new MicroBatcher<FinishedAttempt, void>(
    async (ends) => {
      await finishDeliveries(db.pg, ends)
      return ends.map(() => undefined)
    },
    { maxBatch: 200, concurrency: 2 },
  )
  const noted = new LRUCache<string, true>({ max: 10_000, ttl: NOTED_MS })
  let after = FIRST_LANE

  const deliver = async (delivery: ClaimedDelivery) => {
    const leave = lanes.enter(delivery.lane)
    let isTaken = false
    try {
      const end = await attempt(deps, delivery)
      isTaken = end.isDelivered
      await finisher.add(end)
      await note(end.log.status, delivery, end)
    } catch (error) {
      if (!stopped.signal.aborted && !isOutage(error))
        log.warn({ err: error, deliveryId: delivery.id }, 'a delivery could not be recorded')
    } finally {
      leave(isTaken)
    }
  }

  const note = async (
    status: number | null,
    { webhookId, noteSuccess: isWanted }: ClaimedDelivery,
    end: FinishedAttempt,
  ) => {
    if (webhookId === null) return
    if (end.isDelivered) {
      if (!isWanted || noted.has(webhookId)) return
      noted.set(webhookId, true)
      await noteSuccess(db.pg, webhookId)
    } else {
      noted.delete(webhookId)
      if (await noteFailure(db.pg, webhookId, status === 410)) log.info({ webhookId }, 'a webhook was disabled')
    }
  }

  const publish = async () => ((await publishEvents(db.pg, PUBLISHED_AT_ONCE)) === 0 ? IDLE_MS : BUSY_MS)
  const claim = async () => {
    const limit = lanes.room
    if (limit === 0) return BUSY_MS
    const claimed = await claimDeliveries(db.pg, { after, perLane: PER_LANE, limit, ...lanes.state() })
    after = claimed.after ?? FIRST_LANE
    for (const delivery of claimed.deliveries) void deliver(delivery)
    if (claimed.deliveries.length > 0 || claimed.after !== null) return 0
    return lanes.quick > 0 ? BUSY_MS : IDLE_MS
  }
  const repeat = async (step: () => Promise<number>) => {
    while (!stopped.signal.aborted) {
      const waitMs = await step().catch((error: unknown) => {
        if (!stopped.signal.aborted && !isOutage(error)) log.warn({ err: error }, 'events wait to be delivered')
        return 1_000
      })
      await pause(waitMs, undefined, { signal: stopped.signal }).catch(() => undefined)
    }
  }
  const loops = [repeat(publish), repeat(claim)]
  return {
    async stop() {
      stopped.abort()
      await Promise.all(loops)
      const until = performance.now() + STOP_MS
      while (lanes.size > 0 && performance.now() < until) await pause(20)
    },
  }
}

async function attempt({ send, signer }: Deps, delivery: ClaimedDelivery): Promise<FinishedAttempt> {
  const { id, url, webhookId, generation } = delivery
  const at = new Date()
  const end = (isDelivered: boolean, retryInS: number | null, log: Omit<FinishedAttempt['log'], 'at'>) => ({
    id,
    attempt: delivery.attempt,
    isDelivered,
    retryInS,
    log: { at: at.toISOString(), ...log },
  })
  if (url === null)
    return end(false, null, { ms: 0, status: null, error: 'The webhook was deleted or disabled.', response: null })
  const body = payloadText(delivery)
  const generations = generation === null ? [] : [generation, ...(delivery.isRotating ? [generation - 1] : [])]
  const headers = signer.headersOf(
    { id: publicId('evt', delivery.eventId), timestamp: at, body },
    webhookId === null ? [] : generations.map((nth) => ({ webhookId, generation: nth })),
  )
  const { retryAfterS, ...log } = await send(url, headers, body)
  const isDelivered = log.error === null
  const retryInS = log.status === 410 ? null : retryAfter(delivery.attempt, retryAfterS, Math.random())
  return end(isDelivered, isDelivered ? null : retryInS, log)
}
