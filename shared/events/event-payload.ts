import { z } from 'zod'

/** The form of an event on the wire (Standard Webhooks): the type, when it happened, and its data. */
export const EventPayload = z.object({
  type: z.string(),
  timestamp: z.iso.datetime(),
  data: z.record(z.string(), z.unknown()),
})

/** The JSON text of an event that is sent. The same event has the same text at every attempt. */
export const payloadText = (event: z.output<typeof EventPayload>): string =>
  JSON.stringify({ type: event.type, timestamp: event.timestamp, data: event.data })
