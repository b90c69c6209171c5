import { randomBytes } from 'node:crypto'

import { uuidv7 } from 'uuidv7'

import { acceptPaid } from '#shared/calls/accept-paid.ts'
import { finishCalls } from '#shared/calls/finish.ts'
import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import { startCalls } from '#shared/calls/start.ts'
import { SOLANA, SOLANA_USDC } from '#shared/chains/networks.ts'
import type { Db } from '#shared/db/open-db.ts'
import { credentialMint } from '#shared/money/credentials.ts'
import { claimPayment } from '#shared/money/x402/claim-payment.ts'
import { creditPayer } from '#shared/money/x402/credit-payer.ts'
import { recordPaid } from '#shared/money/x402/record-settlement.ts'
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

const mint = credentialMint('test-secret-test-secret-test-secret-0123', 'test')

/** A call of 10 cents that failed after this Solana wallet had paid it: its payer is credited with a key. Returns the call. */
export async function creditedCall(db: Db, payer: string): Promise<{ callId: string; keyId: string }> {
  const callId = uuidv7()
  const key = { network: SOLANA, asset: SOLANA_USDC, proof: callId }
  const shared = { callId, key, payer, holder: callId }
  await claimPayment(db.relaxed, {
    ...shared,
    amount: 100_000n,
    payloadDigest: Buffer.alloc(32),
    hasToken: true,
    validAfter: 0,
    validBefore: Date.now() / 1_000 + 120,
    neededMs: 30_000,
    facilitatorUrl: 'http://nowhere',
    client: Buffer.alloc(32, 1),
  })
  const call = {
    ...shared,
    slug: 'hash-text',
    pool: 'outcome',
    priceMicroUsdc: 100_000n,
    timeoutMs: 60_000,
    input: '{}',
    inputDigest: Buffer.alloc(32),
    idem: null,
    settle: 'before',
    trustsUnproven: true,
    balance: 1_000_000n,
    resource: 'POST /x',
    requestDigest: Buffer.alloc(32),
    identifier: null,
    validUntil: Date.now() / 1_000 + 120,
    sealed: '{}',
  } as const
  await acceptPaid(db.pg, call, 'nobody')
  await recordPaid(db.pg, callId, { transaction: callId, logIndex: 0, settlement: '{"success":true}' })
  const [started] = await startCalls(db.pg, [callId])
  const refusal = { code: 'upstream_unavailable', error: 'no' } as const
  await finishCalls(db.pg, [{ callId, attempt: started?.attempt ?? 0, runMs: 1, refusal }])
  const keyId = await creditPayer(db.pg, mint, callId)
  if (keyId === null) throw new Error('nothing was credited')
  return { callId, keyId }
}
