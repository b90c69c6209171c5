import { Refusal } from '#shared/errors.ts'
import type { ReadFile, WorkspaceChange as ShownChange, WorkspaceName } from '#shared/doors/workspaces.ts'

import type { StoreCall } from '../store-call.ts'
import { findFile, noSuchFile } from './find-file.ts'
import { findWorkspace } from './find-workspace.ts'
import { WorkspaceChange } from './workspace-change.entity.ts'

/** Maximum number of changes in one answer. */
const MOST_CHANGES = 500

/** Reads one version of a file, by default the newest. Throws 404 for a deleted file, with the time of its deletion. */
export async function readFile(
  call: StoreCall,
  wanted: WorkspaceName & { path: string; version?: number | undefined },
): Promise<ReadFile> {
  const { owner } = await call.caller()
  const workspace = await findWorkspace(call, wanted)
  const { path } = wanted
  const found = await findFile(await call.db.em(), { workspaceId: workspace.id, path }, wanted.version)
  const { file, version } = found ?? {}
  const content = version?.content ?? null
  const deletedAt = file?.deletedAt ?? null
  if (file === undefined || version === undefined || (content === null && deletedAt === null)) throw noSuchFile(wanted)
  if (content === null || (deletedAt !== null && wanted.version === undefined)) {
    throw new Refusal('not_found', 'This file was deleted.', {
      fix: { action: 'Read an earlier version with version, or write it anew.' },
      extra: { deleted_at: deletedAt?.toISOString() ?? null, last_version: file.version },
    })
  }
  return {
    path,
    content,
    isJson: version.isJson,
    version: version.version,
    sha256: version.sha256,
    lastAuthor: version.agentId ?? null,
    updatedAt: version.at.toISOString(),
    revision: workspace.revision,
    foreign: version.author !== owner,
    flags: version.flags,
  }
}

/** Lists the changes after a revision, oldest first; those of one path if it is given. */
export async function readChanges(
  call: StoreCall,
  { sinceRevision, path, ...name }: WorkspaceName & { sinceRevision: number; path?: string | undefined },
): Promise<{ changes: ShownChange[]; revision: number }> {
  const { id: workspaceId, revision } = await findWorkspace(call, name)
  const em = await call.db.em()
  const rows = await em.find(
    WorkspaceChange,
    {
      workspaceId,
      revision: { $gt: BigInt(sinceRevision) },
      ...(path === undefined ? {} : { $or: [{ path }, { movedTo: path }] }),
    },
    { orderBy: { revision: 'asc' }, limit: MOST_CHANGES },
  )
  const changes = rows.map(shown)
  return { changes, revision: Math.max(revision, changes.at(-1)?.revision ?? 0) }
}

const shown = (change: WorkspaceChange): ShownChange => ({
  revision: Number(change.revision),
  path: change.path,
  op: change.op,
  to: change.movedTo ?? null,
  version: change.version,
  agent_id: change.agentId ?? null,
  message: change.message ?? null,
  at: change.at.toISOString(),
})
