import { Redis } from 'ioredis'

import type { Hint, Hints } from '../calls/hints.ts'

const channelOf = (replyTo: string) => `farebox:reply:${replyTo}`

/** Reply hints over Redis pub/sub: one message per batch of finished calls. */
export function redisHints(url: string, publisher: Redis, complain: (error: Error) => void): Hints {
  let subscriber: Redis | undefined
  return {
    publish(replyTo, hints) {
      publisher.publish(channelOf(replyTo), JSON.stringify(hints)).catch(complain)
    },
    async subscribe(replyTo, onHints) {
      subscriber = new Redis(url, {
        maxRetriesPerRequest: null,
        connectTimeout: 2_000,
        retryStrategy: (attempt) => Math.min(50 * attempt, 1_000),
      })
      subscriber.on('error', complain)
      // Safe: only our own workers publish on this channel.
      subscriber.on('message', (_channel, message) => onHints(JSON.parse(message) as Hint[]))
      // ioredis keeps the subscription over reconnects and subscribes when a Redis that is down now is back.
      void subscriber.subscribe(channelOf(replyTo)).catch(complain)
    },
    async close() {
      subscriber?.disconnect()
    },
  }
}
