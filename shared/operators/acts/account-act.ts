import type { Pool as PgPool } from 'pg'

import { Refusal } from '#shared/errors.ts'
import { publicId } from '#shared/market/public-id.ts'

/** Stops the credentials of an account, or lets them work again. */
export type AccountAct = { name: 'account suspend' | 'account restore'; username: string }

/** Runs an act about an account. Throws 404 for an unknown name. */
export async function runAccountAct(pg: PgPool, { name, username }: AccountAct): Promise<Record<string, unknown>> {
  const status = name === 'account suspend' ? 'suspended' : 'active'
  const { rows } = await pg.query<{ id: string }>(
    `update market_user set status = $2, updated_at = now() where username = $1 returning id`,
    [username, status],
  )
  const [user] = rows
  if (user === undefined) throw new Refusal('not_found', `Nobody is called ${username}.`)
  return { user_id: publicId('usr', user.id), username, status }
}
