import {
  assertSchemaCompatibility,
  type BackendFactory,
  PostgresConnection,
  type PostgresConnectionOptions,
  PostgresQueueBackend,
} from 'bullmq'

/**
 * A connection that looks at the queue's tables again when it could not. BullMQ's own remembers a first look that failed
 * (a connection that took too long, a database that starts) for the life of the process, and fails everything with it.
 */
class LastingConnection extends PostgresConnection {
  #ready: Promise<void> | undefined

  override waitUntilReady(): Promise<void> {
    this.#ready ??= this.#look().catch((error: unknown) => {
      this.#ready = undefined
      throw error
    })
    return this.#ready
  }

  async #look(): Promise<void> {
    const client = await this.pool.connect()
    try {
      await assertSchemaCompatibility(client, this.schema)
    } finally {
      client.release()
    }
  }
}

/** BullMQ's PostgreSQL backend on a connection that outlives a database that was away when it was made. */
export const reconnectingPostgresBackend: BackendFactory<PostgresQueueBackend, PostgresConnectionOptions> = (
  name,
  options,
  { withBlockingConnection = false } = {},
) => {
  const connection = new LastingConnection(options.connection)
  // A worker's connection carries the name of its queue, by which Bull Board finds it.
  return new PostgresQueueBackend(connection, name, options, true, withBlockingConnection ? name : undefined)
}
