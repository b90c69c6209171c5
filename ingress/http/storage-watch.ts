import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

import type { Pool as PgPool } from 'pg'
import { z } from 'zod'

import type { Config } from '#shared/config.ts'
import { Refusal } from '#shared/errors.ts'

import { singleFlight } from '#shared/lib/concurrency/cache-for.ts'
import { withinLimit } from '#shared/lib/concurrency/within-limit.ts'

const LOOK_EVERY_MS = 5_000
/** Time limit in ms for one probe; its volume counts as unread in that round. */
const LIMIT_MS = 2_000
/** Hysteresis: a low volume stays low until this factor of the threshold is free, so that the state does not flap. */
const MARGIN = 1.1

const Volume = z.object({
  free_bytes: z.number().nullable().describe('null: it could not be looked at'),
  least_bytes: z.number().describe('under this it is low'),
  low: z.boolean(),
})

/** Free space at the last look. `volumes` has only the watched ones. */
export const StorageState = z.object({
  low: z.boolean().describe('true: what stores is refused (507), uncharged; paid calls go on'),
  volumes: z.record(z.string(), Volume).describe('blobs, database_disk, database_size'),
})
export type StorageState = z.output<typeof StorageState>

type Tell = (facts: object, text: string) => void
type ChangeLog = { info: Tell; warn: Tell }

type Probe = { name: string; leastBytes: number; freeBytes: () => Promise<number> }
type Settings = Pick<
  Config,
  'BLOB_DIR' | 'BLOB_S3_ENDPOINT' | 'DATA_DIR' | 'DATABASE_DIR' | 'DATABASE_MAX_GB' | 'STORAGE_LEAST_FREE_MB'
>

/** `read` returns the last state, `look` probes now, `stop` ends the watch. */
export type StorageWatch = { read: () => StorageState; look: () => Promise<void>; stop: () => void }

/**
 * Watches free space every 5 s: the upload folder, the database disk (if DATABASE_DIR is set), and the size limit of
 * the database (if DATABASE_MAX_GB is set). Logs each change once. A volume that cannot be read keeps its last state.
 */
export function storageWatch(config: Settings, pg: PgPool, log: ChangeLog): StorageWatch {
  const probes = probesOf(config, pg)
  let state: StorageState = { low: false, volumes: {} }
  const look = async () => {
    const volumes = await Promise.all(
      probes.map(async ({ name, leastBytes, freeBytes }) => {
        const before = state.volumes[name]
        const free = await withinLimit(LIMIT_MS, freeBytes())
        const isLow =
          free === null ? before?.low === true : free < (before?.low === true ? leastBytes * MARGIN : leastBytes)
        if (isLow !== (before?.low === true)) tellChange(log, name, { isLow, free, leastBytes })
        return [name, { free_bytes: free, least_bytes: leastBytes, low: isLow }] as const
      }),
    )
    state = { low: volumes.some(([, { low }]) => low), volumes: Object.fromEntries(volumes) }
  }
  const timer = setInterval(() => void look(), LOOK_EVERY_MS)
  return { read: () => state, look, stop: () => clearInterval(timer) }
}

/** Throws 507 `storage_full` while space is low. */
export function refuseWhileLow({ low }: StorageState): void {
  if (!low) return
  throw new Refusal(
    'storage_full',
    'This service is short of disk space and stores nothing new right now; nothing was charged.',
    {
      retryAfterS: 60,
      fix: { action: 'Send the request again later. Reading, deleting and paid calls that store nothing go on.' },
    },
  )
}

/** Warnings for the operator. */
export const storageWarnings = ({ volumes }: StorageState): string[] =>
  Object.entries(volumes)
    .filter(([, { low }]) => low)
    .map(([name]) => `Storage is low (${name}): what stores is refused with 507 until there is more room.`)

function tellChange(
  log: ChangeLog,
  volume: string,
  { isLow, free, leastBytes }: { isLow: boolean; free: number | null; leastBytes: number },
): void {
  const facts = { volume, freeBytes: free, leastBytes }
  if (isLow) log.warn(facts, 'storage is low: what stores is refused until there is more room')
  else log.info(facts, 'storage has room again')
}

function probesOf(config: Settings, pg: PgPool): Probe[] {
  const leastBytes = config.STORAGE_LEAST_FREE_MB * 1024 * 1024
  // Single-flight: a hanging disk blocks one thread of this process, not one more per look.
  const onDisk = (name: string, folder: string): Probe => ({
    name,
    leastBytes,
    freeBytes: singleFlight(() => freeBytesOf(folder)),
  })
  const { DATABASE_DIR: databaseDir, DATABASE_MAX_GB: maxGb } = config
  return [
    ...(config.BLOB_S3_ENDPOINT === undefined
      ? [onDisk('blobs', config.BLOB_DIR ?? join(config.DATA_DIR, 'blobs'))]
      : []),
    ...(databaseDir === undefined ? [] : [onDisk('database_disk', databaseDir)]),
    ...(maxGb === undefined
      ? []
      : [
          {
            name: 'database_size',
            leastBytes: 0,
            freeBytes: singleFlight(async () => maxGb * 1024 ** 3 - (await sizeOf(pg))),
          },
        ]),
  ]
}

/** Bytes that an unprivileged user may still write in a folder, or in its nearest existing parent. */
async function freeBytesOf(folder: string): Promise<number> {
  let at = resolve(folder)
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at)
  const { bavail, bsize } = await statfs(at)
  return bavail * bsize
}

async function sizeOf(pg: PgPool): Promise<number> {
  const { rows } = await pg.query<{ bytes: string }>(`select pg_database_size(current_database()) as bytes`)
  return Number(rows[0]?.bytes ?? 0)
}
