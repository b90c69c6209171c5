import { defineEntity, p } from '@mikro-orm/core'

const EventSchema = defineEntity({
  name: 'Event',
  tableName: 'event',
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    position: p.bigint().nullable(),
    stream: p.text(),
    type: p.text(),
    data: p.json<Record<string, unknown>>(),
    createdAt: p.datetime().primary().defaultRaw('clock_timestamp()'),
  },
  indexes: [
    { name: 'event_of_stream', properties: ['stream', 'position'], where: 'position is not null' },
    { name: 'event_old', properties: ['createdAt'] },
    { name: 'event_to_publish', properties: ['createdAt', 'id'], where: 'position is null' },
  ],
})

/**
 * Something that happened, in the stream of whom it concerns (stream.ts). Triggers write it in the transaction that
 * changes the state. `position` is null until it is published (publish-events.ts), which happens in the order in which
 * transactions end, so that a reader who goes by positions misses none. The table has a partition for each month.
 */
export class Event extends EventSchema.class {}
EventSchema.setClass(Event)
