import { SOLANA_USDC } from '#shared/chains/networks.ts'

import type { PlaySolana } from './play-solana.ts'
import { encodeTokenAccount, encodeUsdcMint, TOKEN_PROGRAM, usdcAccountOf } from './token-account.ts'

/** Balances of a wallet: SOL in lamports, USDC in micro-USDC. Omitted ones are not changed. */
export type SolanaFunds = { lamports?: bigint | undefined; microUsdc?: bigint | undefined }

/** Micro-USDC. Nothing checks that it equals the sum of the balances. */
const SUPPLY = 10n ** 17n
const SYSTEM_PROGRAM = '11111111111111111111111111111111'

/** Creates the USDC mint at the address of the real one. Idempotent. */
export function prepareSolana(chain: PlaySolana): void {
  if (chain.account(SOLANA_USDC) === undefined) writeData(chain, SOLANA_USDC, encodeUsdcMint(SUPPLY))
}

/** Sets balances directly, without a transaction. Setting USDC, even 0, creates the token account. */
export async function setSolanaFunds(chain: PlaySolana, owner: string, funds: SolanaFunds): Promise<void> {
  const { lamports, microUsdc } = funds
  if (lamports !== undefined) {
    chain.write(owner, { lamports, owner: SYSTEM_PROGRAM, executable: false, data: new Uint8Array() })
  }
  if (microUsdc === undefined) return
  const account = encodeTokenAccount({ mint: SOLANA_USDC, owner, amount: microUsdc })
  writeData(chain, await usdcAccountOf(owner), account)
}

/** Sets the initial balances of an account that does not exist on the chain yet. */
export async function endow(chain: PlaySolana, owner: string, { lamports, microUsdc }: SolanaFunds): Promise<void> {
  if (lamports !== undefined && chain.account(owner) === undefined) await setSolanaFunds(chain, owner, { lamports })
  if (microUsdc === undefined || chain.account(await usdcAccountOf(owner)) !== undefined) return
  await setSolanaFunds(chain, owner, { microUsdc })
}

function writeData(chain: PlaySolana, address: string, data: Uint8Array) {
  const lamports = chain.rentFor(data.length)
  chain.write(address, { lamports, owner: TOKEN_PROGRAM, executable: false, data })
}
