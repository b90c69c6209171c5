import { z } from 'zod'

import { moneyOf } from '#shared/chains/genesis.ts'
import { SOLANA } from '#shared/chains/networks.ts'
import type { Config } from '#shared/config.ts'
import type { Db } from '#shared/db/open-db.ts'
import { Refusal } from '#shared/errors.ts'
import { fromBase58 } from '#shared/lib/crypto/base58.ts'
import type { Log } from '#shared/log.ts'

import { openRpc, RpcUnreachable, urlsOf } from '../open-rpc.ts'
import type { SettlementRoute } from '../settlement-handler.ts'
import { watchWraps } from './look-at-wraps.ts'
import { mintKey } from './mint-key.ts'
import { findHolder, offerBurn } from './offer-burn.ts'
import { noMintKey, offerMint } from './offer-wrap.ts'
import { wrapChain } from './wrap-chain.ts'

export type WrapSettings = Pick<
  Config,
  'SOLANA_MINT_KEY' | 'SOLANA_RPC_URL' | 'WRAP_DAILY_MINTS' | 'production' | 'publicBaseUrl'
>

/** Wraps in this process: its routes, and the round that looks at tokens. `authority` is the address that mints, if any. */
export type Wraps = { routes: readonly SettlementRoute[]; watch: () => Promise<void>; authority: string | null }

const Address = z.string().refine((text) => fromBase58(text)?.length === 32)
const One = z.object({ wrap_id: z.uuid() })
const Held = One.extend({ wallet: Address })

/** Opens wraps; null without an RPC. Throws ConfigError for an invalid key. Makes no request until it is used. */
export function openWraps(given: {
  config: WrapSettings
  db: Pick<Db, 'pg' | 'em'>
  log: Log
  askMs: number
}): Wraps | null {
  const { config, db, log, askMs } = given
  const key = mintKey(config)
  const urls = urlsOf(config.SOLANA_RPC_URL)
  if (urls.length === 0) return null
  const nodeOf = (some: readonly string[]) =>
    openRpc({ network: SOLANA, money: moneyOf(config), urls: some, log, askMs })
  const chain = wrapChain(
    nodeOf(urls),
    urls.map((url) => nodeOf([url])),
  )
  const looking = { db, chain, log }
  const minting = { pg: db.pg, chain, key, dailyCap: config.WRAP_DAILY_MINTS, baseUrl: config.publicBaseUrl }
  const route = <Asked, Answer>(path: string, schema: z.ZodType<Asked>, answer: (asked: Asked) => Promise<Answer>) => ({
    method: 'POST' as const,
    path,
    handle: (body: unknown) => answered(answer(read(schema, body))),
  })
  return {
    authority: key?.authority.publicKey.toBase58() ?? null,
    watch: () => watchWraps(looking),
    routes: [
      {
        method: 'GET',
        path: '/wraps/ready',
        handle: () => {
          if (key === null) throw noMintKey()
          return { authority: key.authority.publicKey.toBase58() }
        },
      },
      route('/wraps/offer', One, ({ wrap_id: wrapId }) => offerMint(minting, wrapId)),
      route('/wraps/burn', One, ({ wrap_id: wrapId }) => offerBurn(looking, wrapId)),
      route('/wraps/held', Held, ({ wrap_id: wrapId, wallet }) => findHolder(looking, { wrapId, wallet })),
    ],
  }
}

function read<Read>(schema: z.ZodType<Read>, body: unknown): Read {
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw new Refusal('validation_error', 'This is no question about a wrap.')
  return parsed.data
}

/** Turns a silent chain into a refusal that may be tried again. */
const answered = <Answer>(question: Promise<Answer>): Promise<Answer> =>
  question.catch((error: unknown) => {
    if (!(error instanceof RpcUnreachable)) throw error
    throw new Refusal('unavailable', 'Solana does not answer right now; nothing changed.', {
      retryAfterS: 2,
      fix: { action: 'Send the request again in two seconds.' },
    })
  })
