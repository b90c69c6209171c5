import type { Pool as PgPool } from 'pg'

import type { Db } from '#shared/db/open-db.ts'
import { accountHashes } from '#shared/market/users/account-hashes.ts'
import { askedResetAt } from '#shared/market/users/ask-reset.ts'
import { issueResetToken } from '#shared/market/users/set-password.ts'
import { publicId } from '#shared/market/public-id.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'

import type { AccountCommand } from './account-commands.ts'
import { AccessError } from './installation-access.ts'

type Found = { id: string; username: string; email: string }

/** Runs a command about accounts. Throws AccessError, one line, when no account or more than one matches. */
export async function runAccountCommand(
  { pg, em }: Pick<Db, 'pg' | 'em'>,
  { mint, serverSecret, command }: { mint: CredentialMint; serverSecret: string; command: AccountCommand },
): Promise<Record<string, unknown>> {
  if (command.name === 'account reset-token') {
    const user = await findByEmail(pg, command)
    const { token, expiresAt } = await issueResetToken(await em(), mint, {
      userId: user.id,
      minutes: command.minutes,
    })
    return {
      reset_token: token,
      expires_at: expiresAt,
      user_id: publicId('usr', user.id),
      username: user.username,
      email: user.email,
      asked_at: await askedResetAt(await em(), accountHashes(serverSecret), user.email),
    }
  }
  const status = command.name === 'account suspend' ? 'suspended' : 'active'
  const { rows } = await pg.query<{ id: string }>(
    `update market_user set status = $2, updated_at = now() where username = $1 returning id`,
    [command.username, status],
  )
  const [user] = rows
  if (user === undefined) throw new AccessError(`Nobody is called ${command.username}.`)
  return { user_id: publicId('usr', user.id), username: command.username, status }
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
