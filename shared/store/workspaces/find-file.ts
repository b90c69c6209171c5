import type { Pool as PgPool } from 'pg'

import { isoUtc } from '#shared/db/iso-utc.ts'
import type { TextFlag } from '#shared/doors/notes.ts'

/** A file in its newest version, or the tombstone of a deleted file. */
export type FoundFile = {
  id: string
  version: number
  bytes: number
  sha256: string
  agent_id: string | null
  updated_at: string
  deleted_at: string | null
  /** Null in a tombstone. */
  content: string | null
  is_json: boolean
  flags: TextFlag[]
}

/** Finds the live file at a path, else its newest tombstone, else null. */
export async function findFile(pg: PgPool, workspaceId: string, path: string): Promise<FoundFile | null> {
  const { rows } = await pg.query<FoundFile>({ name: 'workspace-file-find', text: FIND, values: [workspaceId, path] })
  return rows[0] ?? null
}

const FIND = `
select f.id, f.version, f.bytes, f.sha256, f.agent_id, ${isoUtc('f.updated_at')} as updated_at, ${isoUtc('f.deleted_at')} as deleted_at,
  v.content, v.is_json, v.flags
from workspace_file f join workspace_version v on v.file_id = f.id and v.version = f.version
where f.workspace_id = $1 and f.path = $2
order by (f.deleted_at is null) desc, f.deleted_at desc limit 1`
