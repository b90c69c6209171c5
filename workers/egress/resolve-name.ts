import { Resolver } from 'node:dns/promises'

import { Unreachable } from './denied.ts'
import type { ResolveName } from './policy.ts'

/** DNS errors for names without addresses. Other errors mean that DNS failed. */
const NONE = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

/**
 * Creates a resolver for A and AAAA, without search domains and /etc/hosts. `timeoutMs` covers both queries. Uses
 * c-ares, not libuv's thread pool, which a few slow names would block for all other work.
 */
export function createResolver({
  timeoutMs = 3_000,
  servers,
}: {
  timeoutMs?: number
  /** Servers to use instead of the system's. */
  servers?: readonly string[]
} = {}): ResolveName {
  const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / 3), tries: 2 })
  if (servers !== undefined) resolver.setServers(servers)
  return async (name) => {
    // The trailing dot makes the name absolute.
    const asked = Promise.allSettled([resolver.resolve4(`${name}.`), resolver.resolve6(`${name}.`)])
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Unreachable('DNS did not answer in time')), timeoutMs)
    try {
      return addressesOf(await Promise.race([asked, late]))
    } finally {
      clearTimeout(timer)
    }
  }
}

/**
 * Collects the addresses of both families. One failed family does not hide the other: many zones answer AAAA with an
 * error.
 */
function addressesOf(answers: readonly PromiseSettledResult<string[]>[]): string[] {
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (addresses.length > 0) return addresses
  const failed = answers.find((answer) => answer.status === 'rejected' && !saysNone(answer.reason))
  if (failed !== undefined) throw new Unreachable('DNS failed')
  return []
}

const saysNone = (error: unknown) => error instanceof Error && 'code' in error && NONE.has(String(error.code))
