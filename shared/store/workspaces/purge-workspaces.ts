import type { Pool as PgPool } from 'pg'

import { removeRows } from '#shared/db/remove-rows.ts'

/** Days that an expired workspace is kept. */
const GRACE_DAYS = 7

/** Deletes workspaces, with their files and log, a week after they expired. */
export const purgeWorkspaces = (pg: PgPool): Promise<void> =>
  removeRows(pg, 'workspace', `expires_at < now() - interval '${GRACE_DAYS} days'`, 20)
