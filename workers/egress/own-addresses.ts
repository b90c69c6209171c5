import { networkInterfaces } from 'node:os'

import { canonicalAddress } from './judge-address.ts'

const FRESH_MS = 5_000

/** The addresses of this machine's network interfaces, looked up again every few seconds. */
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
