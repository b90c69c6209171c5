import { z } from 'zod'

import { SOLANA_USDC } from '#shared/chains/networks.ts'

import { toBase58 } from '#shared/lib/crypto/base58.ts'
import { decodeTokenAccount, MINT_BYTES, TOKEN_PROGRAM } from './token-account.ts'
import { tokenAmount } from './transaction-meta.ts'
import type { ChainAccount } from './virtual-machine.ts'

/** Options for returning accounts. Commitment is ignored, because every state here is final. */
export const AccountConfig = z
  .object({
    encoding: z.enum(['base58', 'base64', 'base64+zstd', 'jsonParsed']).default('base64'),
    dataSlice: z.object({ offset: z.int().min(0), length: z.int().min(0) }).nullish(),
  })
  .nullish()
  .transform((config) => config ?? { encoding: 'base64' as const, dataSlice: null })
export type AccountConfig = z.output<typeof AccountConfig>

/** Returns an account as the RPC shows it; null when it does not exist. */
export function viewAccount(account: ChainAccount | undefined, config: AccountConfig) {
  if (account === undefined) return null
  return {
    lamports: Number(account.lamports),
    owner: account.owner,
    executable: account.executable,
    // Rent-exempt accounts on the real chain have 2^64 - 1, which a JSON number cannot represent exactly.
    rentEpoch: 0,
    space: account.data.length,
    data: viewData(account, config),
  }
}

function viewData(account: ChainAccount, { encoding, dataSlice }: AccountConfig) {
  const parsed = encoding === 'jsonParsed' ? parsedData(account) : undefined
  if (parsed !== undefined) return { program: 'spl-token', space: account.data.length, parsed }
  const bytes = Buffer.from(account.data)
  const shown = dataSlice ? bytes.subarray(dataSlice.offset, dataSlice.offset + dataSlice.length) : bytes
  return encoding === 'base58' ? [toBase58(shown), 'base58'] : [shown.toString('base64'), 'base64']
}

function parsedData({ owner, data }: ChainAccount) {
  if (owner === TOKEN_PROGRAM && data.length === MINT_BYTES) {
    const supply = String(Buffer.from(data).readBigUInt64LE(36))
    const info = { decimals: data[44], freezeAuthority: null, isInitialized: true, mintAuthority: SOLANA_USDC, supply }
    return { type: 'mint', info }
  }
  const held = decodeTokenAccount(owner, data)
  if (held === undefined) return undefined
  const tokens = tokenAmount(held.mint, held.amount)
  const info = { isNative: false, mint: held.mint, owner: held.owner, state: 'initialized', tokenAmount: tokens }
  return { type: 'account', info }
}
