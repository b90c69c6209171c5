import { moneyOf } from '#shared/chains/genesis.ts'
import { SOLANA } from '#shared/chains/networks.ts'
import type { Config } from '#shared/config.ts'
import type { Db } from '#shared/db/open-db.ts'
import { microUsdcOf } from '#shared/lib/micro-usdc.ts'
import type { Log } from '#shared/log.ts'
import { openPayouts } from '#shared/market/payouts/open-payouts.ts'

import { openRpc, urlsOf } from '../open-rpc.ts'
import { payoutChain } from './payout-chain.ts'
import { payoutStore } from './payout-store.ts'
import { sendPayouts } from './send-payouts.ts'
import { treasuryKey } from './treasury-key.ts'
import { watchPayouts } from './watch-payouts.ts'

export type TreasurySettings = Pick<
  Config,
  | 'SOLANA_TREASURY_KEY'
  | 'SOLANA_RPC_URL'
  | 'PAYOUT_DAILY_CENTS'
  | 'REFUND_DAILY_SOL'
  | 'PAYOUT_MINIMUM_CENTS'
  | 'PAYOUT_AFTER_DAYS'
  | 'production'
>

const LAMPORTS_PER_SOL = 1_000_000_000n

/** The treasury of this process. `payOut` opens payouts of what is due, watches what was sent, and sends what is ready. */
export type Treasury = { address: string; payOut: () => Promise<void> }

/** Opens the treasury; null without its key or an RPC. Throws ConfigError for an invalid key. Makes no request. */
export function openTreasury(given: {
  config: TreasurySettings
  db: Pick<Db, 'pg'>
  log: Log
  askMs: number
}): Treasury | null {
  const { config, db, log, askMs } = given
  const treasury = treasuryKey(config)
  const urls = urlsOf(config.SOLANA_RPC_URL)
  if (treasury === null || urls.length === 0) return null
  const nodeOf = (some: readonly string[]) =>
    openRpc({ network: SOLANA, money: moneyOf(config), urls: some, log, askMs })
  const chain = payoutChain(
    nodeOf(urls),
    urls.map((url) => nodeOf([url])),
  )
  const dailyCaps = {
    usdc: microUsdcOf(config.PAYOUT_DAILY_CENTS),
    sol: BigInt(config.REFUND_DAILY_SOL) * LAMPORTS_PER_SOL,
  }
  const deps = { treasury, chain, store: payoutStore(db), dailyCaps, log }
  const terms = {
    minimum: microUsdcOf(config.PAYOUT_MINIMUM_CENTS),
    afterDays: config.PAYOUT_AFTER_DAYS,
  }
  return {
    address: treasury.publicKey.toBase58(),
    async payOut() {
      await openPayouts(db.pg, terms)
      await watchPayouts(deps)
      await sendPayouts(deps)
    },
  }
}
