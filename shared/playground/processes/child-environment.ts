import type { Chains } from '../chains/start-chains.ts'
import type { Cards } from '../cards/start-cards.ts'
import type { StateFolder } from '../state-folder.ts'

type Environment = Record<string, string | undefined>

export type Place = { host: string; port: number }

/** Returns the URL by which programs on this machine reach `host`; 0.0.0.0 and :: are not addresses to connect to. */
export function baseUrlOf({ host, port }: Place): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

/** How this installation's processes reach each other, apart from the public address. */
export type Inside = {
  databaseUrl: string
  databaseDir: string | undefined
  settlementPort: number
  sampleSitePort: number
  chains: Chains
  /** The local card processor; null where the user's own is set. */
  cards: Cards | null
}

/** Returns the environment of every process of ours: the user's settings take precedence over generated ones. */
export function childEnvironment(own: Environment, state: StateFolder, inside: Inside, place: Place): Environment {
  const made = state.installation
  const { payTo, wallets, baseRpcUrl, solanaRpcUrl } = inside.chains
  const kept = {
    SERVER_SECRET: made.server_secret,
    ADMIN_TOKEN: made.admin_token,
    BASE_PAY_TO: payTo.base,
    SOLANA_PAY_TO: payTo.solana,
    SOLANA_FEE_PAYER: wallets.solana.fee_payer.address,
    SETTLEMENT_URL: `http://127.0.0.1:${inside.settlementPort}`,
    BASE_READ_RPC_URL: baseRpcUrl,
    SOLANA_READ_RPC_URL: solanaRpcUrl,
    ...(inside.cards === null
      ? {}
      : {
          STRIPE_API_BASE: inside.cards.url,
          STRIPE_PUBLISHABLE_KEY: inside.cards.publishableKey,
          STRIPE_WEBHOOK_SECRET: inside.cards.webhookSecret,
        }),
    // The database is on this machine, so its disk can be watched.
    DATABASE_DIR: inside.databaseDir,
    // There is no load balancer that has to notice the shutdown.
    DRAIN_MS: '0',
    // Ctrl-C should be quick. Calls that are cut off resume after their lease ends, at the next start.
    SHUTDOWN_GRACE_MS: '5000',
    // Seven processes load mostly the same code: it is compiled once for all of them and kept for the next start.
    NODE_COMPILE_CACHE: state.at('compile-cache'),
  }
  const given = Object.entries(own).filter(([, value]) => value !== undefined && value !== '')
  return {
    ...kept,
    ...Object.fromEntries(given),
    DATABASE_URL: inside.databaseUrl,
    HOST: place.host,
    PORT: String(place.port),
    DATA_DIR: state.path,
    SAMPLE_SITE_PORT: String(inside.sampleSitePort),
    FAREBOX_MODE: 'playground',
    FAREBOX_PARENT_PID: String(process.pid),
    // Only for the settlement process, see below.
    SETTLEMENT_HOST: undefined,
    SETTLEMENT_PORT: undefined,
    RECEIPT_SEED: undefined,
    BASE_SETTLEMENT_KEYS: undefined,
    SOLANA_FEE_PAYER_KEYS: undefined,
    SOLANA_TREASURY_KEY: undefined,
    SOLANA_MINT_KEY: undefined,
    STRIPE_SECRET_KEY: undefined,
    BASE_RPC_URL: undefined,
    SOLANA_RPC_URL: undefined,
  }
}

/** Additional environment of the settlement process: its port, the chains, and the keys only it may have. */
export function settlementEnvironment(own: Environment, state: StateFolder, inside: Inside): Environment {
  const { wallets, baseRpcUrl, solanaRpcUrl } = inside.chains
  return {
    SETTLEMENT_HOST: '127.0.0.1',
    SETTLEMENT_PORT: String(inside.settlementPort),
    RECEIPT_SEED: own['RECEIPT_SEED'] || state.installation.receipt_seed,
    BASE_RPC_URL: baseRpcUrl,
    SOLANA_RPC_URL: solanaRpcUrl,
    BASE_SETTLEMENT_KEYS: own['BASE_SETTLEMENT_KEYS'] || wallets.base.gas.private_key,
    SOLANA_FEE_PAYER_KEYS: own['SOLANA_FEE_PAYER_KEYS'] || wallets.solana.fee_payer.secret_key,
    SOLANA_TREASURY_KEY: own['SOLANA_TREASURY_KEY'] || wallets.solana.treasury.secret_key,
    SOLANA_MINT_KEY: own['SOLANA_MINT_KEY'] || wallets.solana.mint.secret_key,
    STRIPE_SECRET_KEY: own['STRIPE_SECRET_KEY'] || inside.cards?.secretKey,
    // Whoever sells something here sees the money at once.
    PAYOUT_MINIMUM_CENTS: own['PAYOUT_MINIMUM_CENTS'] || '0',
    PAYOUT_AFTER_DAYS: own['PAYOUT_AFTER_DAYS'] || '0',
    // Nobody needs an exchange to try a purchase in SOL.
    SOL_PRICE_CENTS: own['SOL_PRICE_CENTS'] || '15000',
  }
}
