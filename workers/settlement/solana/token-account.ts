import { address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit'
import { TOKEN_PROGRAM_ADDRESS } from '@x402/svm'

import { SOLANA_USDC } from '#shared/chains/networks.ts'

const ASSOCIATED_TOKEN_PROGRAM = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')

/** Address of a wallet's associated token account for USDC, derived from owner, token program and mint. */
export async function usdcAccountOf(owner: string): Promise<string> {
  const bytes = getAddressEncoder()
  const seeds = [owner, TOKEN_PROGRAM_ADDRESS, SOLANA_USDC].map((text) => bytes.encode(address(text)))
  const [found] = await getProgramDerivedAddress({ programAddress: ASSOCIATED_TOKEN_PROGRAM, seeds })
  return found
}
