import { PublicKey } from '@solana/web3.js'
import type { Pool as PgPool } from 'pg'
import { uuidv7 } from 'uuidv7'

import { SOLANA_USDC } from '#shared/chains/networks.ts'
import { isoUtc } from '#shared/db/iso-utc.ts'
import { Refusal } from '#shared/errors.ts'
import { amountsOf } from '#shared/market/solana/order-amounts.ts'
import { type Order, type Quote, readOrder } from '#shared/market/solana/read-order.ts'
import type { OfferedPayment } from '#shared/market/solana/sale-answers.ts'

import { buildPayment } from './build-payment.ts'
import type { OwedPayment } from './judge-payment.ts'
import { isWallet, type SaleChain, usdcOf } from './sale-chain.ts'
import type { SolPrice } from './sol-price.ts'

/** Seconds for which a quote holds. */
export const QUOTE_S = 120
/** Lamports that keep a token account, and that keep an empty account of a wallet. */
const RENT_OF_TOKEN_ACCOUNT = 2_039_280
const RENT_OF_WALLET = 890_880n

export type OfferDeps = { pg: PgPool; chain: SaleChain; price: SolPrice }

/**
 * Builds the unsigned transaction that pays an order from a wallet, with a fresh blockhash and, in SOL, a fresh quote.
 * Throws 404 for an order that is not there, 422 `payer_not_a_wallet`, 503 `no_quote`, and 409 `conflict` for a leg in
 * SOL that would leave a new wallet below its rent.
 */
export async function offerPayment(
  { pg, chain, price }: OfferDeps,
  { orderId, payer }: { orderId: string; payer: string },
): Promise<OfferedPayment> {
  const payerKey = walletOf(payer)
  const order = await readOrder(pg, orderId)
  if (order === null) throw new Refusal('not_found', 'There is no such order.')
  if (order.legs.some(({ wallet }) => wallet === payer)) throw notAWallet('The payer is a wallet that this order pays.')
  const accountOf = (wallet: string) => (order.currency === 'sol' ? wallet : usdcOf(wallet))
  const wallets = [...new Set(order.legs.map(({ wallet }) => wallet))]
  // A refund in SOL gives back the lamports that were paid.
  const isQuoted = order.currency === 'sol' && order.subject !== 'refund'
  const [latest, [ofPayer = null, ...ofWallets], rate] = await Promise.all([
    chain.blockhash(),
    chain.accounts([payer, ...wallets.map(accountOf)]),
    isQuoted ? price() : null,
  ])
  if (!isWallet(ofPayer)) throw notAWallet('The payer is an account of a program.')
  if (isQuoted && rate === null) throw noQuote()
  const owed = owedAt(order, rate)
  const lacking = wallets.filter((_, at) => ofWallets[at] === null)
  if (
    order.currency === 'sol' &&
    owed.legs.some(({ wallet, amount }) => lacking.includes(wallet) && amount < RENT_OF_WALLET)
  )
    throw tooSmall()
  const opens = order.currency === 'sol' ? [] : lacking
  const quote = rate === null ? null : await quoteFor(pg, order.id, rate)
  const built = buildPayment(owed, { payer: payerKey, blockhash: latest.blockhash, opens })
  return {
    transaction: built.transaction,
    blockhash: latest.blockhash,
    last_valid_block_height: latest.lastValidBlockHeight,
    network_fee_lamports: built.networkFeeLamports,
    opens: opens.map((wallet) => ({ wallet, token_account: usdcOf(wallet), rent_lamports: RENT_OF_TOKEN_ACCOUNT })),
    splits: owed.legs.map(({ role, wallet, amount }) => ({
      role,
      address: wallet,
      token_account: order.currency === 'usdc' ? usdcOf(wallet) : null,
      mint: order.currency === 'usdc' ? SOLANA_USDC : null,
      amount: amount.toString(),
    })),
    quote:
      quote === null
        ? null
        : { micro_usd_per_sol: quote.microUsdPerSol.toString(), valid_until: quote.validUntil.toISOString() },
  }
}

/** What an order owes at a price of SOL; null in USDC, and for refunds. */
export function owedAt(order: Order, microUsdPerSol: bigint | null): OwedPayment {
  const amounts = amountsOf(order.legs, microUsdPerSol)
  const legs = order.legs.map(({ role, wallet }, at) => ({ role, wallet, amount: amounts[at] ?? 0n }))
  return { currency: order.currency, reference: order.reference, memo: order.memo, legs }
}

async function quoteFor(pg: PgPool, orderId: string, microUsdPerSol: bigint): Promise<Quote> {
  // SQL: the quote holds by the database's clock.
  const { rows } = await pg.query<{ valid_until: string }>({
    name: 'solana-quote',
    text: `insert into solana_quote (id, order_id, micro_usd_per_sol, valid_until)
      values ($1, $2, $3, now() + interval '${QUOTE_S} seconds') returning ${isoUtc('valid_until')} as valid_until`,
    values: [uuidv7(), orderId, microUsdPerSol],
  })
  return { microUsdPerSol, validUntil: new Date(rows[0]?.valid_until ?? 0) }
}

/** The key of a wallet. Addresses off the curve belong to programs: nobody can sign with them. */
function walletOf(address: string): PublicKey {
  const key = new PublicKey(address)
  if (!PublicKey.isOnCurve(key.toBytes())) throw notAWallet('Nobody can sign with this address.')
  return key
}

const notAWallet = (why: string) =>
  new Refusal('payer_not_a_wallet', `${why} Nothing was charged.`, {
    fix: { action: 'Send the address of the wallet that will sign as payer.' },
  })

const noQuote = () =>
  new Refusal('no_quote', 'There is no price of SOL right now that two sources agree on.', {
    retryAfterS: 30,
    fix: { action: 'Pay in USDC (currency "usdc"), or ask again in half a minute.' },
  })

const tooSmall = () =>
  new Refusal('conflict', 'A leg of this price is less SOL than a new wallet has to hold, so the chain refuses it.', {
    fix: { action: 'Pay in USDC (currency "usdc").' },
  })
