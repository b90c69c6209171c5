import pg from 'pg'

import { connectionOptions } from '#shared/db/connection-options.ts'

import type { Hints } from '../calls/hints.ts'

const RECONNECT_MS = 500

/**
 * Reply hints over LISTEN/NOTIFY, for installations without Redis. Sends ids only, because a payload is limited to
 * under 8,000 bytes.
 */
export function postgresHints(databaseUrl: string, complain: (error: Error) => void): Hints {
  const publisher = new pg.Pool({ ...connectionOptions, connectionString: databaseUrl, max: 1 })
  publisher.on('error', complain)
  let closed = false
  let listener: pg.Client | undefined

  const listen = async (replyTo: string, onHints: (ids: string[]) => void): Promise<void> => {
    if (closed) return
    const client = new pg.Client({ ...connectionOptions, connectionString: databaseUrl })
    listener = client
    const again = (error?: Error) => {
      if (listener !== client) return
      listener = undefined
      if (error !== undefined) complain(error)
      setTimeout(() => void listen(replyTo, onHints), RECONNECT_MS).unref()
    }
    client.on('error', again)
    client.on('end', () => again())
    client.on('notification', ({ payload }) => onHints((payload ?? '').split(' ')))
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(`reply_${replyTo}`)}`)
    } catch (error) {
      again(error instanceof Error ? error : new Error(String(error)))
      client.end().catch(() => undefined)
    }
  }

  return {
    publish(replyTo, hints) {
      const ids = hints.map((hint) => (typeof hint === 'string' ? hint : hint.callId)).join(' ')
      publisher
        .query({ name: 'reply-hint', text: 'select pg_notify($1, $2)', values: [`reply_${replyTo}`, ids] })
        .catch(complain)
    },
    subscribe: listen,
    async close() {
      closed = true
      await Promise.allSettled([listener?.end(), publisher.end()])
    },
  }
}
