import { fragment, now } from '#shared/db/fragment.ts'
import type { PaytoDoor, PaytoHistory, PaytoSeen } from '#shared/doors/merchants.ts'

import { writeOnce } from '../effects.ts'
import type { StoreCall } from '../store-call.ts'
import { PaytoObservation } from './payto-observation.entity.ts'

/** Maximum number of addresses of an origin in its history, the latest. */
const MOST_KNOWN = 200

type Row = PaytoSeen & { count: number; firstSeen: string; lastSeen: string }

/**
 * The payTo addresses of merchants, as this service observed them. Shared by all callers, because they describe the
 * merchant.
 */
export const paytoDoor = (call: StoreCall): PaytoDoor => ({
  async observe(origin, seen) {
    const distinct = [...new Map(seen.map((one) => [`${one.network} ${one.address}`, one])).values()]
    const before = await writeOnce(call, async (em) => {
      const known = await em.find(PaytoObservation, { origin }, { orderBy: { lastSeen: 'desc' }, limit: MOST_KNOWN })
      const again = {
        lastSeen: now,
        count: fragment`payto_observation.count + 1`,
        amount: fragment`excluded.amount`,
        asset: fragment`excluded.asset`,
      }
      await em
        .createQueryBuilder(PaytoObservation)
        .insert(distinct.map((one) => ({ origin, ...one })))
        .onConflict(['origin', 'network', 'address'])
        .merge(again)
        .execute('run')
      return known.map(rowOf)
    })
    return historyOf(before, distinct)
  },
})

/** Combines the rows of an origin from before this observation with the observation itself. */
export function historyOf(before: readonly Row[], seen: readonly PaytoSeen[], now = new Date()): PaytoHistory {
  const at = now.toISOString()
  const known = new Set(before.map(({ network, address }) => `${network} ${address}`))
  const fresh = seen
    .filter(({ network, address }) => !known.has(`${network} ${address}`))
    .map((one) => ({ ...one, count: 0, firstSeen: at, lastSeen: at }))
  const byNetwork = Map.groupBy([...before, ...fresh], ({ network }) => network)
  const changes = [...byNetwork.values()].flatMap((rows) => {
    const ordered = rows.toSorted((a, b) => (a.firstSeen < b.firstSeen ? -1 : 1))
    return ordered.slice(1).map((row, index) => ({
      network: row.network,
      from: ordered[index]?.address ?? '',
      to: row.address,
      at: row.firstSeen,
    }))
  })
  const firsts = before.map(({ firstSeen }) => firstSeen)
  return {
    firstSeen: firsts.toSorted()[0] ?? at,
    lastSeen: at,
    observations: Math.max(0, ...before.map(({ count }) => count)) + 1,
    changes: changes.toSorted((a, b) => (a.at < b.at ? -1 : 1)),
    earlier: before.map(({ network, address, amount, asset, lastSeen }) => ({
      network,
      address,
      amount,
      asset,
      lastSeen,
    })),
  }
}

const rowOf = ({ network, address, amount, asset, count, firstSeen, lastSeen }: PaytoObservation): Row => ({
  network,
  address,
  amount: amount ?? null,
  asset: asset ?? null,
  count: Number(count),
  firstSeen: firstSeen.toISOString(),
  lastSeen: lastSeen.toISOString(),
})
