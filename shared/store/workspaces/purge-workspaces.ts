import type { Pool as PgPool } from 'pg'

import { removeRows } from '#shared/db/remove-rows.ts'

/** How long an expired workspace waits for its end, in days. */
const GRACE_DAYS = 7

/** Removes workspaces, with files and log, a week after they expired. */
export const purgeWorkspaces = (pg: PgPool): Promise<void> =>
  removeRows(pg, 'workspace', `expires_at < now() - interval '${GRACE_DAYS} days'`, 20)
