import { isUpstreamSetting } from './upstreams/settings.ts'

/** Settings that are secret or may contain a secret: the URL of a node may contain an API key. */
export const SECRET_SETTINGS: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'REDIS_URL',
  'REDIS_SENTINEL_PASSWORD',
  'SERVER_SECRET',
  'SERVER_ROOT',
  'ADMIN_TOKEN',
  'BLOB_S3_ACCESS_KEY',
  'BLOB_S3_SECRET_KEY',
  'BASE_RPC_URL',
  'SOLANA_RPC_URL',
  'BASE_READ_RPC_URL',
  'SOLANA_READ_RPC_URL',
  'BASE_SEPOLIA_READ_RPC_URL',
  'SOLANA_DEVNET_READ_RPC_URL',
  'RECEIPT_SEED',
  'BASE_SETTLEMENT_KEYS',
  'SOLANA_FEE_PAYER_KEYS',
  'SOLANA_TREASURY_KEY',
  'SOLANA_MINT_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'AGENT_SIGNUP_SECRET',
  'LLM_API_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'SMTP_URL',
])

/** Whether a variable must not be in the environment of a running process. */
export const isSecretSetting = (name: string): boolean => SECRET_SETTINGS.has(name) || isUpstreamSetting(name)
