import type { EntityManager } from '@mikro-orm/sql'

import { WorkspaceFile } from './workspace-file.entity.ts'
import { WorkspaceVersion } from './workspace-version.entity.ts'

/** A file, or the tombstone of a deleted file, and one of its versions. */
export type FoundFile = { file: WorkspaceFile; version: WorkspaceVersion }

/**
 * Finds the live file at a path, else its newest tombstone, in a version or by default in its newest; null when there is
 * none.
 */
export async function findFile(
  em: EntityManager,
  at: { workspaceId: string; path: string },
  version?: number,
): Promise<FoundFile | null> {
  // PostgreSQL sorts null, a live file, before every time.
  const files = await em.find(WorkspaceFile, at, { orderBy: { deletedAt: 'desc' } })
  for (const file of files) {
    const found = await em.findOne(WorkspaceVersion, { fileId: file.id, version: version ?? file.version })
    if (found !== null) return { file, version: found }
  }
  return null
}
