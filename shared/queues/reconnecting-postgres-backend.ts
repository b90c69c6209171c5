import {
  assertSchemaCompatibility,
  type BackendFactory,
  PostgresConnection,
  type PostgresConnectionOptions,
  PostgresQueueBackend,
} from 'bullmq'

/**
 * A connection that repeats its schema check after a failure. BullMQ's own connection remembers a failed first check (a
 * connection timeout, a database that is starting) for the life of the process and fails every operation with it.
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

/** BullMQ's PostgreSQL backend on a connection that recovers when the database was unreachable at start. */
export const reconnectingPostgresBackend: BackendFactory<PostgresQueueBackend, PostgresConnectionOptions> = (
  name,
  options,
  { withBlockingConnection = false } = {},
) => {
  const connection = new LastingConnection(options.connection)
  // A worker's connection carries the name of its queue; Bull Board finds it by that name.
  return new PostgresQueueBackend(connection, name, options, true, withBlockingConnection ? name : undefined)
}
