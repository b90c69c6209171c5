import { Pool } from 'undici'

import type { Db } from '#shared/db/open-db.ts'
import { openSession } from '#shared/market/users/sessions.ts'
import { uuidOf } from '#shared/market/public-id.ts'
import { credentialMint } from '#shared/money/credentials.ts'

type Options = { db: Db; url: string; secret: string; bidders: number }

/**
 * So many bidders on one auction at once, each with a session and a connection of its own and another amount, three
 * times over. A bid that was answered 201 and is not in the table is lost; the amounts have to rise in the order taken.
 */
export async function bidders({ db, url, secret, bidders: count }: Options) {
  const mint = credentialMint(secret, 'test')
  const { rows: users } = await db.pg.query<{ id: string }>(`select id from market_user order by id limit $1`, [
    count + 1,
  ])
  const tokens: string[] = []
  for (const { id } of users) tokens.push(mint.issue('ss', await openSession(await db.em(), mint, id)))
  const [seller, ...others] = tokens
  await db.pg.query(
    `update market_user set solana_wallet = $2, proved_wallet = $2, wallet_proved_at = now() where id = $1`,
    [users[0]?.id, '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'],
  )
  const pool = new Pool(url, { connections: count })
  const ask = async (path: string, token: string | undefined, body: unknown) => {
    const answer = await pool.request({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token ?? ''}` },
      body: JSON.stringify(body),
    })
    return { status: answer.statusCode, text: await answer.body.text() }
  }
  const made = await ask('/api/listings', seller, {
    title: 'Bid on me',
    listing_type: 'auction',
    status: 'live',
    auction: { start_price_cents: 100, duration_hours: 24 },
  })
  if (made.status !== 201) throw new Error(`an auction was not made: ${made.text}`)
  const id = String(Object(JSON.parse(made.text))['listing_id'])

  const times: number[] = []
  let accepted = 0
  let sent = 0
  for (let round = 1; round <= 3; round += 1) {
    await Promise.all(
      others.map(async (token, nth) => {
        const from = performance.now()
        // Each more than the one sent before it; those that are overtaken on the way come too late, as bids do.
        const amount = round * 1_000_000 + nth * 2_500
        const { status, text } = await ask(`/api/listings/${id}/bids`, token, { amount_cents: amount })
        times.push(performance.now() - from)
        sent += 1
        if (status === 201) accepted += 1
        else if (status !== 409) throw new Error(`a bid was answered ${status}: ${text}`)
      }),
    )
  }
  await pool.close()
  if (accepted === 0) throw new Error('no bid was accepted, so nothing was measured')
  const { rows } = await db.pg.query<{ amount_cents: number }>(
    `select amount_cents from bid where listing_id = $1 order by round, nth`,
    [uuidOf('lst', id)],
  )
  const sorted = Float64Array.from(times).sort()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return {
    sent,
    accepted,
    lost: accepted - rows.length,
    inOrder: rows.every(({ amount_cents: amount }, nth) => nth === 0 || amount > (rows[nth - 1]?.amount_cents ?? 0)),
    p50: at(0.5),
    p99: at(0.99),
  }
}
