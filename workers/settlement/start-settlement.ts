import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { Registry } from 'prom-client'

import type { Config } from '#shared/config.ts'
import type { Db } from '#shared/db/open-db.ts'
import type { Log } from '#shared/log.ts'
import { credentialMint } from '#shared/money/credentials.ts'
import { receiptHmacKey } from '#shared/money/receipts/hmac-key.ts'
import { receiptKey } from '#shared/money/receipts/public-key.ts'
import { createReceiptSigner } from '#shared/money/receipts/sign-receipt.ts'
import { settlementBearer } from '#shared/money/settlement/settlement-bearer.ts'

import { type CardSettings } from './cards/card-api.ts'
import { openCards } from './cards/open-cards.ts'
import { facilitatorRoutes } from './facilitator-routes.ts'
import { type ChainSettings, openChains, PATIENCE, type Patience } from './open-chains.ts'
import { receiptRoutes } from './receipt-routes.ts'
import { receiptSeed } from './receipt-seed.ts'
import { openTreasury, type TreasurySettings } from './payouts/open-treasury.ts'
import { openSales, type SaleSettings } from './sales/open-sales.ts'
import { settlementHandler } from './settlement-handler.ts'
import { settlementMeter } from './settlement-meter.ts'
import { openWraps, type WrapSettings } from './wraps/open-wraps.ts'
import { x402ReceiptRoutes } from './x402-receipt-routes.ts'

export type SettlementServer = {
  port: number
  /** Resumes unfinished settlements. Called by a housekeeping task. */
  watch: () => Promise<void>
  /** Looks for payments of sales on Solana; null without an RPC. Called by a housekeeping task. */
  watchSales: (() => Promise<void>) | null
  /** Looks at the tokens of wrapped licences; null without an RPC. Called by a housekeeping task. */
  watchWraps: (() => Promise<void>) | null
  /** Handles what the card processor said, and what is asked of it; null without its key. Called by housekeeping tasks. */
  cards: { watch: () => Promise<void>; fetchMissed: () => Promise<void> } | null
  /** Pays what is due to sellers; null without a treasury. Called by a housekeeping task. */
  payOut: (() => Promise<void>) | null
  close: () => Promise<void>
}

const SERVER_LIMITS = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
}
const MAX_CONNECTIONS = 1_000
/** Milliseconds for running requests when the server closes. */
const DRAIN_MS = 5_000

type Given = {
  config: ChainSettings &
    TreasurySettings &
    SaleSettings &
    WrapSettings &
    CardSettings &
    Pick<Config, 'SETTLEMENT_HOST' | 'SETTLEMENT_PORT' | 'RECEIPT_SEED' | 'RECEIPT_FORMER_PUBLIC' | 'SERVER_SECRET'>
  log: Log
  db: Pick<Db, 'pg' | 'relaxed' | 'em'>
  /** For tests. Default: PATIENCE. */
  patience?: Patience
  /** Where settlements are measured. Default: nowhere that is read. */
  registry?: Registry
}

/**
 * Starts the private server of the settlement process on SETTLEMENT_HOST:SETTLEMENT_PORT; null if the port is 0. Only
 * this process holds signing keys, for receipts and settlements, and it answers only our own processes. Throws if a key
 * is invalid or the port is not available.
 */
export async function startSettlement({
  config,
  log,
  db,
  patience = PATIENCE,
  registry = new Registry(),
}: Given): Promise<SettlementServer | null> {
  if (config.SETTLEMENT_PORT === 0) return null
  const hmacKey = receiptHmacKey(config.SERVER_SECRET)
  const signer = createReceiptSigner({ seed: receiptSeed(config), hmacKey }, config.publicBaseUrl)
  const formerKeys = (config.RECEIPT_FORMER_PUBLIC ?? []).map((hex) => receiptKey(Buffer.from(hex, 'hex')))
  const chains = await openChains({ config, db, log, patience })
  const treasury = openTreasury({ config, db, log, askMs: patience.askMs })
  const sales = openSales({ config, db, log, askMs: patience.askMs })
  const wraps = openWraps({ config, db, log, askMs: patience.askMs })
  const mint = credentialMint(config.SERVER_SECRET, config.production ? 'live' : 'test')
  const cards = openCards({ config, db, mint, log })
  const routes = [
    ...(sales?.routes ?? []),
    ...(wraps?.routes ?? []),
    ...(cards?.routes ?? []),
    ...receiptRoutes(signer, () => new Date(), formerKeys),
    ...x402ReceiptRoutes(signer),
    ...facilitatorRoutes(chains, signer, log, settlementMeter(registry)),
  ]
  const handler = settlementHandler({ routes, bearer: settlementBearer(config.SERVER_SECRET), log })
  const server = createServer(SERVER_LIMITS, handler)
  server.maxConnections = MAX_CONNECTIONS
  const port = await listen(server, config.SETTLEMENT_HOST, config.SETTLEMENT_PORT)
  server.on('error', (error) => log.warn({ err: error }, 'settlement server trouble'))
  // What happened while no process of ours answered is not told again.
  cards
    ?.fetchMissed()
    .catch((error: unknown) => log.warn({ err: error }, 'missed events of the card processor are fetched later'))
  const settles = { base: chains.base?.signers ?? [], solana: chains.solana?.signers ?? [] }
  log.info(
    {
      port,
      host: config.SETTLEMENT_HOST,
      receiptKeyId: signer.key.kid,
      settles,
      paysFrom: treasury?.address ?? null,
      mintsAs: wraps?.authority ?? null,
    },
    'settlement server ready',
  )
  const watch = async () => {
    const ends = await Promise.allSettled([chains.base?.watch(), chains.solana?.watch()])
    for (const end of ends)
      if (end.status === 'rejected') log.warn({ err: end.reason }, 'settlements wait to be looked at')
  }
  return {
    port,
    watch,
    watchSales: sales?.watch ?? null,
    watchWraps: wraps?.watch ?? null,
    cards,
    payOut: treasury?.payOut ?? null,
    close: () => closeServer(server),
  }
}

const listen = (server: Server, host: string, port: number) =>
  new Promise<number>((done, fail) => {
    const refuse = (error: NodeJS.ErrnoException) => {
      const why = error.code ?? error.message
      fail(new Error(`SETTLEMENT_PORT ${port} on ${host} is not to be had (${why}).`, { cause: error }))
    }
    server.once('error', refuse)
    server.listen(port, host, () => {
      server.off('error', refuse)
      // Safe: a server listening on a host and port has such an address.
      done((server.address() as AddressInfo).port)
    })
  })

const closeServer = (server: Server) =>
  new Promise<void>((done) => {
    const impatience = setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref()
    server.close(() => {
      clearTimeout(impatience)
      done()
    })
    server.closeIdleConnections()
  })
