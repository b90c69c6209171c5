import { Refusal } from '#shared/errors.ts'
import { isoUtc } from '#shared/db/iso-utc.ts'
import type { TextFlag } from '#shared/doors/notes.ts'
import type { ReadFile, WorkspaceChange, WorkspaceName } from '#shared/doors/workspaces.ts'

import type { StoreCall } from '../store-call.ts'
import { findWorkspace } from './find-workspace.ts'

/** Maximum number of changes in one answer. */
const MOST_CHANGES = 500

/** Reads one version of a file, by default the newest. Throws 404 for a deleted file, with the time of its deletion. */
export async function readFile(
  call: StoreCall,
  wanted: WorkspaceName & { path: string; version?: number | undefined },
): Promise<ReadFile> {
  const { owner } = await call.caller()
  const workspace = await findWorkspace(call, wanted)
  const values = [workspace.id, wanted.path, wanted.version ?? null]
  const { rows } = await call.pg.query<Row>({ name: 'workspace-file-read', text: READ, values })
  const [row] = rows
  if (row === undefined || (row.content === null && row.deleted_at === null)) throw noSuchFile(wanted)
  if (row.content === null || (row.deleted_at !== null && wanted.version === undefined)) {
    throw new Refusal('not_found', 'This file was deleted.', {
      fix: { action: 'Read an earlier version with version, or write it anew.' },
      extra: { deleted_at: row.deleted_at, last_version: row.latest_version },
    })
  }
  return {
    path: wanted.path,
    content: row.content,
    isJson: row.is_json,
    version: row.version,
    sha256: row.sha256,
    lastAuthor: row.agent_id,
    updatedAt: row.at,
    revision: workspace.revision,
    foreign: row.author !== owner,
    flags: row.flags,
  }
}

/** Lists the changes after a revision, oldest first; those of one path if it is given. */
export async function readChanges(
  call: StoreCall,
  wanted: WorkspaceName & { sinceRevision: number; path?: string | undefined },
): Promise<{ changes: WorkspaceChange[]; revision: number }> {
  const workspace = await findWorkspace(call, wanted)
  const values = [workspace.id, wanted.sinceRevision, wanted.path ?? null]
  const { rows } = await call.pg.query<WorkspaceChange>({ name: 'workspace-changes', text: CHANGES, values })
  return { changes: rows, revision: Math.max(workspace.revision, rows.at(-1)?.revision ?? 0) }
}

const noSuchFile = ({ path, version }: { path: string; version?: number | undefined }) =>
  new Refusal(
    'not_found',
    version === undefined
      ? `There is no file at ${JSON.stringify(path)} in this workspace.`
      : `${JSON.stringify(path)} has no version ${version} that is kept.`,
  )

type Row = {
  content: string | null
  is_json: boolean
  version: number
  latest_version: number
  sha256: string
  agent_id: string | null
  author: string
  at: string
  deleted_at: string | null
  flags: TextFlag[]
}

const READ = `
select v.content, v.is_json, v.version, f.version as latest_version, v.sha256, v.agent_id, v.author, v.flags,
  ${isoUtc('v.at')} as at, ${isoUtc('f.deleted_at')} as deleted_at
from workspace_file f join workspace_version v on v.file_id = f.id and v.version = coalesce($3::int, f.version)
where f.workspace_id = $1 and f.path = $2
order by (f.deleted_at is null) desc, f.deleted_at desc limit 1`

const CHANGES = `
select revision::int, path, op, moved_to as "to", version, agent_id, message, ${isoUtc('at')} as at
from workspace_change where workspace_id = $1 and revision > $2::bigint and ($3::text is null or path = $3 or moved_to = $3)
order by revision limit ${MOST_CHANGES}`
