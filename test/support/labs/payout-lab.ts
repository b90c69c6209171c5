import { randomBytes } from 'node:crypto'

import { uuidv7 } from 'uuidv7'

import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import type { SolanaWallet } from '#shared/playground/chains/wallets.ts'

import type { SettlementLab } from './settlement-lab.ts'

export type Seller = { id: string; wallet: SolanaWallet }

/** A seller with a proved wallet; without USDC the wallet has no token account. */
export async function aSeller(lab: SettlementLab, funds: { microUsdc?: bigint } = {}): Promise<Seller> {
  const id = uuidv7()
  const wallet = await lab.solana.wallet(funds)
  const name = `s${randomBytes(6).toString('hex')}`
  await lab.sql(
    `insert into market_user (id, account_id, username, skeleton, email, solana_wallet, wallet_proved_at, proved_wallet)
     values ($1, $1, $2, $2, $2 || '@mail.example', $3, now(), $3)`,
    [id, name, wallet.address],
  )
  return { id, wallet }
}

/** The platform owes a seller this much, and it is due. Booked as a sale books it. Returns the payable's id. */
export async function owe(lab: SettlementLab, { id: sellerId }: Seller, microUsdc: bigint): Promise<string> {
  const id = uuidv7()
  await lab.sql(`insert into account (code, kind) values ('seller_payable:' || $1, 'payable') on conflict do nothing`, [
    sellerId,
  ])
  await lab.sql(
    `with owed as (
       insert into payable (id, source, seller_id, amount, currency, due_at) values ($1, 'job', $2, $3, 'usdc', now())
     ), account as (
       select id from account where code = 'seller_payable:' || $2::text
     ), moved as (
       insert into transfer (kind, account_id, amount) select 'single', id, abs($3::bigint) from account returning id, account_id
     )
     insert into entry (transfer_id, account_id, amount)
     select id, account_id, $3 from moved union all select id, ${LEDGER.platformFeesMarket}, -$3::bigint from moved`,
    [id, sellerId, microUsdc],
  )
  return id
}

export type PayoutRow = { id: string; state: string; reason: string | null; amount: string; is_alone: boolean }

export const payoutsOf = (lab: SettlementLab, { id }: Seller) =>
  lab.sql<PayoutRow>(
    'select id, state, reason, amount, is_alone from payout where seller_id = $1 order by created_at',
    [id],
  )

/** Micro-USDC that arrived at a seller's wallet, a number for each transfer. */
export const arrived = async (lab: SettlementLab, { wallet }: Seller): Promise<bigint[]> =>
  (await lab.solana.transfersTo(wallet.address)).map(({ microUsdc }) => microUsdc)

/** Two hours pass for what was signed, so that it may count as expired. */
export const letTimePass = async (lab: SettlementLab) => {
  lab.solana.expireBlockhashes()
  lab.solana.expireBlockhashes()
  await lab.sql(`update payout_transaction set signed_at = signed_at - interval '2 hours' where state = 'open'`)
}
