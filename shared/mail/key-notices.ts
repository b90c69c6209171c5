import { randomBytes } from 'node:crypto'

import type { ClientBase, Pool as PgPool } from 'pg'

import { Refusal } from '#shared/errors.ts'
import { centsOf, microUsdcOf } from '#shared/lib/micro-usdc.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'

/** How long a confirmation of a notice address works, in hours. */
export const NOTICE_HOURS = 48

type Sql = PgPool | ClientBase

/** The notice address of a key as its owner sees it. `email` is null when there is none. */
export type KeyNoticeView = { email: string | null; confirmed: boolean; below_cents: number | null }

/** Reads the notice address of a key, by the UUID of the key. */
export async function readKeyNotice(sql: Sql, keyUuid: string): Promise<KeyNoticeView> {
  // SQL: a key shares the address of its ledger account with the keys before it.
  const { rows } = await sql.query<Row>({ name: 'key-notice-read', text: READ, values: [keyUuid] })
  const [row] = rows
  if (row === undefined) return { email: null, confirmed: false, below_cents: null }
  return {
    email: row.email,
    confirmed: row.confirmed,
    below_cents: row.below === null ? null : centsOf(BigInt(row.below)),
  }
}

/**
 * Sets the notice address of a key inside the caller's transaction. An address that is new gets a mail with a token, and
 * nothing else before it is confirmed. `belowCents` is the mark under which the key is low; null for a dollar.
 */
export async function setKeyNotice(
  sql: ClientBase,
  keyUuid: string,
  { email, belowCents }: { email: string; belowCents: number | null },
): Promise<void> {
  const below = belowCents === null ? null : microUsdcOf(belowCents).toString()
  // SQL: decides in one statement whether the address is new and has to be confirmed.
  await sql.query({ name: 'key-notice-set', text: SET, values: [keyUuid, email, below] })
}

/** Removes the notice address of a key, and mail that is on its way to it. */
export async function removeKeyNotice(sql: Sql, of: { keyUuid: string } | { accountId: string }): Promise<void> {
  const values = 'keyUuid' in of ? [of.keyUuid, null] : [null, of.accountId]
  // SQL: both rows go with one statement.
  await sql.query({ name: 'key-notice-remove', text: REMOVE, values })
}

/** Issues the token that confirms an address: 256 random bits, of which only an HMAC is stored. It voids earlier ones. */
export async function issueNoticeToken(sql: Sql, mint: CredentialMint, accountId: string): Promise<string> {
  const token = `fbn_${randomBytes(32).toString('base64url')}`
  // SQL: on the row of the key's account.
  await sql.query(ISSUE, [accountId, mint.fingerprint(token)])
  return token
}

/** Confirms the address that a token was sent to, once. Throws 401 for a token that is unknown, used or expired. */
export async function confirmKeyNotice(sql: Sql, mint: CredentialMint, token: string): Promise<void> {
  // SQL: of two uses one finds the token.
  const { rowCount } = await sql.query(CONFIRM, [mint.fingerprint(token)])
  if (rowCount === 1) return
  throw new Refusal('invalid_reset_token', 'This token is unknown, used or expired.', {
    fix: { action: 'Set the address again.', method: 'POST', path: '/api/v1/outcomes/balance/notices' },
  })
}

/** Removes addresses that were not confirmed in time, and those of keys that were revoked. */
export async function purgeKeyNotices(sql: Sql): Promise<void> {
  // SQL: by what other tables say.
  await sql.query(PURGE)
}

type Row = { email: string; confirmed: boolean; below: string | null }

const OF_KEY = `(select k.account_id from service_key k where k.id = $1::uuid)`

const READ = `select email, confirmed_at is not null as confirmed, below::text from key_notice where account_id = ${OF_KEY}`

const SET = `
with wanted as (
  insert into key_notice as n (account_id, email, below) select k.account_id, $2::text, $3::bigint from service_key k
    where k.id = $1::uuid and k.status = 'active'
  on conflict (account_id) do update set email = excluded.email, below = excluded.below, asked_at = now(),
    token_hmac = case when n.email = excluded.email then n.token_hmac end,
    token_expires_at = case when n.email = excluded.email then n.token_expires_at end,
    confirmed_at = case when n.email = excluded.email then n.confirmed_at end
  returning account_id, confirmed_at
)
insert into mail (key_account_id, kind, about) select w.account_id, 'confirm', '{}' from wanted w
where w.confirmed_at is null and not exists (select from mail m where m.key_account_id = w.account_id and m.kind = 'confirm')`

const REMOVE = `
with gone as (
  delete from key_notice where account_id = coalesce($2::bigint, ${OF_KEY}) returning account_id
)
delete from mail m using gone g where m.key_account_id = g.account_id`

const ISSUE = `update key_notice set token_hmac = $2, token_expires_at = now() + interval '${NOTICE_HOURS} hours' where account_id = $1::bigint`

const CONFIRM = `
update key_notice set confirmed_at = now(), token_hmac = null, token_expires_at = null
where token_hmac = $1 and token_expires_at > now() and confirmed_at is null`

const PURGE = `
delete from key_notice n where (n.confirmed_at is null and n.asked_at < now() - interval '${NOTICE_HOURS} hours')
  or not exists (select from service_key k where k.account_id = n.account_id and k.status = 'active')`
