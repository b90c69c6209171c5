import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/sql'

import { now } from '#shared/db/fragment.ts'
import { Refusal } from '#shared/errors.ts'
import type { FileToWrite, WrittenFile } from '#shared/doors/workspaces.ts'

import { writeOnce } from '../effects.ts'
import { withinQuota } from '../refuse-quota.ts'
import type { StoreCall } from '../store-call.ts'
import { idOf } from '../store-keys.ts'
import type { StoredContent } from '../stored-content.ts'
import { unexpired } from '../unexpired.ts'
import { findFile, type FoundFile, noSuchFile } from './find-file.ts'
import { findWorkspace, noSuchWorkspace } from './find-workspace.ts'
import { conflictOf, nextContent } from './next-content.ts'
import { WorkspaceChange } from './workspace-change.entity.ts'
import { WorkspaceFile } from './workspace-file.entity.ts'
import { WorkspaceVersion } from './workspace-version.entity.ts'
import { Workspace } from './workspace.entity.ts'

/** Number of versions kept of a file; older ones are deleted and their bytes freed. */
const KEPT_VERSIONS = 50
/** Maximum number of findings kept of a file. */
const MOST_FLAGS = 50

/** What a change works on: the locked workspace, the live file, and what is at its path when there is none. */
type There = { em: EntityManager; workspace: Workspace; live: FoundFile | null; tombstone: FoundFile | null }

/**
 * Changes one file. Writers take turns on the row of the workspace. So an append never conflicts, and a put with a stale
 * `expectedVersion` always does.
 */
export async function writeFile(call: StoreCall, change: FileToWrite): Promise<WrittenFile> {
  const { owner } = await call.caller()
  const { id, role } = await findWorkspace(call, change)
  if (role === 'reader') {
    throw new Refusal('forbidden', 'Your token of this workspace lets you read, not write.', {
      fix: { action: 'Ask its owner for a token of role writer.' },
    })
  }
  return writeOnce(call, async (em) => {
    const workspace = await em.findOne(Workspace, { id, ...unexpired() }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (workspace === null) throw noSuchWorkspace()
    const found = await findFile(em, { workspaceId: id, path: change.path })
    const isLive = found !== null && !found.file.deletedAt
    const there = { em, workspace, live: isLive ? found : null, tombstone: isLive ? null : found }
    refuseUnwanted(there.live, change)
    return withinQuota(() => apply(there, change, { author: owner, newId: idOf('wsf', call.effectId) }))
  })
}

function refuseUnwanted(live: FoundFile | null, { op, expectedVersion, path }: FileToWrite): void {
  if (op !== 'append' && expectedVersion !== undefined && expectedVersion !== (live?.file.version ?? 0)) {
    throw new Refusal(
      'version_conflict',
      'The file is not at the version you expect; nothing was written or charged.',
      {
        fix: { action: 'Read the file again, merge, and write with its version as expected_version.' },
        extra: { conflict: conflictOf(live) },
      },
    )
  }
  if (live === null && op !== 'put' && op !== 'append') throw noSuchFile({ path })
}

function apply(there: There, change: FileToWrite, own: Own): Promise<WrittenFile> {
  const { live } = there
  if (change.op === 'move') return move(there, change)
  if (change.op === 'delete') return store(there, change, { ...own, next: null, flags: [] })
  const next = nextContent(live, change)
  if (live !== null && live.file.sha256 === next.sha256 && live.version.isJson === next.isJson) {
    return Promise.resolve(written(there.workspace, live.file, true))
  }
  const { flags: found } = change.screened
  // Only what a put brings is the whole content; every other change keeps the flags of what was there.
  const flags = change.op === 'put' ? [...found] : [...(live?.version.flags ?? []), ...found].slice(0, MOST_FLAGS)
  return store(there, change, { ...own, next, flags })
}

/** Who writes, and the id for a new file. */
type Own = { author: string; newId: string }

/** Writes the next version of a file, or its tombstone when `next` is null. */
async function store(
  { em, workspace, live, tombstone }: There,
  change: FileToWrite,
  { next, flags, author, newId }: Own & { next: StoredContent | null; flags: WorkspaceVersion['flags'] },
): Promise<WrittenFile> {
  const before = (live ?? tombstone)?.file
  const content = {
    version: (before?.version ?? 0) + 1,
    bytes: next?.bytes ?? 0,
    sha256: next?.sha256 ?? EMPTY_SHA256,
    agentId: change.agentId ?? null,
  }
  const { id: fileId = newId } = before ?? {}
  const past = { fileId, version: { $lte: content.version - KEPT_VERSIONS } }
  const outdated = await em.find(WorkspaceVersion, past, { fields: ['bytes'] })
  const freed = outdated.reduce((sum, { bytes }) => sum + bytes, 0)
  em.remove(outdated)
  const file =
    before === undefined
      ? em.create(WorkspaceFile, { id: fileId, workspaceId: workspace.id, path: change.path, ...content })
      : em.assign(before, { ...content, updatedAt: now, deletedAt: next === null ? now : null })
  await em.flush()
  em.create(WorkspaceVersion, {
    ...content,
    fileId,
    content: next?.text ?? null,
    isJson: next?.isJson ?? live?.version.isJson ?? false,
    author,
    flags,
  })
  workspace.files += Number(next !== null) - Number(live !== null)
  workspace.usedBytes += BigInt(content.bytes - freed)
  await log(em, workspace, change, { path: change.path, version: content.version })
  return written(workspace, file, false)
}

async function move({ em, workspace, live }: There, change: FileToWrite & { op: 'move' }): Promise<WrittenFile> {
  const { path, to } = change
  if (live === null) throw noSuchFile({ path })
  const target = await findFile(em, { workspaceId: workspace.id, path: to })
  if (target !== null && !target.file.deletedAt) {
    throw new Refusal('already_exists', `There is a file at ${JSON.stringify(to)} already.`, {
      fix: { action: 'Delete it first, or move to another path.' },
      extra: { conflict: conflictOf(target) },
    })
  }
  const file = em.assign(live.file, { path: to, updatedAt: now })
  await log(em, workspace, change, { path, movedTo: to, version: file.version })
  return written(workspace, file, false)
}

/** Gives a change the next revision of its workspace, and writes everything. */
async function log(
  em: EntityManager,
  workspace: Workspace,
  change: FileToWrite,
  what: { path: string; movedTo?: string; version: number },
): Promise<void> {
  em.assign(workspace, { revision: workspace.revision + 1n, updatedAt: now })
  em.create(WorkspaceChange, {
    ...what,
    workspaceId: workspace.id,
    revision: workspace.revision,
    op: change.op,
    agentId: change.agentId ?? null,
    message: change.message ?? null,
  })
  await em.flush()
}

const written = (workspace: Workspace, file: WorkspaceFile, unchanged: boolean): WrittenFile => ({
  path: file.path,
  version: file.version,
  revision: Number(workspace.revision),
  bytes: file.bytes,
  sha256: file.sha256,
  unchanged,
  quota: { used: Number(workspace.usedBytes), bytes: Number(workspace.quotaBytes) },
})

const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
