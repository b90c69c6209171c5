import { type Address, getAddressDecoder, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit'

import { SOLANA_USDC } from '#shared/chains/networks.ts'

export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const EXTENDED_ACCOUNT = 2
const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'

export const USDC_DECIMALS = 6
const TOKEN_ACCOUNT_BYTES = 165
export const MINT_BYTES = 82

const addresses = { to: getAddressEncoder(), from: getAddressDecoder() }
// Safe: the encoder throws for text that is not an address.
const bytesOf = (address: string) => addresses.to.encode(address as Address)

/** Returns the address of a wallet's USDC: its associated token account. */
export async function usdcAccountOf(owner: string): Promise<string> {
  const seeds = [owner, TOKEN_PROGRAM, SOLANA_USDC].map(bytesOf)
  // Safe: the program's address, from above.
  const [address] = await getProgramDerivedAddress({ programAddress: ASSOCIATED_TOKEN_PROGRAM as Address, seeds })
  return address
}

export type TokenAccount = { mint: string; owner: string; amount: bigint }
/** A token account as it is read: with its program. */
export type ReadTokenAccount = TokenAccount & { program: string }

/** Encodes a token account in the layout of the SPL token program: mint, owner, amount, and state 1 (initialized). */
export function encodeTokenAccount({ mint, owner, amount }: TokenAccount): Uint8Array {
  const bytes = Buffer.alloc(TOKEN_ACCOUNT_BYTES)
  bytes.set(bytesOf(mint), 0)
  bytes.set(bytesOf(owner), 32)
  bytes.writeBigUInt64LE(amount, 64)
  bytes.writeUInt8(1, 108)
  return bytes
}

/** Decodes an account of either token program; returns undefined for an account of another kind. */
export function decodeTokenAccount(owner: string, data: Uint8Array): ReadTokenAccount | undefined {
  // Extensions of Token-2022 stand behind a byte that says what kind of account has them.
  const isExtended = owner === TOKEN_2022_PROGRAM && data.length > TOKEN_ACCOUNT_BYTES && data[165] === EXTENDED_ACCOUNT
  const isPlain = (owner === TOKEN_PROGRAM || owner === TOKEN_2022_PROGRAM) && data.length === TOKEN_ACCOUNT_BYTES
  if ((!isPlain && !isExtended) || data[108] === 0) return undefined
  const bytes = Buffer.from(data)
  return {
    mint: addresses.from.decode(bytes.subarray(0, 32)),
    owner: addresses.from.decode(bytes.subarray(32, 64)),
    amount: bytes.readBigUInt64LE(64),
    program: owner,
  }
}

/** Encodes the USDC mint: a supply, six decimals, initialized, and an authority without a known key. */
export function encodeUsdcMint(supply: bigint): Uint8Array {
  const bytes = Buffer.alloc(MINT_BYTES)
  bytes.writeUInt32LE(1, 0)
  bytes.set(bytesOf(SOLANA_USDC), 4)
  bytes.writeBigUInt64LE(supply, 36)
  bytes.writeUInt8(USDC_DECIMALS, 44)
  bytes.writeUInt8(1, 45)
  return bytes
}
