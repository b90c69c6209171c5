import { credentialMint } from '#shared/money/credentials.ts'
import { grantPass } from '#shared/money/passes/grant-pass.ts'

import type { Cluster, Member } from '../world/cluster.ts'
import { testEnv } from '../world/world.ts'
import { encoded, payOnBase } from '../world/x402-payment.ts'
import type { PayOnce } from './pay-at-rate.ts'

const HELLO = { text: 'hello' }
/** A pass may make a call a second, so there are more of them than the rate of all calls together. */
const KEYS = 8
const PASSES = 24

/** Callers with a key or a pass each, from addresses of their own. */
export async function keysAndPasses(cluster: Cluster, ingress: Member): Promise<PayOnce[]> {
  const mint = credentialMint(testEnv('', undefined)['SERVER_SECRET'] ?? '', 'test')
  const keys = await Promise.all(Array.from({ length: KEYS }, () => cluster.key(10_000)))
  const passes = await Promise.all(Array.from({ length: PASSES }, () => grantPass(cluster.db.pg, mint, 'day')))
  const credentials: Record<string, string>[] = [
    ...keys.map(({ key }) => ({ 'x-service-key': key })),
    ...passes.map(({ passToken }) => ({ 'x-day-pass': passToken })),
  ]
  return credentials.map((credential, nth) => async () => {
    const headers = { ...credential, 'x-forwarded-for': `192.0.2.${nth}` }
    return (await cluster.call(ingress, 'hash-text', HELLO, headers))?.status
  })
}

/** A caller who pays each call from another wallet, as an honest client does. */
export async function honestWallets(cluster: Cluster, ingress: Member): Promise<PayOnce[]> {
  const challenge = await cluster.call(ingress, 'hash-text', HELLO, {})
  if (challenge === null) throw new Error('no 402 to pay')
  return Array.from({ length: KEYS }, (_, nth) => async () => {
    const headers = { 'payment-signature': encoded(payOnBase(challenge)), 'x-forwarded-for': `198.18.0.${nth}` }
    return (await cluster.call(ingress, 'hash-text', HELLO, headers))?.status
  })
}
