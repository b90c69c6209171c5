import type { ClientBase, Pool as PgPool } from 'pg'

/** The code of the ledger account of what a seller (UUID of the user) is owed in USDC. */
export const sellerPayableCode = (sellerId: string): string => `seller_payable:${sellerId}`

/** Makes the account of what a seller is owed, if it is not there. Call it before the statement that books a sale. */
export async function ensureSellerAccount(sql: ClientBase | PgPool, sellerId: string): Promise<void> {
  const code = sellerPayableCode(sellerId)
  // SQL: accounts of the ledger have no entity verbs.
  const { rowCount } = await sql.query({
    name: 'seller-account-find',
    text: 'select from account where code = $1',
    values: [code],
  })
  if (rowCount !== 0) return
  // SQL: of two first sales at once, one makes it.
  await sql.query(`insert into account (code, kind) values ($1, 'payable') on conflict (code) do nothing`, [code])
}

/** Makes the accounts of whoever is owed a share of a sale at these terms: its seller, and the maker of what is resold. */
export async function ensureShareAccounts(
  sql: ClientBase | PgPool,
  { seller_id: sellerId, royalty_to: makerId }: { seller_id: string; royalty_to: string | null },
): Promise<void> {
  await ensureSellerAccount(sql, sellerId)
  if (makerId !== null) await ensureSellerAccount(sql, makerId)
}
