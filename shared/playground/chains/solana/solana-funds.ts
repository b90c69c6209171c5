import { SOLANA_USDC } from '#shared/chains/networks.ts'

import type { PlaySolana } from './play-solana.ts'
import { encodeTokenAccount, encodeUsdcMint, TOKEN_PROGRAM, usdcAccountOf } from './token-account.ts'

/** What a wallet is to hold: SOL in lamports, USDC in micro-USDC; what is not named stays as it is. */
export type SolanaFunds = { lamports?: bigint | undefined; microUsdc?: bigint | undefined }

/** In micro-USDC. Nothing asks for it to add up. */
const SUPPLY = 10n ** 17n
const SYSTEM_PROGRAM = '11111111111111111111111111111111'

/** Puts the USDC mint where the real one is. Again is the same as once. */
export function prepareSolana(chain: PlaySolana): void {
  if (chain.account(SOLANA_USDC) === undefined) writeData(chain, SOLANA_USDC, encodeUsdcMint(SUPPLY))
}

/** Sets what a wallet holds, at once and without a transaction; with USDC, 0 included, comes its token account. */
export async function setSolanaFunds(chain: PlaySolana, owner: string, funds: SolanaFunds): Promise<void> {
  const { lamports, microUsdc } = funds
  if (lamports !== undefined) {
    chain.write(owner, { lamports, owner: SYSTEM_PROGRAM, executable: false, data: new Uint8Array() })
  }
  if (microUsdc === undefined) return
  const account = encodeTokenAccount({ mint: SOLANA_USDC, owner, amount: microUsdc })
  writeData(chain, await usdcAccountOf(owner), account)
}

/** What an account begins with: given to it once, when the chain does not know it yet. */
export async function endow(chain: PlaySolana, owner: string, { lamports, microUsdc }: SolanaFunds): Promise<void> {
  if (lamports !== undefined && chain.account(owner) === undefined) await setSolanaFunds(chain, owner, { lamports })
  if (microUsdc === undefined || chain.account(await usdcAccountOf(owner)) !== undefined) return
  await setSolanaFunds(chain, owner, { microUsdc })
}

function writeData(chain: PlaySolana, address: string, data: Uint8Array) {
  const lamports = chain.rentFor(data.length)
  chain.write(address, { lamports, owner: TOKEN_PROGRAM, executable: false, data })
}
