import { z } from 'zod'

import { invalidFields } from '#shared/errors.ts'

import { Source } from './source.ts'

/** Which chain a Base outcome reads. */
export const BaseNetwork = z.enum(['base', 'base-sepolia']).default('base').describe('chain')
/** Which cluster a Solana outcome reads. */
export const SolanaNetwork = z.enum(['solana', 'solana-devnet']).default('solana').describe('cluster')
/** The state that is read. */
export const BlockTag = z
  .string()
  .regex(/^(?:latest|safe|finalized|\d{1,12})$/, 'Not latest, safe, finalized or a block number')
  .default('latest')
  .describe('latest, safe, finalized, or a block number')
export const AddressText = z.string().min(1).max(255)
export const TokenText = z.string().min(1).max(64).describe('contract address or well-known symbol')

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const BASENAME = /^(?:[a-z0-9-]{1,63}\.){1,8}base(?:test)?\.eth$/i
const SYMBOL = /^[A-Za-z][A-Za-z0-9.+]{0,19}$/

/** Refuses what is neither an address of an EVM chain nor a name on Base; whether a checksum fits is looked at later. */
export function refuseUnlessAddress(path: (string | number)[], text: string, { names = false } = {}): void {
  if (ADDRESS.test(text) || (names && BASENAME.test(text))) return
  const msg = `Value error, give 0x and 40 hex digits${names ? ', or a name that ends with .base.eth' : ''}`
  throw invalidFields({ path, type: 'invalid_address', msg })
}

/** Refuses what is neither an address nor a symbol. */
export function refuseUnlessToken(path: (string | number)[], text: string): void {
  if (ADDRESS.test(text) || SYMBOL.test(text)) return
  throw invalidFields({ path, type: 'invalid_token', msg: 'Value error, give a contract address or a symbol' })
}

const BASE58 = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/

/** Refuses what cannot be 32 bytes in base58; the bytes are counted later. */
export function refuseUnlessSolanaAddress(path: (string | number)[], text: string): void {
  if (BASE58.test(text)) return
  throw invalidFields({ path, type: 'invalid_address', msg: 'Value error, give the base58 of 32 bytes' })
}

/** Fields that every answer about a chain begins with. */
export const chainFields = {
  network: z.string().describe('CAIP-2'),
  block_number: z.int().describe('block (on Solana slot) that everything in this answer is of'),
  block_time: z.string().nullable().describe('ISO 8601; null where the node does not say'),
  rpc: z.object({ provider: z.string().describe('host that answered'), latency_ms: z.int() }),
  source: Source,
  retrieved_at: z.string(),
}

/** Example values of `chainFields`. */
export const exampleStamp = {
  network: 'eip155:8453',
  block_number: 38_000_000,
  block_time: '2026-11-20T11:59:58.000Z',
  rpc: { provider: 'mainnet.base.org', latency_ms: 84 },
  source: {
    name: 'mainnet.base.org',
    url: null,
    fetched_at: '2026-11-20T12:00:00.000Z',
    cached: false,
    cache_age_s: 0,
    stale: false,
    tried: [],
  },
  retrieved_at: '2026-11-20T12:00:00.000Z',
}
