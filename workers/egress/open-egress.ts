import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'

import type { Config } from '#shared/config.ts'
import type { Log } from '#shared/log.ts'
import { noTracer, type Tracer } from '#shared/tracing/tracer.ts'
import type { EgressDoor } from '#shared/doors/egress.ts'
import { hostnameOf, portOf } from '#shared/lib/network/public/admit-url.ts'
import { sampleSiteExceptions } from '#shared/lib/network/sample-site.ts'

import { Denied } from './denied.ts'
import { denialDelay, refusalFor } from './failures.ts'
import type { FetchDeps } from './fetch-url.ts'
import { ownAddressesOf } from './own-addresses.ts'
import { type EgressMeter, silentMeter } from './meter.ts'
import { createPolicy, type EgressPolicy, type ResolveName } from './policy.ts'
import { createResolver } from './resolve-name.ts'

type Settings = Pick<Config, 'EGRESS_ALLOW' | 'SAMPLE_SITE_PORT' | 'publicBaseUrl' | 'production'>

/** The policy of this installation: its exceptions, the playground's sample site, its own names and addresses. */
export function policyOf(config: Settings, resolveName: ResolveName = createResolver()): EgressPolicy {
  return createPolicy({
    allow: [...(config.EGRESS_ALLOW ?? []), ...sampleSiteExceptions(config.SAMPLE_SITE_PORT)],
    resolveName,
    ownNames: [new URL(config.publicBaseUrl).hostname, hostname()],
    ownAddresses: ownAddressesOf(),
  })
}

/** Our User-Agent. Contains the base URL only if PUBLIC_BASE_URL is set. */
export const userAgentOf = ({ PUBLIC_BASE_URL }: Pick<Config, 'PUBLIC_BASE_URL'>): string =>
  PUBLIC_BASE_URL === undefined ? 'Farebox/1.0' : `Farebox/1.0 (+${PUBLIC_BASE_URL})`

/** Warns the operator about egress exceptions in production. */
export function logExceptions(config: Settings, log: Log): void {
  if (!config.production) return
  for (const { host, port, ip } of config.EGRESS_ALLOW ?? []) {
    log.warn({ host, port, ip }, 'EGRESS_ALLOW opens an exception in guarded egress')
  }
}

/**
 * Opens guarded egress. undici is loaded with the first fetch. Idle connections close after seconds, so nothing has to
 * be closed at exit.
 */
export function openEgress(options: {
  policy: EgressPolicy
  userAgent: string
  meter?: EgressMeter
  tracer?: Tracer
  pause?: FetchDeps['pause']
  now?: () => Date
}): EgressDoor {
  const { policy, userAgent, meter = silentMeter, tracer = noTracer } = options
  const { pause = pauseUntil, now = () => new Date() } = options
  let loading: Promise<EgressDoor['fetch']> | undefined
  const load = async (): Promise<EgressDoor['fetch']> => {
    const [{ Agent }, { guardedConnector }, { fetchUrl, PATIENCE }] = await Promise.all([
      import('undici'),
      import('./connector.ts'),
      import('./fetch-url.ts'),
    ])
    const agent = new Agent({
      connect: guardedConnector(policy),
      allowH2: false,
      pipelining: 1,
      keepAliveTimeout: 4_000,
      keepAliveMaxTimeout: 10_000,
      ...PATIENCE,
    })
    return (text, request = {}) => fetchUrl({ policy, agent, userAgent, meter, pause, now }, text, request)
  }
  return {
    fetch: (url, request) =>
      tracer.within('fetch', {}, async () => (await (loading ??= load()))(url, request), { kind: 'client' }),
    async vet(text, signal = NEVER) {
      const began = performance.now()
      try {
        const url = policy.admit(text)
        await policy.resolve(hostnameOf(url), portOf(url))
        return url.href
      } catch (error) {
        meter.ended(error)
        if (error instanceof Denied) await pause(denialDelay(performance.now() - began), signal)
        throw refusalFor(error, text)
      }
    },
  }
}

const NEVER = new AbortController().signal

/** Resolves early when the signal aborts. */
const pauseUntil = (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }).catch(() => undefined)
