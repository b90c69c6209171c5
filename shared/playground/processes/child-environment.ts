import type { Chains } from '../chains/start-chains.ts'
import type { StateFolder } from '../state-folder.ts'

type Environment = Record<string, string | undefined>

export type Place = { host: string; port: number }

/** Where a program on this machine reaches what listens on `host`: "every address" is no address to call. */
export function baseUrlOf({ host, port }: Place): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

/** Where this installation's processes reach each other, besides the door for callers. */
export type Inside = { databaseUrl: string; databaseDir: string | undefined; settlementPort: number; chains: Chains }

/** The environment of every process of ours: what the user set wins, what this installation made fills the gaps. */
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
    // The database of the playground is on this machine, so its disk can be watched.
    DATABASE_DIR: inside.databaseDir,
    // No balancer stands before a playground, so nothing has to notice that it is going.
    DRAIN_MS: '0',
    // Ctrl-C should not take long; what is cut off comes back by its lease at the next start.
    SHUTDOWN_GRACE_MS: '5000',
    // Seven processes load much the same code: compiled once, read by all, also on the next start.
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
    FAREBOX_MODE: 'playground',
    FAREBOX_PARENT_PID: String(process.pid),
    // For the settlement process alone, see below.
    SETTLEMENT_HOST: undefined,
    SETTLEMENT_PORT: undefined,
    RECEIPT_SEED: undefined,
    BASE_SETTLEMENT_KEYS: undefined,
    SOLANA_FEE_PAYER_KEYS: undefined,
    BASE_RPC_URL: undefined,
    SOLANA_RPC_URL: undefined,
  }
}

/** What the settlement process is told besides: where to listen, where the chains are, and the keys only it may hold. */
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
  }
}
