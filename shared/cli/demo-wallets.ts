import { z } from 'zod'

import { usdcString } from '#shared/lib/micro-usdc.ts'
import { askRpc } from '#shared/playground/chains/ask-rpc.ts'

import { AccessError } from './installation-access.ts'
import { readPlayground } from './read-playground.ts'

/**
 * Returns the demo wallets of the playground that runs on DATA_DIR, and the balances of wallets and payees as decimal
 * strings. Never returns their keys, which are in playground.json. Throws AccessError when no playground runs there.
 */
export async function demoWallets(env: Record<string, string | undefined>) {
  const { base, solana, folder } = readPlayground(env)
  try {
    const onBase = (address: string) => usdcOnBase(base.rpc_url, base.usdc, address)
    const onSolana = (owner: string) => usdcOnSolana(solana.rpc_url, solana.usdc_mint, owner)
    const view = async (address: string, payTo: string, usdcOf: (address: string) => Promise<string>) => ({
      address,
      usdc: await usdcOf(address),
      pay_to: payTo,
      pay_to_usdc: await usdcOf(payTo),
    })
    return {
      base: await view(base.wallet.address, base.pay_to, onBase),
      solana: await view(solana.wallet.address, solana.pay_to, onSolana),
    }
  } catch (error) {
    throw new AccessError(`The chains of the playground on ${folder} do not answer. Start it (npm start) first.`, {
      cause: error,
    })
  }
}

/** First four bytes of the hash of `balanceOf(address)`. */
const BALANCE_OF = '0x70a08231'

async function usdcOnBase(rpcUrl: string, usdc: string, address: string): Promise<string> {
  const data = `${BALANCE_OF}${address.slice(2).toLowerCase().padStart(64, '0')}`
  return usdcString(BigInt(z.string().parse(await askRpc(rpcUrl, 'eth_call', [{ to: usdc, data }, 'latest']))))
}

const TokenAccounts = z.object({
  value: z.array(
    z.object({
      account: z.object({
        data: z.object({
          parsed: z.object({ info: z.object({ tokenAmount: z.object({ amount: z.string().transform(BigInt) }) }) }),
        }),
      }),
    }),
  ),
})

async function usdcOnSolana(rpcUrl: string, mint: string, owner: string): Promise<string> {
  const answer = await askRpc(rpcUrl, 'getTokenAccountsByOwner', [owner, { mint }, { encoding: 'jsonParsed' }])
  const held = TokenAccounts.parse(answer).value.map(({ account }) => account.data.parsed.info.tokenAmount.amount)
  return usdcString(held.reduce((sum, amount) => sum + amount, 0n))
}
