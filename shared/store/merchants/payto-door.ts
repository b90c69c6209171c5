import type { PaytoDoor, PaytoHistory, PaytoSeen } from '#shared/doors/merchants.ts'
import { isoUtc } from '#shared/db/iso-utc.ts'

import { writeOnce, RECORD_EFFECT, recorded } from '../effects.ts'
import type { StoreCall } from '../store-call.ts'

type Row = PaytoSeen & { count: number; firstSeen: string; lastSeen: string }

/**
 * The payTo addresses of merchants, as this service observed them. Shared by all callers, because they describe the
 * merchant.
 */
export const paytoDoor = (call: StoreCall): PaytoDoor => ({
  async observe(origin, seen) {
    const distinct = [...new Map(seen.map((one) => [`${one.network} ${one.address}`, one])).values()]
    const rows = await writeOnce(call.pg, call.effectId, async () => {
      const values = [
        call.effectId,
        origin,
        distinct.map(({ network }) => network),
        distinct.map(({ address }) => address),
        distinct.map(({ amount }) => amount),
        distinct.map(({ asset }) => asset),
      ]
      return recorded<Row[]>((await call.pg.query({ name: 'payto-observe', text: OBSERVE, values })).rows)
    })
    return historyOf(rows, distinct)
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

const OBSERVE = `
with before as (
  select network, address, amount, asset, count::int as count, ${isoUtc('first_seen')} as first_seen, ${isoUtc('last_seen')} as last_seen
  from payto_observation where origin = $2 order by last_seen desc limit 200
),
seen as (
  insert into payto_observation as o (origin, network, address, amount, asset)
  select $2, s.network, s.address, s.amount, s.asset from unnest($3::text[], $4::text[], $5::text[], $6::text[]) as s(network, address, amount, asset)
  on conflict (origin, network, address) do update set last_seen = now(), count = o.count + 1, amount = excluded.amount, asset = excluded.asset
),
answered as (
  select coalesce(json_agg(json_build_object('network', network, 'address', address, 'amount', amount, 'asset', asset, 'count', count,
    'firstSeen', first_seen, 'lastSeen', last_seen)), '[]') as answer from before
),
${RECORD_EFFECT}`
