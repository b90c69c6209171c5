import { z } from 'zod'

import { EVENT_TYPE_NAMES } from '#shared/events/catalog.rules.ts'

/** The `types` parameter: names of types of events, separated by commas. */
export const EventTypes = z
  .string()
  .max(2_000)
  .transform((text) => [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== ''))
  .pipe(z.array(z.enum(EVENT_TYPE_NAMES)))
  .describe('only events of these types, by commas; GET /api/events/types lists them')

/** A place in a stream: the `cursor` of an event, or 0 for the beginning. */
export const Cursor = z
  .string()
  .regex(/^\d{1,18}$/, { message: 'a cursor is a number; 0 is the beginning' })
  .describe('the cursor of the last event that you have; 0 reads from the beginning')

export const EventAnswer = z.object({
  id: z.string().describe('the same as webhook-id of its deliveries'),
  cursor: z.string(),
  type: z.string(),
  timestamp: z.string(),
  data: z.record(z.string(), z.unknown()).describe('by the schema of its type'),
})

export const EventsAnswer = z.object({
  items: z.array(EventAnswer),
  next_after: z
    .string()
    .describe('send it as `after` for what comes next; the same as before when there is nothing new'),
  has_more: z.boolean(),
})
