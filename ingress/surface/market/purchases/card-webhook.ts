import { z } from 'zod'

import { isOutage } from '#shared/db/outage.ts'
import { Refusal } from '#shared/errors.ts'
import { MicroBatcher } from '#shared/lib/concurrency/micro-batcher.ts'
import { signatureFault } from '#shared/market/cards/card-signature.ts'
import { receivedEvent } from '#shared/market/cards/received-event.ts'
import { keepEvents, type ReceivedEvent } from '#shared/market/cards/take-events.ts'

import { parseJsonBody, readJsonBytes } from '../../../http/body/json-body.ts'
import { type Route, route } from '../../../http/route.ts'
import type { MarketDeps } from '../market-deps.ts'

/** Events that one statement keeps: those that arrive while another is under way. */
const MOST_AT_ONCE = 200
/** The largest event that is read, in bytes. Those of the processor have a few thousand. */
const MOST_BYTES = 256 * 1024

/**
 * The webhook of the card processor: a signed event is kept once and answered at once, with those that came while others
 * were being written, so that a slow disk delays all by one write and not each by its own. settlement-watch then reads at the
 * processor what is true. The size is judged before the signature, and the signature before the JSON.
 */
export function cardWebhookRoutes({ config, db, now, log }: MarketDeps): readonly Route[] {
  const secrets = (config.STRIPE_WEBHOOK_SECRET ?? '').split(',').map((secret) => secret.trim())
  const keeping = new MicroBatcher<ReceivedEvent, void>(
    async (events) => {
      await keepEvents(db.pg, events)
      return events.map(() => undefined)
    },
    { maxBatch: MOST_AT_ONCE, failsWholeBatch: isOutage },
  )
  return [
    route({
      method: 'POST',
      path: '/api/purchases/webhook/cardprocessor',
      summary: 'Takes the events of the card processor, signed by it',
      tag: 'Purchases',
      credential: 'none',
      limit: 'none',
      accepts: 'raw',
      maxBodyBytes: MOST_BYTES,
      body: z.looseObject({}),
      reply: z.object({ received: z.literal(true) }),
      refusals: ['bad_request', 'payload_too_large', 'invalid_json', 'payments_not_ready', 'unsupported_media_type'],
      handle: async ({ incoming, header }) => {
        const raw = await readJsonBytes(incoming, MOST_BYTES)
        if (config.STRIPE_WEBHOOK_SECRET === undefined)
          throw new Refusal('payments_not_ready', 'No cards are taken here, so no events either.')
        const nowS = Math.floor(now().getTime() / 1_000)
        const fault = signatureFault(raw, header('stripe-signature'), { secrets, nowS })
        if (fault !== null) {
          log.warn({ fault, bytes: raw.length }, 'an event of the card processor was refused')
          throw unsigned(fault)
        }
        const event = receivedEvent(parseJsonBody(raw).value)
        if (event === null) throw new Refusal('bad_request', 'This is signed, and is no event of the card processor.')
        await keeping.add(event)
        return { headers: { 'Cache-Control': 'no-store' }, body: { received: true } }
      },
    }),
  ]
}

const unsigned = (fault: string) =>
  new Refusal('bad_request', `Stripe-Signature does not sign this body: ${fault.replaceAll('_', ' ')}.`, {
    fix: { action: 'Send the body as it was signed, within 300 seconds, with the secret of this endpoint.' },
    extra: { reason: fault },
  })
