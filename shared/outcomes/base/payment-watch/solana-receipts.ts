import pMap from 'p-map'
import { z } from 'zod'

import { Refusal } from '#shared/errors.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'

import { balanceChanges } from '#shared/engines/solana/balance-changes.ts'
import { LandedTransaction } from '#shared/engines/solana/landed-transaction.ts'
import { openSolanaReader, Slot, type SolanaReader } from '#shared/engines/solana/solana-reader.ts'
import {
  associatedTokenAccount,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '#shared/engines/x402/networks/solana-address.ts'
import type { Received } from './judge-watch.ts'
import { tooBusy } from './too-busy.ts'
import type { Watch } from './watch-id.ts'

const Listed = z.array(z.object({ signature: z.string(), slot: Slot, err: z.unknown(), blockTime: z.int().nullish() }))

/** The newest transactions that one watch looks at. */
const MOST_LISTED = 100
const AT_ONCE = 8

/** Looks for transfers of the watched mint to the wallet's token account; each transaction is read once. */
export function solanaReceipts(ctx: Pick<OutcomeContext, 'chains' | 'signal'>, watch: Watch, withinMs: number) {
  const known = new Map<string, Omit<Received, 'confirmations'> | null>()
  let account: string | null | undefined
  return async () => {
    const reader = openSolanaReader(ctx, 'solana', { withinMs })
    account ??= await tokenAccountOf(reader, watch)
    const [slot, listed] = await Promise.all([
      reader.ask('getSlot', [{ commitment: 'confirmed' }], Slot),
      account === null
        ? []
        : reader.ask('getSignaturesForAddress', [account, { limit: MOST_LISTED, commitment: 'confirmed' }], Listed),
    ])
    const counted = listed.filter(
      (line) =>
        hasNotFailed(line) &&
        (watch.sinceBlock === null ? (line.blockTime ?? Infinity) >= watch.sinceS : line.slot >= watch.sinceBlock),
    )
    // A sum over a part would be a wrong one.
    if (listed.length === MOST_LISTED && counted.length === listed.filter(hasNotFailed).length)
      throw tooBusy(`${MOST_LISTED} transactions`)
    const unread = counted.filter(({ signature }) => !known.has(signature))
    await pMap(
      unread,
      async ({ signature }) => {
        known.set(signature, receivedIn(await landedOf(reader, signature), signature, watch))
      },
      { concurrency: AT_ONCE },
    )
    const received = counted.toReversed().flatMap(({ signature, slot: at }): Received[] => {
      const one = known.get(signature)
      return one === undefined || one === null ? [] : [{ ...one, confirmations: Math.max(slot - at + 1, 1) }]
    })
    return { received, stamp: reader.stamp(slot, await reader.timeOf(slot)) }
  }
}

/** Where the wallet holds the mint: Token-2022 has accounts of its own. */
async function tokenAccountOf(reader: SolanaReader, { payTo, token }: Watch): Promise<string | null> {
  const { accounts } = await reader.accounts([token], { offset: 0, length: 0 })
  const program = accounts[0]?.owner === TOKEN_2022_PROGRAM ? TOKEN_2022_PROGRAM : TOKEN_PROGRAM
  return associatedTokenAccount(payTo, token, program)
}

/** A transaction that is listed; one that no node gives would be missing in the sum. */
async function landedOf(reader: SolanaReader, signature: string): Promise<LandedTransaction> {
  const how = { encoding: 'json', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }
  const landed = await reader.ask(
    'getTransaction',
    [signature, how],
    LandedTransaction.nullable(),
    (found) => found !== null,
  )
  if (landed !== null) return landed
  throw new Refusal('upstream_unavailable', 'No node gives a transaction that is listed; nothing was charged.', {
    retryAfterS: 5,
    fix: { action: 'Send the call again in a few seconds.' },
    extra: { reason: 'rpc_unavailable', tried: [{ source: reader.stamp(0, null).source.name, problem: 'lagging' }] },
  })
}

const hasNotFailed = ({ err }: { err?: unknown }) => err === null || err === undefined

/** What a transaction brought the watched wallet, from whoever lost most of the mint; null when it brought nothing. */
function receivedIn(
  landed: LandedTransaction,
  signature: string,
  watch: Watch,
): Omit<Received, 'confirmations'> | null {
  const changes = balanceChanges(landed).filter(({ mint }) => mint === watch.token)
  const gained = changes.find(({ owner, raw }) => owner === watch.payTo && raw > 0n)
  const payer = changes.find(({ raw }) => raw < 0n)?.owner ?? ''
  if (gained === undefined || (watch.from !== null && watch.from !== payer)) return null
  return { transaction: signature, from: payer, raw: gained.raw, timeS: landed.blockTime ?? null }
}
