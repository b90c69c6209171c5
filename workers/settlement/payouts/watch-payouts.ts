import { broadcast, type PayoutDeps } from './send-payouts.ts'
import { usdcAccountOf } from './payout-transaction.ts'

/** Open transactions that are looked at in one round. */
const AT_ONCE = 64

/**
 * Looks at every open transaction: sends it again while no node has seen it, and records what a final block says. New
 * bytes are signed only for payouts whose transaction failed there, or can never get into a block.
 */
export async function watchPayouts(deps: PayoutDeps): Promise<void> {
  const { chain, store, log } = deps
  const open = await store.open(AT_ONCE)
  if (open.length === 0) return
  const accountOf = ({ wallet, currency }: (typeof open)[number]) =>
    currency === 'sol' ? wallet : usdcAccountOf(wallet).toBase58()
  const found = await chain.find(open.map((one) => ({ ...one, account: accountOf(one) })))
  for (const [at, { id, raw, signature, legs }] of open.entries()) {
    const judged = found[at] ?? { state: 'seen' }
    if (judged.state === 'landed') {
      await store.markPaid(id, judged.slot)
      log.info({ transaction: signature, payouts: legs }, 'payouts are final')
    } else if (judged.state === 'failed') {
      await store.markVoid(id, { state: 'failed', error: judged.error, slot: judged.slot })
      log.warn(
        { transaction: signature, payouts: legs, err: judged.error },
        'a payout failed on chain; nobody was paid',
      )
    } else if (judged.state === 'gone' && (await store.markVoid(id, { state: 'expired' })) > 0) {
      log.warn({ transaction: signature, payouts: legs }, 'a payout expired unseen; its payouts are signed again')
    } else if (judged.state !== 'seen') {
      await broadcast(deps, { id, raw, signature })
    }
  }
}
