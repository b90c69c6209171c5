import type { EntityManager } from '@mikro-orm/sql'

import type { Db } from '#shared/db/open-db.ts'
import { connectionOf, inUnitOfWork } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'
import { centsOf } from '#shared/lib/micro-usdc.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'

import { MarketUser } from '../users/market-user.entity.ts'
import { challengeWallet, setProvedWallet } from '../users/prove-wallet.ts'
import { membersOf } from './members.ts'

type Deps = { db: Pick<Db, 'pg' | 'em'>; mint: CredentialMint; host: string }

/** What is still owed to an account and the agents it registered, in cents of USDC. */
export async function owedTo(em: EntityManager, userId: string): Promise<number> {
  const sql = connectionOf(em)
  // SQL: a sum over the payables of several users.
  const { rows } = await sql.query<{ owed: string }>({
    name: 'leaving-owed',
    text: OWED,
    values: [await membersOf(sql, userId)],
  })
  return centsOf(BigInt(rows[0]?.owed ?? 0))
}

/** The message that a wallet signs to be paid what is owed to a deleted account. Throws 401 for a wrong claim token. */
export const challengeClaim = ({ db, mint, host }: Deps, token: string, wallet: string) =>
  inUnitOfWork(db, async (em) => challengeWallet(em, { host, actor: await claimantOf(em, mint, token), wallet }))

/**
 * Sets the wallet to which a deleted account, and the agents deleted with it, are paid what is owed to them, by the message
 * that the wallet signed. Nothing else of the account comes back. Throws 401 for a wrong claim token, and as `proveWallet`
 * does. Another wallet later rests for 72 hours, as everybody's does.
 */
export function claimPayouts(
  { db, mint, host }: Deps,
  { token, wallet, signature }: { token: string; wallet: string; signature: string },
): Promise<{ owedCents: number; restsUntil: string | null }> {
  return inUnitOfWork(db, async (em) => {
    const actor = await claimantOf(em, mint, token)
    const members = await membersOf(connectionOf(em), actor.userId)
    const deleted = await em.find(MarketUser, { id: { $in: members }, status: 'deleted' }, { fields: ['id'] })
    await setProvedWallet(
      em,
      { host, actor, wallet, signature },
      deleted.map(({ id }) => id),
    )
    const { walletRestsUntil } = await em.findOneOrFail(MarketUser, { id: actor.userId }, { refresh: true })
    return { owedCents: await owedTo(em, actor.userId), restsUntil: walletRestsUntil?.toISOString() ?? null }
  })
}

async function claimantOf(em: EntityManager, mint: CredentialMint, token: string) {
  const userId = mint.userOfClaim(token)
  const user = userId === null ? null : await em.findOne(MarketUser, { id: userId })
  if (user === null)
    throw new Refusal('invalid_credential', 'This claim token was not issued here.', {
      fix: { action: 'Send the token as it was shown by POST /api/auth/deletion/claim.' },
    })
  if (user.status !== 'deleted')
    throw new Refusal('conflict', 'This account is not deleted yet: it is paid to the wallet that it proves.', {
      fix: { action: 'Log in and prove a wallet.', method: 'POST', path: '/api/auth/wallet/challenge' },
    })
  return { userId: user.id, username: user.username }
}

const OWED = `
select coalesce(sum(amount), 0)::text as owed from payable
where seller_id = any($1::uuid[]) and currency = 'usdc' and state in ('waiting', 'due', 'in_payout')`
