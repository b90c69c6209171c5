import { z } from 'zod'

import type { ReceivedEvent } from './take-events.ts'

const Id = z.string().min(1).max(255)
/** An id, or the object that has it. */
const Named = z.union([Id, z.looseObject({ id: Id }).transform(({ id }) => id)])

/** The parts of an event of the processor that are read. */
const Event = z.looseObject({
  id: Id,
  object: z.literal('event'),
  type: z.string().min(1).max(100),
  created: z.int().min(0).max(1e11),
  livemode: z.boolean(),
  account: Id.nullish(),
  data: z.looseObject({
    object: z.looseObject({ object: z.string().max(100), id: Id.optional(), payment_intent: Named.nullish() }),
  }),
})

/** Reads an event of the processor; null for what is none. The object in it is used for its id alone. */
export function receivedEvent(value: unknown): ReceivedEvent | null {
  const parsed = Event.safeParse(value)
  if (!parsed.success) return null
  const { id, type, created, livemode: isLive, account = null, data } = parsed.data
  const { object: kind, id: objectId = null, payment_intent: intent = null } = data.object
  const intentId = kind === 'payment_intent' ? objectId : intent
  return { id, type, intentId, isLive, account, happenedAt: new Date(created * 1_000) }
}

/** Whether an event means that its payment succeeded before. */
export const followsSuccess = (type: string): boolean =>
  /^(?:charge\.(?:refunded|dispute\.)|refund\.|charge\.refund\.|radar\.)/.test(type) ||
  type === 'payment_intent.succeeded'

/** Whether an event is about payments at all. Others are kept, and nothing follows. */
export const isAboutPayment = (type: string): boolean => /^(?:payment_intent|charge|refund|radar)\./.test(type)
