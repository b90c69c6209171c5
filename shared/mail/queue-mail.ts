import type { EntityManager } from '@mikro-orm/sql'

import { connectionOf } from '#shared/db/unit-of-work.ts'

/**
 * Has reset tokens sent to the accounts of an e-mail address, five at most, inside the caller's transaction. One statement
 * whether the address is known or not. An account that waits for such a mail gets no second one.
 */
export async function queueResets(em: EntityManager, email: string): Promise<void> {
  await connectionOf(em).query({ name: 'mail-resets', text: RESETS, values: [email] })
}

/**
 * Has a confirmation sent to the address of a person's account, inside the caller's transaction, unless one is on its way
 * or the address is confirmed. Returns whether one was queued.
 */
export async function queueConfirmation(em: EntityManager, userId: string): Promise<boolean> {
  const { rowCount } = await connectionOf(em).query({ name: 'mail-confirm', text: CONFIRM, values: [userId] })
  return rowCount === 1
}

const WAITS = (kind: string) => `exists (select from mail m where m.user_id = u.id and m.kind = '${kind}')`
const RESETS = `
insert into mail (user_id, kind, about)
select u.id, 'reset', '{}' from market_user u where u.email = $1 and u.status = 'active' and not u.is_agent and not ${WAITS('reset')}
order by u.created_at limit 5`
const CONFIRM = `
insert into mail (user_id, kind, about)
select u.id, 'confirm', '{}' from market_user u
where u.id = $1 and u.status = 'active' and not u.is_agent and u.email_confirmed_at is null and not ${WAITS('confirm')}`
