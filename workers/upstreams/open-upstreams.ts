import type { Config } from '#shared/config.ts'
import type { Db } from '#shared/db/open-db.ts'
import type { Log } from '#shared/log.ts'
import { noTracer, type Tracer } from '#shared/tracing/tracer.ts'
import type { UpstreamsDoor } from '#shared/doors/upstreams.ts'

import { Agents } from './agents.ts'
import { UpstreamCache } from './cache.ts'
import { silentMeter, type UpstreamMeter } from './meter.ts'
import { sharedPace } from './pace.ts'
import type { Agent } from './target.ts'
import { upstreamsDoor } from './upstreams-door.ts'

const MIB = 1024 * 1024

/** Opens the upstream clients of a worker process. Connects with the first request. */
export function openUpstreams({
  config,
  db,
  log,
  meter = silentMeter,
  tracer = noTracer,
}: {
  config: Pick<Config, 'upstreams' | 'UPSTREAM_CONTACT' | 'UPSTREAM_MEMORY_MB' | 'PUBLIC_BASE_URL'>
  db: Pick<Db, 'pg'>
  log: Log
  meter?: UpstreamMeter
  tracer?: Tracer
}): UpstreamsDoor {
  return upstreamsDoor({
    settings: config.upstreams,
    agent: agentOf(config),
    cache: new UpstreamCache(db.pg, log, config.UPSTREAM_MEMORY_MB * MIB),
    pace: sharedPace(db.pg, log),
    breakers: new Map(),
    agents: new Agents(),
    meter,
    tracer,
    log,
  })
}

/** Our User-Agent. Contains the site and the contact only if they are set. */
export function agentOf({
  PUBLIC_BASE_URL: site,
  UPSTREAM_CONTACT: contact,
}: Pick<Config, 'PUBLIC_BASE_URL' | 'UPSTREAM_CONTACT'>): Agent {
  const where = [site === undefined ? undefined : `+${site}`, contact].filter((part) => part !== undefined).join('; ')
  return { name: where === '' ? 'Farebox/1.0' : `Farebox/1.0 (${where})`, hasContact: contact !== undefined }
}
