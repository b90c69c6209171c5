import type { EntityManager } from '@mikro-orm/sql'

import { Refusal } from '#shared/errors.ts'

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

/** 404 for a path without a file, or without the version that is wanted. */
export const noSuchFile = ({ path, version }: { path: string; version?: number | undefined }) =>
  new Refusal(
    'not_found',
    version === undefined
      ? `There is no file at ${JSON.stringify(path)} in this workspace.`
      : `${JSON.stringify(path)} has no version ${version} that is kept.`,
  )
