import { Refusal } from '#shared/errors.ts'
import type { TextFlag } from '#shared/doors/notes.ts'
import type { FileToWrite, WrittenFile } from '#shared/doors/workspaces.ts'

import { writeOnce, recorded } from '../effects.ts'
import { withinQuota } from '../refuse-quota.ts'
import type { StoreCall } from '../store-call.ts'
import { idOf } from '../store-keys.ts'
import type { StoredContent } from '../stored-content.ts'
import { findFile, type FoundFile } from './find-file.ts'
import { findWorkspace, type FoundWorkspace } from './find-workspace.ts'
import { conflictOf, nextContent } from './next-content.ts'
import { WRITE } from './write-file.sql.ts'

type Found = { workspace: FoundWorkspace; owner: string; live: FoundFile | null; tombstone: FoundFile | null }

/**
 * Changes one file. The statement that writes is fenced by the version that was read: when another writer was quicker,
 * the file is read again. So an append never conflicts, and a put with a stale `expectedVersion` always does.
 */
export async function writeFile(call: StoreCall, file: FileToWrite): Promise<WrittenFile> {
  const { owner } = await call.caller()
  const workspace = await findWorkspace(call, file)
  if (workspace.role === 'reader') {
    throw new Refusal('forbidden', 'Your token of this workspace lets you read, not write.', {
      fix: { action: 'Ask its owner for a token of role writer.' },
    })
  }
  return writeOnce(call.pg, call.effectId, async () => {
    const found = await findFile(call.pg, workspace.id, file.path)
    const live = found?.deleted_at === null ? found : null
    refuseUnwanted(live, file)
    const there = { workspace, owner, live, tombstone: live === null ? found : null }
    return withinQuota(() => change(call, there, file))
  })
}

function refuseUnwanted(live: FoundFile | null, { op, expectedVersion, path }: FileToWrite): void {
  if (op !== 'append' && expectedVersion !== undefined && expectedVersion !== (live?.version ?? 0)) {
    throw new Refusal(
      'version_conflict',
      'The file is not at the version you expect; nothing was written or charged.',
      {
        fix: { action: 'Read the file again, merge, and write with its version as expected_version.' },
        extra: { conflict: conflictOf(live) },
      },
    )
  }
  if (live === null && op !== 'put' && op !== 'append') {
    throw new Refusal('not_found', `There is no file at ${JSON.stringify(path)} in this workspace.`)
  }
}

async function change(call: StoreCall, found: Found, file: FileToWrite): Promise<WrittenFile | null> {
  if (file.op === 'move') return move(call, found, file, file.to)
  if (file.op === 'delete') return store(call, found, file, null, [])
  const next = nextContent(found.live, file)
  const { live } = found
  if (live !== null && live.sha256 === next.sha256 && live.is_json === next.isJson) return unchanged(call, found, live)
  const isPart = file.op !== 'put'
  const flags = isPart ? [...(live?.flags ?? []), ...file.screened.flags].slice(0, 50) : file.screened.flags
  return store(call, found, file, next, flags)
}

async function store(
  call: StoreCall,
  { workspace, owner, live, tombstone }: Found,
  file: FileToWrite,
  next: StoredContent | null,
  flags: readonly TextFlag[],
): Promise<WrittenFile | null> {
  const before = live ?? tombstone
  const values = [
    call.effectId,
    workspace.id,
    before?.id ?? idOf('wsf', call.effectId),
    file.path,
    before?.version ?? 0,
    next?.text ?? null,
    next?.isJson ?? live?.is_json ?? false,
    next?.bytes ?? 0,
    next?.sha256 ?? EMPTY_SHA256,
    file.agentId ?? null,
    owner,
    JSON.stringify(flags),
    file.op,
    file.message ?? null,
    Number(next !== null) - Number(live !== null),
  ]
  const [name, text] = before === null ? ['workspace-file-new', WRITE.first] : ['workspace-file-next', WRITE.next]
  return recorded<WrittenFile>((await call.pg.query({ name, text, values })).rows)
}

async function move(call: StoreCall, { workspace, live }: Found, file: FileToWrite, to: string) {
  const target = await findFile(call.pg, workspace.id, to)
  if (target?.deleted_at === null) {
    throw new Refusal('already_exists', `There is a file at ${JSON.stringify(to)} already.`, {
      fix: { action: 'Delete it first, or move to another path.' },
      extra: { conflict: conflictOf(target) },
    })
  }
  const values = [
    call.effectId,
    workspace.id,
    live?.id ?? '',
    file.path,
    live?.version ?? 0,
    to,
    file.agentId ?? null,
    file.message ?? null,
  ]
  return recorded<WrittenFile>((await call.pg.query({ name: 'workspace-file-move', text: WRITE.move, values })).rows)
}

/** Returns the current state of the file and its workspace, when there is nothing to write. */
async function unchanged(call: StoreCall, { workspace }: Found, live: FoundFile): Promise<WrittenFile | null> {
  const { rows } = await call.pg.query<{ answer: string }>({
    name: 'workspace-file-same',
    text: WRITE.same,
    values: [workspace.id, live.id],
  })
  return recorded<WrittenFile>(rows)
}

const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
