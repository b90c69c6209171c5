import { Refusal } from '#shared/errors.ts'
import type { WorkspaceName, WorkspaceRole } from '#shared/doors/workspaces.ts'

import type { StoreCall } from '../store-call.ts'
import { tokenHash } from '../store-keys.ts'
import { unexpired } from '../unexpired.ts'
import { WorkspaceGuest } from './workspace-guest.entity.ts'
import { WorkspaceMember } from './workspace-member.entity.ts'
import { Workspace } from './workspace.entity.ts'

/** A workspace that the caller may enter, and the caller's role there. */
export type FoundWorkspace = { id: string; role: 'owner' | WorkspaceRole; revision: number }

/** 404 for a workspace that does not exist and for one that the caller has no right to. */
export const noSuchWorkspace = () =>
  new Refusal('not_found', 'There is no such workspace for this credential and token.', {
    fix: { action: 'Check workspace_id; send token unless the workspace is yours.' },
  })

const ID = /^ws_[0-9A-Za-z]{22}$/

/**
 * Finds the unexpired workspace that the caller owns, by id or name, or has a token for, by id. A caller with a token is
 * recorded as a guest.
 */
export async function findWorkspace(call: StoreCall, { workspaceId, token }: WorkspaceName): Promise<FoundWorkspace> {
  const { owner } = await call.caller()
  const em = await call.db.em()
  const named = ID.test(workspaceId) ? { id: workspaceId } : { owner, name: workspaceId }
  const workspace = await em.findOne(Workspace, { ...named, ...unexpired() })
  if (workspace === null) throw noSuchWorkspace()
  const { id } = workspace
  const found = { id, revision: Number(workspace.revision) }
  if (workspace.owner === owner) return { ...found, role: 'owner' }
  if (token === undefined) throw noSuchWorkspace()
  const member = await em.findOne(WorkspaceMember, { workspaceId: id, tokenHash: tokenHash(token) })
  if (member === null) throw noSuchWorkspace()
  const guest = { workspaceId: id, owner, memberId: member.id }
  if ((await em.count(WorkspaceGuest, guest)) === 0) await em.upsert(WorkspaceGuest, guest)
  return { ...found, role: member.role }
}
