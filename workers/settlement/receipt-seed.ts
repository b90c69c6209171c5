import { hkdfSync } from 'node:crypto'

import { type Config, ConfigError } from '#shared/config.ts'

/** The seed of the published test vectors (docs/receipt-vectors.json). */
const PUBLISHED_SEED = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60'

type Given = Pick<Config, 'RECEIPT_SEED' | 'SERVER_SECRET' | 'production'>

/**
 * The Ed25519 seed of receipts, 32 bytes: RECEIPT_SEED, or outside production one derived from SERVER_SECRET.
 * Production requires RECEIPT_SEED, because every process knows SERVER_SECRET. Throws ConfigError.
 */
export function receiptSeed({ RECEIPT_SEED, SERVER_SECRET, production }: Given): Uint8Array {
  if (RECEIPT_SEED?.toLowerCase() === PUBLISHED_SEED) {
    throw new ConfigError('  RECEIPT_SEED  is the published seed of the test vectors; make one: openssl rand -hex 32')
  }
  if (RECEIPT_SEED !== undefined) return Buffer.from(RECEIPT_SEED, 'hex')
  if (production) {
    throw new ConfigError(
      '  RECEIPT_SEED  is missing (production demands it of the process that serves SETTLEMENT_PORT)',
    )
  }
  return Buffer.from(hkdfSync('sha256', SERVER_SECRET, 'farebox', 'receipt-seed-v1', 32))
}
