import { raw } from '@mikro-orm/core'

import { sha256Hex } from '#shared/lib/crypto/digest.ts'
import { fragment } from '#shared/db/fragment.ts'
import { isoUtc } from '#shared/db/iso-utc.ts'
import type { ListedFile, ListedWorkspace, Paging, WorkspaceName } from '#shared/doors/workspaces.ts'

import { all, given } from '../conditions.ts'
import { cursorAfter, placeOf } from '../cursor.ts'
import type { StoreCall } from '../store-call.ts'
import { findWorkspace } from './find-workspace.ts'

/** Lists the workspaces that the caller owns and those it has entered with a token, by name. */
export async function listWorkspaces(
  call: StoreCall,
  { limit, cursor }: Paging,
): Promise<{ workspaces: ListedWorkspace[]; nextCursor: string | null }> {
  const { owner } = await call.caller()
  const place = placeOf(call.keys, 'workspaces', owner, cursor)
  const em = await call.db.em()
  // SQL: the role of each row depends on how its caller got in.
  const rows = await em.execute<ListedWorkspace[]>(fragment`
select w.id as workspace_id, w.name, case when w.owner = ${owner} then 'owner' else m.role end as role, w.files,
  w.used_bytes::int as bytes, w.revision::int as revision, ${UPDATED_AT} as updated_at, ${EXPIRES_AT} as expires_at
from workspace w
left join workspace_guest g on g.workspace_id = w.id and g.owner = ${owner}
left join workspace_member m on m.id = g.member_id
where ${all(
    fragment`(w.owner = ${owner} or m.id is not null) and (w.expires_at is null or w.expires_at > now())`,
    fragment`w.id in (select id from workspace where owner = ${owner} union select workspace_id from workspace_guest where owner = ${owner})`,
    given(place, ([name, id]) => fragment`(w.name, w.id) > (${name}, ${id})`),
  )}
order by w.name, w.id limit ${limit + 1}::int`)
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
  const place = placeOf(call.keys, list, filter, wanted.cursor)
  const em = await call.db.em()
  const live = fragment`workspace_id = ${workspace.id} and deleted_at is null`
  const [rows, tree] = await Promise.all([
    // SQL: sorts by the bytes of paths.
    em.execute<ListedFile[]>(fragment`
select path, version, bytes, sha256, ${CHANGED_AT} as updated_at, agent_id as last_author
from workspace_file where ${all(
      live,
      fragment`starts_with(path, ${filter})`,
      given(place, ([path]) => fragment`path collate "C" > ${path}`),
    )}
order by path collate "C" limit ${wanted.limit + 1}::int`),
    // SQL: sorts by the bytes of paths, and up to 10,000 rows are only hashed.
    em.execute<{ line: string }[]>(
      fragment`select sha256 || ' ' || path as line from workspace_file where ${live} order by path collate "C"`,
    ),
  ])
  const page = rows.slice(0, wanted.limit)
  const last = page.at(-1)
  const isMore = rows.length > wanted.limit && last !== undefined
  return {
    files: page,
    nextCursor: isMore ? cursorAfter(call.keys, list, filter, [last.path]) : null,
    treeDigest: sha256Hex(tree.map(({ line }) => `${line}\n`).join('')),
  }
}

const UPDATED_AT = raw(isoUtc('w.updated_at'))
const EXPIRES_AT = raw(isoUtc('w.expires_at'))
const CHANGED_AT = raw(isoUtc('updated_at'))
