import type { Cluster, Redis } from 'ioredis'

import type { Hint, Hints } from '../calls/hints.ts'
import { connectRedis } from './connect-redis.ts'
import type { RedisTarget } from '#shared/redis-target.ts'

/** Milliseconds after which a subscription that a cluster refused is tried again. */
const AGAIN_MS = 500

const channelOf = (replyTo: string) => `farebox:reply:${replyTo}`

/**
 * Reply hints over Redis pub/sub: one message per batch of finished calls. In a cluster each ingress's channel lives in a
 * slot of its own (sharded pub/sub), so a message goes to one server and not over the bus to all.
 */
export function redisHints(target: RedisTarget, publisher: Redis | Cluster, complain: (error: Error) => void): Hints {
  const isCluster = target.mode.kind === 'cluster'
  let subscriber: Redis | Cluster | undefined
  return {
    publish(replyTo, hints) {
      const text = JSON.stringify(hints)
      const sent = isCluster
        ? publisher.spublish(channelOf(replyTo), text)
        : publisher.publish(channelOf(replyTo), text)
      sent.catch(complain)
    },
    async subscribe(replyTo, onHints) {
      subscriber = connectRedis(target, {
        maxRetriesPerRequest: null,
        connectTimeout: 2_000,
        shardedSubscribers: isCluster,
      })
      subscriber.on('error', complain)
      // Safe: only our own workers publish on this channel.
      const take = (_channel: string, message: string) => onHints(JSON.parse(message) as Hint[])
      if (isCluster) subscribeInCluster(subscriber.on('smessage', take), channelOf(replyTo), complain)
      // ioredis keeps the subscription over reconnects and subscribes when a Redis that is down now is back.
      else void subscriber.on('message', take).subscribe(channelOf(replyTo)).catch(complain)
    },
    async close() {
      subscriber?.disconnect()
    },
  }
}

/** Subscribes until it is done; then ioredis keeps the subscription, also when the slot of the channel moves. */
function subscribeInCluster(subscriber: Redis | Cluster, channel: string, complain: (error: Error) => void): void {
  const subscribe = () => {
    subscriber.ssubscribe(channel).catch((error: unknown) => {
      if (subscriber.status === 'end') return
      complain(error instanceof Error ? error : new Error(String(error)))
      setTimeout(subscribe, AGAIN_MS).unref()
    })
  }
  subscribe()
}
