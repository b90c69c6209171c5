import { z } from 'zod'

/** Answers of the settlement process about wraps: whether it mints, and as whom. */
export const MintReady = z.object({ authority: z.string() })

/** The transaction that mints a token. */
export const OfferedMint = z.object({
  mint: z.string(),
  transaction: z.string(),
  blockhash: z.string(),
  last_valid_block_height: z.int(),
  network_fee_lamports: z.int(),
  rent_lamports: z.int(),
})
export type OfferedMint = z.output<typeof OfferedMint>

/** The transaction that burns a token; null when it is burned already. */
export const OfferedBurn = z.object({
  burn: z
    .object({
      wallet: z.string(),
      transaction: z.string(),
      blockhash: z.string(),
      last_valid_block_height: z.int(),
      network_fee_lamports: z.int(),
    })
    .nullable(),
})
export type OfferedBurn = z.output<typeof OfferedBurn>

/** Whether a wallet holds the token of a wrap on every node, whether in a final block, and the final slot that was seen. */
export const HeldToken = z.object({ held: z.boolean(), is_final: z.boolean(), slot: z.int() })
export type HeldToken = z.output<typeof HeldToken>
