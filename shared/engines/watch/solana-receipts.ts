import { z } from 'zod'

import type { OutcomeContext } from '#shared/outcomes/context.ts'

import { balanceChanges } from '../solana/balance-changes.ts'
import { LandedTransaction } from '../solana/landed-transaction.ts'
import { openSolanaReader, Slot } from '../solana/solana-reader.ts'
import { associatedTokenAccount, TOKEN_PROGRAM } from '../x402/solana-address.ts'
import type { Received } from './judge-watch.ts'
import { tooBusy } from './too-busy.ts'
import type { Watch } from './watch-id.ts'

const Listed = z.array(z.object({ signature: z.string(), slot: Slot, err: z.unknown(), blockTime: z.int().nullish() }))

/** The newest transactions that one watch looks at. */
const MOST_LISTED = 100
const MOST_READ = 40
const AT_ONCE = 4

/** Looks for transfers of the watched mint to the wallet's token account; each transaction is read once. */
export function solanaReceipts(ctx: Pick<OutcomeContext, 'chains' | 'signal'>, watch: Watch, withinMs: number) {
  const account = associatedTokenAccount(watch.payTo, watch.token, TOKEN_PROGRAM)
  const known = new Map<string, Omit<Received, 'confirmations'> | null>()
  return async () => {
    const reader = openSolanaReader(ctx, 'solana', { withinMs })
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
    const unread = counted.filter(({ signature }) => !known.has(signature)).slice(0, MOST_READ)
    for (let at = 0; at < unread.length; at += AT_ONCE) {
      await Promise.all(
        unread.slice(at, at + AT_ONCE).map(async ({ signature }) => {
          const how = { encoding: 'json', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }
          const landed = await reader.ask('getTransaction', [signature, how], LandedTransaction.nullable())
          if (landed !== null) known.set(signature, receivedIn(landed, signature, watch))
        }),
      )
    }
    const received = counted.toReversed().flatMap(({ signature, slot: at }): Received[] => {
      const one = known.get(signature)
      return one === undefined || one === null ? [] : [{ ...one, confirmations: Math.max(slot - at + 1, 1) }]
    })
    return { received, stamp: reader.stamp(slot, await reader.timeOf(slot)) }
  }
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
