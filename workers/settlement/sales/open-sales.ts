import { z } from 'zod'

import { moneyOf } from '#shared/chains/genesis.ts'
import { SOLANA } from '#shared/chains/networks.ts'
import type { Config } from '#shared/config.ts'
import type { Db } from '#shared/db/open-db.ts'
import { Refusal } from '#shared/errors.ts'
import { fromBase58 } from '#shared/lib/crypto/base58.ts'
import type { Log } from '#shared/log.ts'

import { openUpstreams } from '../../upstreams/open-upstreams.ts'
import { openRpc, RpcUnreachable, urlsOf } from '../open-rpc.ts'
import type { SettlementRoute } from '../settlement-handler.ts'
import { buildX402Payment } from './build-x402-payment.ts'
import { lookAtPayment } from './look-at-payment.ts'
import { offerPayment } from './offer-payment.ts'
import { precedence } from './precedence.ts'
import { saleChain } from './sale-chain.ts'
import { solPrice } from './sol-price.ts'
import { watchSales } from './watch-sales.ts'

export type SaleSettings = Pick<Config, 'SOLANA_RPC_URL' | 'SOL_PRICE_CENTS' | 'production'> &
  Parameters<typeof openUpstreams>[0]['config']

/** Sales on Solana in this process: its routes, and the round that looks for payments. */
export type Sales = { routes: readonly SettlementRoute[]; watch: () => Promise<void> }

const Address = z.string().refine((text) => fromBase58(text)?.length === 32)
const Offer = z.object({ order_id: z.uuid(), payer: Address })
const Wish = z.object({
  payer: Address,
  pay_to: Address,
  fee_payer: Address,
  amount: z.string().regex(/^[1-9]\d{0,17}$/),
})
const Look = z.object({ order_id: z.uuid(), signature: z.string().refine((text) => fromBase58(text)?.length === 64) })

/** Opens sales on Solana; null without an RPC. Makes no request until it is used. */
export function openSales(given: { config: SaleSettings; db: Pick<Db, 'pg'>; log: Log; askMs: number }): Sales | null {
  const { config, db, log, askMs } = given
  const urls = urlsOf(config.SOLANA_RPC_URL)
  if (urls.length === 0) return null
  const nodeOf = (some: readonly string[]) =>
    openRpc({ network: SOLANA, money: moneyOf(config), urls: some, log, askMs })
  const chain = saleChain(
    nodeOf(urls),
    urls.map((url) => nodeOf([url])),
  )
  const price = solPrice(config, { upstreams: openUpstreams({ config, db, log }), log })
  const deps = { pg: db.pg, chain, log }
  // A buyer waits for the look at a payment that was confirmed, nobody for the rounds that look for payments.
  const { first, giveWay } = precedence()
  return {
    watch: () => watchSales({ ...deps, giveWay }),
    routes: [
      {
        method: 'GET',
        path: '/sales/blockhash',
        handle: async () => {
          const { blockhash, lastValidBlockHeight } = await answered(chain.blockhash())
          return { blockhash, last_valid_block_height: lastValidBlockHeight }
        },
      },
      {
        method: 'POST',
        path: '/sales/offer',
        handle: (body) => {
          const { order_id: orderId, payer } = read(Offer, body)
          return answered(offerPayment({ pg: db.pg, chain, price }, { orderId, payer }))
        },
      },
      {
        method: 'POST',
        path: '/sales/x402-transaction',
        handle: async (body) => {
          const { payer, pay_to: payTo, fee_payer: feePayer, amount } = read(Wish, body)
          if (payer === feePayer) throw new Refusal('validation_error', 'The account that pays the fee does not pay.')
          const { blockhash } = await answered(chain.blockhash())
          return { transaction: buildX402Payment({ payer, payTo, feePayer, amount: BigInt(amount) }, blockhash) }
        },
      },
      {
        method: 'POST',
        path: '/sales/look',
        handle: async (body) => {
          const { order_id: orderId, signature } = read(Look, body)
          const looked = await first(() => answered(lookAtPayment(deps, { orderId, signature })))
          if (looked === null) throw new Refusal('not_found', 'There is no such order.')
          return looked
        },
      },
    ],
  }
}

function read<Read>(schema: z.ZodType<Read>, body: unknown): Read {
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw new Refusal('validation_error', 'This is no question about an order.')
  return parsed.data
}

/** Turns a silent chain into a refusal that may be tried again. */
const answered = <Answer>(question: Promise<Answer>): Promise<Answer> =>
  question.catch((error: unknown) => {
    if (!(error instanceof RpcUnreachable)) throw error
    throw new Refusal('unavailable', 'Solana does not answer right now.', {
      retryAfterS: 2,
      fix: { action: 'Send the request again in two seconds.' },
    })
  })
