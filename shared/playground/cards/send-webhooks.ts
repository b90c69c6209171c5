import { setTimeout as pause } from 'node:timers/promises'

import Stripe from 'stripe'

import { type CardEventType, type CardEvent, type CardObject, newEvent } from './card-objects.ts'
import type { CardStore } from './card-store.ts'

/** How webhooks reach their endpoint. `missing` events are only in the list of events. */
export type WebhookConduct = { mode: 'normal' | 'late' | 'duplicate' | 'reordered' | 'missing'; delayMs: number }

/** Milliseconds before each further attempt to deliver an event. */
const AGAIN_AFTER_MS = [1_000, 5_000, 30_000, 300_000]
const ANSWER_WITHIN_MS = 10_000
/** Milliseconds in which events gather before they are sent in the opposite order. */
const GATHER_MS = 300

export type Webhooks = {
  conduct: WebhookConduct
  tell: (type: CardEventType, object: CardObject) => void
  /** Sends an event again, as an operator of the processor can. */
  resend: (event: CardEvent) => void
  /** The header that signs a body now. */
  sign: (payload: string) => string
  stop: () => void
}

/**
 * Signs and delivers the events of the processor. An event that the endpoint does not answer with 2xx is sent again a few
 * times; until then it has `pending_webhooks`.
 */
export function openWebhooks(store: CardStore, { url, secret }: { url: string; secret: string }): Webhooks {
  const stripe = new Stripe('sk_test_signs_only', { telemetry: false })
  const stopping = new AbortController()
  let gathered: CardEvent[] = []
  const sign = (payload: string) => stripe.webhooks.generateTestHeaderString({ payload, secret })

  async function post(event: CardEvent): Promise<boolean> {
    const payload = JSON.stringify(event)
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': sign(payload) }
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)])
    const answer = await fetch(url, { method: 'POST', body: payload, headers, redirect: 'manual', signal }).catch(
      () => null,
    )
    await answer?.arrayBuffer().catch(() => undefined)
    return answer?.ok === true
  }

  async function deliver(event: CardEvent): Promise<void> {
    for (const waitMs of [0, ...AGAIN_AFTER_MS]) {
      await pause(waitMs, undefined, { signal: stopping.signal, ref: false })
      if (!(await post(event))) continue
      store.put({ ...event, pending_webhooks: 0 })
      return
    }
  }

  const send = (event: CardEvent, afterMs = 0) =>
    void pause(afterMs, undefined, { signal: stopping.signal, ref: false })
      .then(() => deliver(event))
      .catch(() => undefined)

  const sendGathered = () => {
    for (const event of gathered.toReversed()) send(event)
    gathered = []
  }

  const webhooks: Webhooks = {
    conduct: { mode: 'normal', delayMs: 0 },
    tell(type, object) {
      const event = newEvent(type, object)
      store.put(event)
      const { mode, delayMs } = webhooks.conduct
      if (mode === 'missing') return
      if (mode === 'reordered') {
        if (gathered.push(event) === 1) void pause(GATHER_MS, undefined, { ref: false }).then(sendGathered)
        return
      }
      send(event, mode === 'late' ? delayMs : 0)
      if (mode === 'duplicate') for (let copies = 0; copies < 3; copies += 1) send(event, delayMs * copies)
    },
    resend: (event) => send(event),
    sign,
    stop: () => stopping.abort(),
  }
  return webhooks
}
