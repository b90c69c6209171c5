import type { Pool as PgPool } from 'pg'

/** Calls of sellers that are open, in all processes: of each seller, and of all together. */
export type SellerLoad = { of: ReadonlyMap<string, number>; total: number }

/** Counts the open calls of sellers. */
export async function readSellerLoad(pg: PgPool): Promise<SellerLoad> {
  // SQL: an index holds the open ones alone.
  const { rows } = await pg.query<{ seller_id: string; open: number }>({
    name: 'seller-load',
    text: `select seller_id, count(*)::int as open from seller_call where state = 'open' group by seller_id`,
  })
  return {
    of: new Map(rows.map((row) => [row.seller_id, row.open])),
    total: rows.reduce((sum, { open }) => sum + open, 0),
  }
}
