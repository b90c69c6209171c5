import { invalidFields, Refusal } from '#shared/errors.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'

import { openBaseReader } from '#shared/engines/evm/base-reader.ts'
import { findToken, listedToken, readTokens } from '#shared/engines/evm/find-token.ts'
import { readAddress } from '#shared/engines/evm/resolve-address.ts'
import { openSolanaReader, readSolanaAddress } from '#shared/engines/solana/solana-reader.ts'
import { LISTED_MINTS } from '#shared/engines/solana/solana-tokens.rules.ts'
import { readMint } from '#shared/engines/solana/token-layouts.ts'
import { atomicOf } from '#shared/engines/x402/networks/amount.ts'
import { LATEST_S, readWatchId, type Watch } from './watch-id.ts'

/** The body of payment-watch. */
export type WatchInput = {
  pay_to?: string | undefined
  amount_usdc?: string | undefined
  token: string
  from?: string | undefined
  network: Watch['chain']
  since?: string | undefined
  expires_in_s: number
  min_confirmations: number
  watch_id?: string | undefined
}

const DEFAULT_BACK_S = 3_600

type Given = Pick<OutcomeContext, 'chains' | 'signal' | 'now'>

/** The watch a body names or describes, with the decimals of its token. An id that is not this owner's is not found. */
export async function openWatch(
  ctx: Given,
  input: WatchInput,
  owner: string,
): Promise<{ watch: Watch; decimals: number }> {
  const nowS = Math.floor(ctx.now().getTime() / 1_000)
  if (input.watch_id !== undefined) {
    const watch = readWatchId(input.watch_id, owner)
    if (watch === null)
      throw new Refusal('not_found', 'There is no watch of yours with this watch_id; nothing was charged.', {
        fix: { action: 'Register a watch with pay_to first.' },
      })
    return { watch, decimals: await decimalsOf(ctx, watch.chain, watch.token) }
  }
  const { network: chain, pay_to: payTo = '' } = input
  const isSolana = chain === 'solana'
  const read = isSolana ? readSolanaAddress : readAddress
  const token = isSolana ? findMint(input.token) : findToken(['token'], input.token, chain)
  const decimals = await decimalsOf(ctx, chain, token)
  const { sinceBlock, sinceS } = startOf(input.since, nowS)
  const watch: Watch = {
    chain,
    payTo: read(['pay_to'], payTo),
    token,
    from: input.from === undefined ? null : read(['from'], input.from),
    expected: input.amount_usdc === undefined ? null : expectedOf(input.amount_usdc, decimals),
    minConfirmations: input.min_confirmations,
    sinceBlock,
    sinceS,
    expiresS: nowS + input.expires_in_s,
  }
  return { watch, decimals }
}

function expectedOf(amount: string, decimals: number): string {
  const atomic = atomicOf(amount, decimals)
  if (atomic !== null && atomic > 0n) return atomic.toString()
  throw invalidFields({
    path: ['amount_usdc'],
    msg: `Value error, give an amount above zero with at most ${decimals} decimals`,
  })
}

/** Where a watch begins: a block, a time, or an hour ago. */
function startOf(since: string | undefined, nowS: number): Pick<Watch, 'sinceBlock' | 'sinceS'> {
  if (since === undefined) return { sinceBlock: null, sinceS: nowS - DEFAULT_BACK_S }
  if (/^\d+$/.test(since)) return { sinceBlock: Number(since), sinceS: 0 }
  const sinceS = Math.floor(Date.parse(since) / 1_000)
  return { sinceBlock: null, sinceS: Math.min(Math.max(sinceS, 0), LATEST_S) }
}

function findMint(text: string): string {
  const listed = LISTED_MINTS.solana.find(({ symbol }) => symbol.toLowerCase() === text.toLowerCase())
  return listed?.address ?? readSolanaAddress(['token'], text)
}

async function decimalsOf(ctx: Given, chain: Watch['chain'], token: string): Promise<number> {
  const decimals =
    chain === 'solana'
      ? (LISTED_MINTS.solana.find(({ address }) => address === token)?.decimals ?? (await mintDecimals(ctx, token)))
      : (listedToken(chain, token)?.decimals ?? (await contractDecimals(ctx, chain, token)))
  if (decimals !== null) return decimals
  throw invalidFields({
    path: ['token'],
    type: 'not_a_token',
    msg: 'Value error, there is no token with decimals there',
  })
}

async function mintDecimals(ctx: Given, mint: string): Promise<number | null> {
  const { accounts } = await openSolanaReader(ctx, 'solana').accounts([mint])
  const [account = null] = accounts
  return account === null ? null : (readMint(account.data)?.decimals ?? null)
}

async function contractDecimals(ctx: Given, chain: 'base' | 'base-sepolia', token: string): Promise<number | null> {
  const reader = await openBaseReader(ctx, chain)
  return (await readTokens(reader, [token])).get(token)?.decimals ?? null
}
