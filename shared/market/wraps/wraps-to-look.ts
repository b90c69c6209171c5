import type { Pool as PgPool } from 'pg'

/** A wrap that is looked at on the chain. `mint` is null until its transaction was signed. */
export type OpenWrap = {
  id: string
  state: 'requested' | 'minting' | 'wrapped'
  mint: string | null
  tokenAccount: string | null
  tokenWallet: string | null
  lastValidBlockHeight: number | null
  /** Whether it was requested more than a minute ago. */
  isOld: boolean
}

/**
 * Takes wraps whose time to be looked at has come, and plans their next look: every two seconds until the token is final,
 * then every 15 seconds for an hour, and every five minutes. Of several processes, one takes a wrap.
 */
export async function wrapsToLook(pg: PgPool, limit: number): Promise<OpenWrap[]> {
  // SQL: takes each for one process, by one statement.
  const { rows } = await pg.query<Row>({ name: 'wraps-to-look', text: TAKE, values: [limit] })
  return rows.map(openWrap)
}

/** Reads a wrap that the chain may still change; null when there is none. */
export async function readOpenWrap(pg: PgPool, id: string): Promise<OpenWrap | null> {
  // SQL: the same columns for one wrap.
  const { rows } = await pg.query<Row>({
    name: 'wrap-open',
    text: `select ${COLUMNS} from wrap w where w.id = $1::uuid and w.look_at is not null`,
    values: [id],
  })
  return rows[0] === undefined ? null : openWrap(rows[0])
}

type Row = {
  id: string
  state: OpenWrap['state']
  mint: string | null
  token_account: string | null
  token_wallet: string | null
  last_valid_block_height: string | null
  is_old: boolean
}

const openWrap = (row: Row): OpenWrap => ({
  id: row.id,
  state: row.state,
  mint: row.mint,
  tokenAccount: row.token_account,
  tokenWallet: row.token_wallet,
  lastValidBlockHeight: row.last_valid_block_height === null ? null : Number(row.last_valid_block_height),
  isOld: row.is_old,
})

const COLUMNS = `w.id, w.state, w.mint, w.token_account, w.token_wallet, w.last_valid_block_height,
  w.created_at < now() - interval '1 minute' as is_old`

const TAKE = `
update wrap w set look_at = now() + case
    when w.state <> 'wrapped' then interval '2 seconds'
    when w.wrapped_at > now() - interval '1 hour' then interval '15 seconds'
    else interval '5 minutes'
  end
from (select id from wrap where look_at <= now() order by look_at limit $1 for update skip locked) due
where w.id = due.id returning ${COLUMNS}`
