import { isAddress } from '@solana/kit'
import { z } from 'zod'

/** A Solana address: base58 of 32 bytes. */
export const SolanaAddress = z.string().refine((text) => isAddress(text), 'not an address')
