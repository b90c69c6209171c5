import type { CatalogEntry } from '#shared/catalog/catalog.ts'

import type { IngressDeps } from '../deps.ts'
import { DEFAULT_BODY_BYTES } from '../http/body/json-size.ts'
import { limitHeaders } from '../http/limiter.ts'
import type { Credential } from './credential-for.ts'

/** A pass covers 60 calls a minute. */
const PASS_CALLS_PER_MINUTE = 60

type LimitDeps = Pick<IngressDeps, 'config' | 'limiter' | 'localLimiter'>

/** Counts a call against its credential (by fingerprint, so that only its holder can spend it), or its address when free. */
export async function limitCall(
  { config, limiter }: LimitDeps,
  { outcome }: CatalogEntry,
  credentials: readonly Credential[],
  ip: string,
  bytes: number,
): Promise<Record<string, string>> {
  const payer = credentials.find((credential) => credential.kind === 'key' || credential.kind === 'pass')
  if (outcome.cents > 0 && payer?.kind !== 'pass' && credentials.some(({ kind }) => kind === 'payment')) {
    // Who pays is known once the payment is verified; until then only where it comes from is.
    return limitHeaders(await limiter.take({ name: 'paid', points: config.PAID_CALLS_PER_MINUTE, windowS: 60 }, ip))
  }
  if (outcome.cents === 0 || payer === undefined) {
    return limitHeaders(await limiter.take({ name: 'free', points: config.FREE_CALLS_PER_MINUTE, windowS: 60 }, ip))
  }
  const who = payer.hmac.toString('base64url')
  if (bytes > DEFAULT_BODY_BYTES)
    await limiter.take({ name: 'bytes', points: config.KEY_BYTES_PER_MINUTE, windowS: 60 }, who, bytes)
  const rule =
    payer.kind === 'pass'
      ? { name: 'pass', points: PASS_CALLS_PER_MINUTE }
      : payer.trial
        ? { name: 'trial', points: config.TRIAL_CALLS_PER_MINUTE }
        : { name: 'key', points: config.KEY_CALLS_PER_MINUTE }
  return limitHeaders(await limiter.take({ ...rule, windowS: 60 }, who))
}

/** Counts a 402 against its address, in this process only: it must touch neither Redis nor the database. */
export async function limitUnpaid({ config, localLimiter }: LimitDeps, ip: string): Promise<Record<string, string>> {
  return limitHeaders(
    await localLimiter.take({ name: 'unpaid', points: config.UNPAID_CALLS_PER_MINUTE, windowS: 60 }, ip),
  )
}
