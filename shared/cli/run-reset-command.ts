import type { Pool as PgPool } from 'pg'

import type { Db } from '#shared/db/open-db.ts'
import { Refusal } from '#shared/errors.ts'
import { accountHashes } from '#shared/market/users/account-hashes.ts'
import { askedResetAt } from '#shared/market/users/ask-reset.ts'
import { issueResetToken } from '#shared/market/users/set-password.ts'
import { publicId } from '#shared/market/public-id.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'
import { mayAct } from '#shared/operators/operator-in-charge.ts'
import { type Acting, recordAction } from '#shared/operators/record-action.ts'

import type { ResetCommand } from './account-commands.ts'
import { AccessError } from './installation-access.ts'

type Found = { id: string; username: string; email: string }

export type ResetDeps = Pick<Db, 'pg' | 'em'> & { mint: CredentialMint; serverSecret: string }

/**
 * Issues a password reset token, and logs that. Throws AccessError, one line, when no account or more than one matches,
 * and 403 for a viewer.
 */
export async function runResetCommand(
  { pg, em, mint, serverSecret }: ResetDeps,
  acting: Acting,
  command: ResetCommand,
): Promise<Record<string, unknown>> {
  if (!mayAct(acting.operator)) throw new Refusal('forbidden', 'A viewer sees everything and changes nothing.')
  const user = await findByEmail(pg, command)
  const { minutes } = command
  const entry = { action: command.name, target: user.username, detail: { minutes } }
  const { token, expiresAt } = await recordAction(pg, acting, entry, async () =>
    issueResetToken(await em(), mint, { userId: user.id, minutes }),
  )
  return {
    reset_token: token,
    expires_at: expiresAt,
    user_id: publicId('usr', user.id),
    username: user.username,
    email: user.email,
    asked_at: await askedResetAt(await em(), accountHashes(serverSecret), user.email),
  }
}

/** Finds an account by e-mail. Several accounts may have one e-mail; then the username is required. */
async function findByEmail(
  pg: PgPool,
  { email, username }: { email: string; username: string | null },
): Promise<Found> {
  const { rows } = await pg.query<Found>(
    `select id, username, email from market_user
     where email = $1 and ($2::text is null or username = $2) order by created_at limit 20`,
    [email, username],
  )
  const [user, ...others] = rows
  if (user === undefined) throw new AccessError('No account has this e-mail (and this username).')
  if (others.length > 0) {
    throw new AccessError(
      `Several accounts have this e-mail; say --username: ${rows.map((row) => row.username).join(', ')}`,
    )
  }
  return user
}
