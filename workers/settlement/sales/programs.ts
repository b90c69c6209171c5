import { PublicKey } from '@solana/web3.js'

/** Programs that a payment may call. Lighthouse only checks balances: wallets add its instructions on their own. */
export const SYSTEM_PROGRAM = '11111111111111111111111111111111'
export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
export const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
export const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111'
export const LIGHTHOUSE = 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95'

/** Instructions by their numbers. */
export const SYSTEM_TRANSFER = 2
export const SYSTEM_ADVANCE_NONCE = 4
export const TOKEN_TRANSFER = 3
export const TOKEN_TRANSFER_CHECKED = 12
export const CREATE_IDEMPOTENT = 1

export const USDC_DECIMALS = 6

export const memoProgram = new PublicKey(MEMO_PROGRAM)
