import type { Keypair } from '@solana/web3.js'

import { RpcRefused } from '#shared/chains/json-rpc.ts'
import type { Log } from '#shared/log.ts'

import { TemporarilyUnavailable } from '../temporarily-unavailable.ts'
import type { PayoutChain } from './payout-chain.ts'
import type { Leg, PayoutStore, ReadyPayout } from './payout-store.ts'
import { MOST_TRANSFERS, type PayoutCurrency, signPayout } from './payout-transaction.ts'

export type PayoutDeps = {
  treasury: Keypair
  chain: PayoutChain
  store: PayoutStore
  /** Most micro-USDC, and most lamports, that the treasury signs away in a day (UTC). */
  dailyCaps: Record<PayoutCurrency, bigint>
  log: Log
}

/** Ready payouts that are looked at in one round. */
const AT_ONCE = 64
/** Lamports for a full transaction: its fees, and the rent of a token account for each transfer. */
const MOST_LAMPORTS = 10_000n + BigInt(MOST_TRANSFERS) * 2_039_280n
/** Refusals of a simulation that say nothing about the transfers: the transaction is signed anew later. */
const TOO_OLD = new Set(['"BlockhashNotFound"', '"AlreadyProcessed"'])

/**
 * Signs, stores and sends transactions until no ready payout can be sent. A payout that cannot be paid is held with its
 * reason; a transaction that would fail is divided, so that one recipient holds up no other.
 */
export async function sendPayouts(deps: PayoutDeps): Promise<void> {
  const { store, log } = deps
  const ready = await store.ready(AT_ONCE)
  for (const batch of batchesOf(ready)) {
    const why = await sendBatch(deps, batch)
    await store.explain(
      batch.map(({ id }) => id),
      why,
    )
    if (why === null) continue
    log.warn({ reason: why, payouts: batch.length }, 'payouts wait')
    // What this batch lacks, later ones lack too, but for a smaller one under the day's cap.
    if (why !== 'daily_cap') return
  }
}

/** Divides payouts into transactions of one currency: a wallet at most once in each, what failed with others alone. */
export function batchesOf(ready: readonly ReadyPayout[]): ReadyPayout[][] {
  const batches: ReadyPayout[][] = []
  for (const payout of ready) {
    const fits = (batch: ReadyPayout[]) =>
      batch.length < MOST_TRANSFERS &&
      batch.every(
        ({ isAlone, wallet, currency }) => !isAlone && wallet !== payout.wallet && currency === payout.currency,
      )
    const open = payout.isAlone ? undefined : batches.find(fits)
    if (open === undefined) batches.push([payout])
    else open.push(payout)
  }
  return batches
}

/** Sends one transaction. Returns why its payouts wait, or null when they were sent, held or divided. */
async function sendBatch(deps: PayoutDeps, batch: readonly ReadyPayout[]): Promise<string | null> {
  const { treasury, chain, store, dailyCaps, log } = deps
  const currency = batch[0]?.currency ?? 'usdc'
  const dailyCap = dailyCaps[currency]
  const legs = await legsOf(deps, batch)
  if (legs.length === 0) return null
  const amount = legs.reduce((sum, leg) => sum + leg.amount, 0n)
  if (await isPoor(deps, amount, currency)) return 'treasury_empty'
  const id = store.newId()
  const { blockhash, lastValidBlockHeight } = await chain.blockhash()
  const signed = signPayout(treasury, { transfers: legs, currency, blockhash, memo: `payout ${id}` })
  const { err } = await chain.simulate(signed.raw)
  if (err !== null) {
    const error = JSON.stringify(err)
    if (TOO_OLD.has(error)) return 'chain_is_behind'
    await (legs.length === 1 ? store.hold(legs[0]?.payoutId ?? '', reasonOf(error)) : store.separate(ids(legs)))
    log.warn({ err: error, payouts: ids(legs) }, 'a transfer would fail; its payout is sent alone or held')
    return null
  }
  const answer = await store.store({ id, lastValidBlockHeight, ...signed }, { currency, legs }, dailyCap)
  if (answer === 'daily_cap' && legs.length === 1 && amount > dailyCap) {
    await store.hold(legs[0]?.payoutId ?? '', 'over_daily_cap')
    return null
  }
  if (answer === 'daily_cap') {
    // A smaller part may fit under the cap.
    if (legs.length > 1) await store.separate(ids(legs))
    return answer
  }
  if (answer === 'stored') await broadcast(deps, { id, ...signed })
  return null
}

const ids = (legs: readonly Leg[]) => legs.map(({ payoutId }) => payoutId)

/**
 * The transfers of a batch. Holds a payout whose recipient closed the token account that the treasury had opened. A
 * refund opens none: its recipient paid from one, and could have us pay for another each time.
 */
async function legsOf({ chain, store }: PayoutDeps, batch: readonly ReadyPayout[]): Promise<Leg[]> {
  const held = await Promise.all(
    batch.map(async ({ wallet, currency }) => (currency === 'sol' ? 0n : chain.microUsdcOf(wallet))),
  )
  const legs: Leg[] = []
  for (const [at, { id, wallet, amount, isRefund, openedBy }] of batch.entries()) {
    const opens = held[at] === null
    if (opens && (isRefund || (openedBy !== null && openedBy !== id))) await store.hold(id, 'token_account_closed')
    else legs.push({ payoutId: id, wallet, amount, opens })
  }
  return legs
}

async function isPoor(
  { treasury, chain, store }: PayoutDeps,
  amount: bigint,
  currency: PayoutCurrency,
): Promise<boolean> {
  const address = treasury.publicKey.toBase58()
  const [microUsdc, lamports, onTheWay] = await Promise.all([
    chain.microUsdcOf(address),
    chain.lamportsOf(address),
    store.onTheWay(currency),
  ])
  if (currency === 'sol') return lamports < amount + onTheWay + MOST_LAMPORTS
  return (microUsdc ?? 0n) < amount + onTheWay || lamports < MOST_LAMPORTS
}

/** The program error of a token account that the issuer of USDC froze. */
const FROZEN = '"Custom":17'

const reasonOf = (error: string): string => (error.includes(FROZEN) ? 'token_account_frozen' : 'transfer_would_fail')

/** Sends stored bytes. Sending again is harmless, and a refusal by one node says nothing about others. */
export async function broadcast(
  { chain, store, log }: Pick<PayoutDeps, 'chain' | 'store' | 'log'>,
  { id, raw, signature }: { id: string; raw: string; signature: string },
): Promise<void> {
  try {
    await chain.send(raw)
  } catch (error) {
    if (!(error instanceof RpcRefused || error instanceof TemporarilyUnavailable)) throw error
    log.warn({ err: error, transaction: signature }, 'a payout was not taken; it is sent again')
  }
  await store.noteSent(id)
}
