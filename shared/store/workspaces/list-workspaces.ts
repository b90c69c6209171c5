import { sha256Hex } from '#shared/lib/crypto/digest.ts'
import { isoUtc } from '#shared/db/iso-utc.ts'
import type { ListedFile, ListedWorkspace, Paging, WorkspaceName } from '#shared/doors/workspaces.ts'

import { cursorAfter, placeOf } from '../cursor.ts'
import type { StoreCall } from '../store-call.ts'
import { findWorkspace } from './find-workspace.ts'

/** Lists the workspaces that the caller owns and those it has entered with a token, by name. */
export async function listWorkspaces(
  call: StoreCall,
  { limit, cursor }: Paging,
): Promise<{ workspaces: ListedWorkspace[]; nextCursor: string | null }> {
  const { owner } = await call.caller()
  const [name, id] = placeOf(call.keys, 'workspaces', owner, cursor) ?? []
  const values = [owner, name ?? null, id ?? null, limit + 1]
  // SQL: the role of each row depends on how its caller got in.
  const { rows } = await call.db.pg.query<ListedWorkspace>({ name: 'workspaces-list', text: LIST, values })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const isMore = rows.length > limit && last !== undefined
  return {
    workspaces: page,
    nextCursor: isMore ? cursorAfter(call.keys, 'workspaces', owner, [last.name, last.workspace_id]) : null,
  }
}

/**
 * Lists the files of a workspace by path. `treeDigest` is SHA-256 over the lines `<sha256> <path>\n` of all live files,
 * in the order of their paths' bytes, so any change changes it.
 */
export async function listFiles(
  call: StoreCall,
  wanted: WorkspaceName & Paging & { prefix?: string | undefined },
): Promise<{ files: ListedFile[]; nextCursor: string | null; treeDigest: string }> {
  const workspace = await findWorkspace(call, wanted)
  const list = `files:${workspace.id}`
  const filter = wanted.prefix ?? ''
  const [path] = placeOf(call.keys, list, filter, wanted.cursor) ?? []
  const values = [workspace.id, filter, path ?? null, wanted.limit + 1]
  const [{ rows }, tree] = await Promise.all([
    // SQL: sorts by the bytes of paths.
    call.db.pg.query<ListedFile>({ name: 'workspace-files', text: FILES, values }),
    // SQL: sorts by the bytes of paths, and up to 10,000 rows are only hashed.
    call.db.pg.query<{ line: string }>({ name: 'workspace-tree', text: TREE, values: [workspace.id] }),
  ])
  const page = rows.slice(0, wanted.limit)
  const last = page.at(-1)
  const isMore = rows.length > wanted.limit && last !== undefined
  return {
    files: page,
    nextCursor: isMore ? cursorAfter(call.keys, list, filter, [last.path]) : null,
    treeDigest: sha256Hex(tree.rows.map(({ line }) => `${line}\n`).join('')),
  }
}

const LIST = `
select w.id as workspace_id, w.name, case when w.owner = $1 then 'owner' else m.role end as role, w.files,
  w.used_bytes::int as bytes, w.revision::int as revision, ${isoUtc('w.updated_at')} as updated_at, ${isoUtc('w.expires_at')} as expires_at
from workspace w
left join workspace_guest g on g.workspace_id = w.id and g.owner = $1
left join workspace_member m on m.id = g.member_id
where (w.owner = $1 or m.id is not null) and (w.expires_at is null or w.expires_at > now())
  and w.id in (select id from workspace where owner = $1 union select workspace_id from workspace_guest where owner = $1)
  and ($2::text is null or (w.name, w.id) > ($2, $3::text))
order by w.name, w.id limit $4::int`

const FILES = `
select path, version, bytes, sha256, ${isoUtc('updated_at')} as updated_at, agent_id as last_author
from workspace_file
where workspace_id = $1 and deleted_at is null and starts_with(path, $2) and ($3::text is null or path collate "C" > $3)
order by path collate "C" limit $4::int`

const TREE = `
select sha256 || ' ' || path as line from workspace_file
where workspace_id = $1 and deleted_at is null order by path collate "C"`
