import { networkInterfaces } from 'node:os'

import { canonicalAddress } from '#shared/lib/network/public/judge-address.ts'

const FRESH_MS = 5_000

/** Returns a function that reads the addresses of this machine's interfaces, cached for 5 s. */
export function ownAddressesOf(interfaces = networkInterfaces, now: () => number = () => performance.now()) {
  let known: ReadonlySet<string> = new Set()
  let until = Number.NEGATIVE_INFINITY
  return (): ReadonlySet<string> => {
    if (now() < until) return known
    known = new Set(
      Object.values(interfaces()).flatMap((list) => list?.map(({ address }) => canonicalAddress(address)) ?? []),
    )
    until = now() + FRESH_MS
    return known
  }
}
