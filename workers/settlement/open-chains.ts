import { moneyOf } from '#shared/chains/genesis.ts'
import { BASE, SOLANA } from '#shared/chains/networks.ts'
import type { Config } from '#shared/config.ts'
import type { Db } from '#shared/db/open-db.ts'
import type { Log } from '#shared/log.ts'

import { openBase } from './base/open-base.ts'
import { WATCH_TIMES, type WatchTimes } from './base/watch-base.ts'
import type { Chain } from './chain.ts'
import { openRpc, urlsOf } from './open-rpc.ts'
import type { BasePayment, SolanaPayment } from './read-payment.ts'
import { settlementKeys } from './settlement-keys.ts'
import { openSolana } from './solana/open-solana.ts'

/** Networks this process settles on; null without a key or an RPC. */
export type Chains = { base: Chain<BasePayment> | null; solana: Chain<SolanaPayment> | null }

/** Time limits in milliseconds. */
export type Patience = {
  /** A settlement not confirmed by then is pending. Must be below the callers' timeout. */
  confirmMs: number
  pollMs: number
  /** Timeout of one request to one node. */
  askMs: number
  watch: WatchTimes
}

export const PATIENCE: Patience = { confirmMs: 10_000, pollMs: 200, askMs: 3_000, watch: WATCH_TIMES }

/** The settings of the networks that settle. */
export type ChainSettings = Pick<
  Config,
  | 'BASE_RPC_URL'
  | 'BASE_SETTLEMENT_KEYS'
  | 'SOLANA_RPC_URL'
  | 'SOLANA_FEE_PAYER_KEYS'
  | 'SOLANA_PAY_TO'
  | 'SOLANA_FEE_PAYER'
  | 'production'
>

type Given = { config: ChainSettings; db: Pick<Db, 'pg' | 'relaxed'>; log: Log; patience: Patience }

/** Opens the networks that these settings allow. Throws ConfigError for an invalid key. */
export async function openChains({ config, db, log, patience }: Given): Promise<Chains> {
  const keys = await settlementKeys(config)
  const { confirmMs, pollMs, askMs, watch: times } = patience
  const waiting = { confirmMs, pollMs }
  const rpcOf = (network: typeof BASE | typeof SOLANA, urls: readonly string[]) =>
    openRpc({ network, money: moneyOf(config), urls, log, askMs })
  const [baseUrls, solanaUrls] = [urlsOf(config.BASE_RPC_URL), urlsOf(config.SOLANA_RPC_URL)]
  const base =
    keys.base.length === 0 || baseUrls.length === 0
      ? null
      : openBase({ rpc: rpcOf(BASE, baseUrls), accounts: keys.base, db, waiting, times, log })
  const solana =
    keys.solana.length === 0 || solanaUrls.length === 0
      ? null
      : openSolana({ rpc: rpcOf(SOLANA, solanaUrls), feePayers: keys.solana, db, waiting, times, config, log })
  return { base, solana }
}
