import { LRUCache } from 'lru-cache'
import type { Pool as PgPool } from 'pg'

import { MicroBatcher } from '#shared/lib/concurrency/micro-batcher.ts'
import type { Log } from '#shared/log.ts'
import type { SourceId } from '#shared/upstreams/registry.ts'

import type { RawReply } from './fetch-once.ts'
import { packBody, unpackBody } from './pack-body.ts'

/** A cached answer and when it was fetched (database clock). */
export type Kept = {
  reply: RawReply
  fetchedAt: Date
  /** Time of fetching in milliseconds of performance.now(), so that the age is immune to clock changes. */
  bornAt: number
}

/** Size limit in bytes, as in the check constraint of the table. */
export const MAX_KEPT_BYTES = 1_048_576
/** Estimated overhead of an entry in bytes. */
const ENTRY_BYTES = 512

/** Age of a cached answer in milliseconds. */
export const ageMs = ({ bornAt }: Kept) => Math.max(performance.now() - bornAt, 0)

/**
 * Cache of upstream answers: in PostgreSQL, shared by all workers and kept over restarts, with the latest also in
 * memory. While the database is down it acts as an empty cache.
 */
export class UpstreamCache {
  readonly #pg: PgPool
  readonly #log: Log
  readonly #memory: LRUCache<string, Kept>
  readonly #reads: MicroBatcher<string, Kept | null>

  constructor(pg: PgPool, log: Log, memoryBytes: number) {
    this.#pg = pg
    this.#log = log
    // One answer may take at most an eighth of the memory. Sizes must be positive; 1 keeps nothing.
    this.#memory = new LRUCache({ maxSize: Math.max(memoryBytes, 1), maxEntrySize: Math.max(memoryBytes / 8, 1) | 0 })
    this.#reads = new MicroBatcher((keys) => this.#read(keys), { batchPerTick: true, concurrency: 2 })
  }

  /**
   * Reads an answer. A memory copy older than `freshMs` is checked against the database, which may have a newer one.
   */
  async get(key: string, freshMs: number): Promise<Kept | null> {
    const near = this.#memory.get(key)
    if (near !== undefined && ageMs(near) < freshMs) return near
    const far = await this.#reads.add(key).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'upstream cache not read')
      return null
    })
    if (far !== null) this.#memory.set(key, far, { size: far.reply.body.length + ENTRY_BYTES })
    return far ?? near ?? null
  }

  /** Stores an answer for `keepMs` milliseconds, replacing an older one. Returns it with its time. */
  async put(key: string, upstream: SourceId, reply: RawReply, keepMs: number): Promise<Kept> {
    const now: Kept = { reply, fetchedAt: new Date(), bornAt: performance.now() }
    if (keepMs <= 0 || reply.body.length > MAX_KEPT_BYTES) return now
    const packed = packBody(reply.body)
    if (packed.length > MAX_KEPT_BYTES) return now
    const kept = await this.#write(key, upstream, { ...reply, packed }, keepMs).catch((error: unknown) => {
      this.#log.warn({ err: error, upstream }, 'upstream answer not kept')
      return now
    })
    this.#memory.set(key, kept, { size: reply.body.length + ENTRY_BYTES })
    return kept
  }

  async #read(keys: string[]): Promise<(Kept | null)[]> {
    const { rows } = await this.#pg.query<Row>({
      name: 'upstream-cache-read',
      text: `select encode(key, 'hex') as key, status, content_type, encode(body, 'base64') as body, etag, last_modified,
          floor(extract(epoch from fetched_at) * 1000)::float8 as fetched_ms,
          extract(epoch from clock_timestamp() - fetched_at)::float8 * 1000 as age_ms
        from upstream_cache where key = any($1) and keep_until > now()`,
      values: [keys.map((key) => Buffer.from(key, 'hex'))],
    })
    const found = new Map(rows.map((row) => [row.key, keptOf(row)]))
    return keys.map((key) => found.get(key) ?? null)
  }

  async #write(
    key: string,
    upstream: SourceId,
    { packed, ...reply }: RawReply & { packed: Buffer },
    keepMs: number,
  ): Promise<Kept> {
    const { rows } = await this.#pg.query<{ fetched_ms: number }>({
      name: 'upstream-cache-write',
      text: `insert into upstream_cache as c (key, upstream, status, content_type, body, etag, last_modified, keep_until)
        values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8))
        on conflict (key) do update set status = excluded.status, content_type = excluded.content_type,
          body = excluded.body, etag = excluded.etag, last_modified = excluded.last_modified,
          fetched_at = now(), keep_until = excluded.keep_until
        returning floor(extract(epoch from fetched_at) * 1000)::float8 as fetched_ms`,
      values: [
        Buffer.from(key, 'hex'),
        upstream,
        reply.status,
        reply.contentType.slice(0, 200),
        packed,
        reply.etag,
        reply.lastModified,
        keepMs / 1_000,
      ],
    })
    return { reply, fetchedAt: new Date(rows[0]?.fetched_ms ?? Date.now()), bornAt: performance.now() }
  }
}

type Row = {
  key: string
  status: number
  content_type: string
  /** Base64, because bytea would be sent as hex, half as long again. */
  body: string
  etag: string | null
  last_modified: string | null
  fetched_ms: number
  age_ms: number
}

const keptOf = (row: Row): Kept => ({
  reply: {
    status: row.status,
    contentType: row.content_type,
    body: unpackBody(Buffer.from(row.body, 'base64')),
    etag: row.etag,
    lastModified: row.last_modified,
  },
  fetchedAt: new Date(row.fetched_ms),
  bornAt: performance.now() - row.age_ms,
})
