import { setTimeout as pause } from 'node:timers/promises'

import type { Config } from '#shared/config.ts'
import type { Db } from '#shared/db/open-db.ts'
import { isOutage } from '#shared/db/outage.ts'
import { inUnitOfWork } from '#shared/db/unit-of-work.ts'
import type { Log } from '#shared/log.ts'
import { issueNoticeToken, NOTICE_HOURS } from '#shared/mail/key-notices.ts'
import { optOutTokens } from '#shared/mail/opt-out-token.ts'
import { CONFIRM_HOURS, issueConfirmation } from '#shared/market/users/confirm-email.ts'
import { issueResetToken, RESET_MINUTES } from '#shared/market/users/set-password.ts'
import { credentialMint } from '#shared/money/credentials.ts'

import {
  type ComposedMail,
  composeConfirmation,
  composeKeyConfirmation,
  composeNotice,
  composeReset,
} from './compose-mail.ts'
import type { Mailer } from './open-mailer.ts'

/** How often an idle process looks, in ms; mails it sends at once; and how long a mail belongs to it, in seconds. */
const IDLE_MS = 1_000
const AT_ONCE = 4
const LEASE_S = 120
/** Pauses before another attempt, in seconds. After the last one the mail is given up. */
const PAUSES_S = [60, 300, 1_800, 7_200, 18_000, 36_000] as const

type Row = {
  id: string
  user_id: string | null
  /** Ledger account of the service key whose notice address it goes to. */
  key_account_id: string | null
  kind: 'reset' | 'confirm' | 'notice'
  about: { type?: string; data?: Record<string, unknown> }
  attempt: number
  email: string | null
  username: string | null
}

type Deps = {
  config: Pick<Config, 'SERVER_SECRET' | 'production' | 'publicBaseUrl' | 'SUPPORT_URL'>
  db: Pick<Db, 'pg' | 'em'>
  log: Log
  mailer: Mailer
}

/**
 * Sends the mails that wait. Several processes share them: each belongs to one for two minutes. A process that ends
 * between a mail server's answer and the row's removal has the mail sent again, under the same Message-ID.
 */
export function startMail(deps: Deps): { stop: () => Promise<void> } {
  const { log, mailer } = deps
  const stopped = new AbortController()
  const loop = (async () => {
    while (!stopped.signal.aborted) {
      const sent = await sendWaiting(deps).catch((error: unknown) => {
        if (!stopped.signal.aborted && !isOutage(error)) log.warn({ err: error }, 'mails wait to be sent')
        return 0
      })
      if (sent === 0) await pause(IDLE_MS, undefined, { signal: stopped.signal }).catch(() => undefined)
    }
  })()
  return {
    async stop() {
      stopped.abort()
      await Promise.race([loop, pause(2_000, undefined, { ref: false })])
      mailer.close()
    },
  }
}

/** Sends up to four mails that are due. Returns how many there were. */
export async function sendWaiting(deps: Deps): Promise<number> {
  const { db, log, mailer } = deps
  const { rows } = await db.pg.query<Row>({ name: 'mail-claim', text: CLAIM, values: [AT_ONCE] })
  await Promise.all(
    rows.map(async (row) => {
      const mail = row.email === null ? null : await compose(deps, row)
      const end = row.email === null || mail === null ? 'refused' : await mailer.send(row.email, row.id, mail)
      const pauseS = end === 'again' ? PAUSES_S[row.attempt - 1] : undefined
      if (pauseS === undefined) await db.pg.query('delete from mail where id = $1', [row.id])
      else
        await db.pg.query('update mail set due_at = now() + make_interval(secs => $2) where id = $1', [row.id, pauseS])
      if (end !== 'taken' && pauseS === undefined) log.warn({ mailId: row.id, kind: row.kind }, 'a mail was given up')
    }),
  )
  return rows.length
}

async function compose({ config, db }: Deps, row: Row): Promise<ComposedMail | null> {
  const { publicBaseUrl: baseUrl, SERVER_SECRET: secret } = config
  const { user_id: userId, key_account_id: accountId, email } = row
  const given = { baseUrl, username: row.username, supportUrl: config.SUPPORT_URL ?? `${baseUrl}/docs` }
  const mint = credentialMint(secret, config.production ? 'live' : 'test')
  const reader = userId === null ? { accountId: accountId ?? '0' } : { userId }
  if (row.kind === 'notice') {
    const { type = '', data = {} } = row.about
    return composeNotice(given, { type, data }, optOutTokens(secret).issue(reader))
  }
  // The token of an attempt that failed is worth nothing to anybody: nobody has it, and it ends soon.
  if (userId === null)
    return composeKeyConfirmation(given, await issueNoticeToken(db.pg, mint, accountId ?? '0'), NOTICE_HOURS)
  return inUnitOfWork(db, async (em) => {
    if (row.kind === 'confirm')
      return composeConfirmation(
        given,
        await issueConfirmation(em, mint, { userId, email: email ?? '' }),
        CONFIRM_HOURS,
      )
    const { token } = await issueResetToken(em, mint, { userId, minutes: RESET_MINUTES })
    return composeReset(given, token, RESET_MINUTES)
  })
}

const CLAIM = `
with due as (select id from mail where due_at <= now() order by due_at limit $1 for update skip locked),
claimed as (
  update mail m set attempt = attempt + 1, due_at = now() + interval '${LEASE_S} seconds' from due where m.id = due.id
  returning m.id, m.user_id, m.key_account_id::text, m.kind, m.about, m.attempt
)
select c.*, coalesce(u.email, n.email) as email, u.username from claimed c
left join market_user u on u.id = c.user_id left join key_notice n on n.account_id = c.key_account_id::bigint
  and (c.kind = 'confirm' or n.confirmed_at is not null)`
