import type { EntityManager } from '@mikro-orm/sql'

import { Refusal } from '#shared/errors.ts'
import { now } from '#shared/db/fragment.ts'
import type { CreatedWorkspace, WorkspaceToCreate, WorkspaceTokens } from '#shared/doors/workspaces.ts'

import { writeOnce } from '../effects.ts'
import { withinQuota } from '../refuse-quota.ts'
import type { StoreCall } from '../store-call.ts'
import { idOf, tokenHash } from '../store-keys.ts'
import { StoreOwner } from '../store-owner.entity.ts'
import { WorkspaceMember } from './workspace-member.entity.ts'
import { Workspace } from './workspace.entity.ts'

/** Number of workspaces of an owner from which on expired ones make room for new ones; the database's quota. */
const MOST_WORKSPACES = 50

/**
 * Makes a workspace, or returns the existing one of this name. Tokens are derived from the ids of the members, so a
 * second attempt of the call returns the same ones and none is stored.
 */
export async function createWorkspace(
  call: StoreCall,
  wish: WorkspaceToCreate,
): Promise<{ workspace: CreatedWorkspace; tokens: WorkspaceTokens | null }> {
  const { owner } = await call.caller()
  const members = [{ agent_id: null, role: 'admin' as const }, ...wish.members].map(({ agent_id, role }, ordinal) => {
    const id = idOf('wsm', call.effectId, ordinal)
    return { agent_id, role, id, token: call.keys.token(id) }
  })
  const workspace = await writeOnce(call, async (em, at) => {
    const there = await em.findOne(Workspace, { owner, name: wish.name })
    if (there !== null && (!there.expiresAt || there.expiresAt > at)) {
      if (wish.ifExists === 'error') throw nameTaken(wish.name)
      return shown(there, false)
    }
    await makeRoom(em, owner, there)
    const id = idOf('ws', call.effectId)
    const made = em.create(Workspace, {
      id,
      owner,
      name: wish.name,
      description: wish.description ?? null,
      quotaBytes: BigInt(wish.quotaBytes),
      expiresAt: wish.ttlSeconds === undefined ? null : new Date(at.getTime() + wish.ttlSeconds * 1_000),
    })
    await withinQuota(() => em.flush())
    for (const member of members) {
      const { role, token, agent_id: agentId } = member
      em.create(WorkspaceMember, { id: member.id, workspaceId: id, agentId, role, tokenHash: tokenHash(token) })
    }
    return shown(made, true)
  })
  if (!workspace.created) return { workspace, tokens: null }
  const [own, ...joined] = members
  return {
    workspace,
    tokens: {
      owner_token: own?.token ?? '',
      join_tokens: joined.map(({ agent_id, role, token }) => ({ agent_id: agent_id ?? '', role, token })),
    },
  }
}

/**
 * Frees the name of an expired workspace at once. Expired workspaces are kept for a week, unless their places in the
 * quota are needed.
 */
async function makeRoom(em: EntityManager, owner: string, expired: Workspace | null): Promise<void> {
  if (expired !== null) expired.name = `${expired.name} (${expired.id})`
  await em.flush()
  const counts = await em.findOne(StoreOwner, owner)
  if (counts === null || counts.workspaces < MOST_WORKSPACES) return
  await em.nativeDelete(Workspace, { owner, expiresAt: { $lte: now } })
}

const nameTaken = (name: string) =>
  new Refusal('already_exists', `You have a workspace called ${JSON.stringify(name)} already.`, {
    fix: { action: 'Choose another name, or send if_exists: return to get the existing one.' },
  })

const shown = (workspace: Workspace, created: boolean): CreatedWorkspace => ({
  workspace_id: workspace.id,
  name: workspace.name,
  created,
  quota: { bytes: Number(workspace.quotaBytes), used: Number(workspace.usedBytes), files: workspace.files },
  expires_at: workspace.expiresAt?.toISOString() ?? null,
})
