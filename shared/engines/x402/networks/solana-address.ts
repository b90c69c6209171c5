import { createHash } from 'node:crypto'

import { ed25519 } from '@noble/curves/ed25519'

import { fromBase58, toBase58 } from '#shared/lib/crypto/base58.ts'

export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const ATA_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'

/** The 32 bytes of a Solana address; null when the text is none. */
export function solanaBytes(address: string): Buffer | null {
  if (address.length < 32 || address.length > 44) return null
  const bytes = fromBase58(address)
  return bytes?.length === 32 ? bytes : null
}

/** Whether 32 bytes are a point of the Ed25519 curve: wallets are, program-derived addresses never are. */
export function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519.ExtendedPoint.fromHex(bytes)
    return true
  } catch {
    return false
  }
}

/** The address a program derives from seeds: the first that is on no curve, from bump 255 down; null where there is none. */
export function programAddress(seeds: readonly Uint8Array[], program: Buffer): string | null {
  for (let bump = 255; bump >= 0; bump -= 1) {
    const candidate = createHash('sha256')
      .update(Buffer.concat([...seeds, Buffer.of(bump), program, Buffer.from('ProgramDerivedAddress')]))
      .digest()
    if (!isOnCurve(candidate)) return toBase58(candidate)
  }
  return null
}

/**
 * Derives the associated token account of an owner for a mint under a token program: the address that an exact payment
 * must go to. Null when one of them is not an address.
 */
export function associatedTokenAccount(owner: string, mint: string, tokenProgram: string): string | null {
  const parts = [owner, tokenProgram, mint].map(solanaBytes)
  const program = solanaBytes(ATA_PROGRAM)
  if (program === null || parts.some((part) => part === null)) return null
  return programAddress(
    parts.filter((part) => part !== null),
    program,
  )
}
