import { Refusal } from '#shared/errors.ts'
import type { WorkspaceName, WorkspaceRole } from '#shared/doors/workspaces.ts'

import type { StoreCall } from '../store-call.ts'
import { tokenHash } from '../store-keys.ts'

/** A workspace that the caller may enter, and the caller's role there. */
export type FoundWorkspace = { id: string; role: 'owner' | WorkspaceRole; revision: number }

/** 404 for a workspace that does not exist and for one that the caller has no right to. */
export const noSuchWorkspace = () =>
  new Refusal('not_found', 'There is no such workspace for this credential and token.', {
    fix: { action: 'Check workspace_id; send token unless the workspace is yours.' },
  })

/**
 * Finds the unexpired workspace that the caller owns or has a token for. A caller with a token is recorded as a guest.
 */
export async function findWorkspace(call: StoreCall, { workspaceId, token }: WorkspaceName): Promise<FoundWorkspace> {
  const { owner } = await call.caller()
  const values = [workspaceId, owner, token === undefined ? null : tokenHash(token)]
  const { rows } = await call.pg.query<Row>({ name: 'workspace-find', text: FIND, values })
  const [row] = rows
  if (row === undefined) throw noSuchWorkspace()
  if (row.role !== 'owner' && !row.is_guest) {
    await call.pg.query({ name: 'workspace-guest', text: NOTE_GUEST, values: [row.id, owner, row.member_id] })
  }
  return { id: row.id, role: row.role, revision: Number(row.revision) }
}

type Row = {
  id: string
  role: FoundWorkspace['role']
  revision: string
  member_id: string | null
  is_guest: boolean
}

const FIND = `
select w.id, case when w.owner = $2 then 'owner' else m.role end as role, w.revision, m.id as member_id,
  exists (select from workspace_guest g where g.workspace_id = w.id and g.owner = $2 and g.member_id = m.id) as is_guest
from workspace w left join workspace_member m on m.workspace_id = w.id and m.token_hash = $3
where w.id = $1 and (w.expires_at is null or w.expires_at > now()) and (w.owner = $2 or m.id is not null)`

const NOTE_GUEST = `
insert into workspace_guest (workspace_id, owner, member_id) values ($1, $2, $3)
on conflict (workspace_id, owner) do update set member_id = excluded.member_id`
