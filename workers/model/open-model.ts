import type { Config } from '#shared/config.ts'
import type { Db } from '#shared/db/open-db.ts'
import type { Log } from '#shared/log.ts'
import { noTracer, type Tracer } from '#shared/tracing/tracer.ts'
import { modelNotConfigured } from '#shared/lib/models/model-not-configured.ts'
import { type ModelDoor, noModels } from '#shared/doors/model.ts'

import { Agents } from '../upstreams/agents.ts'
import { UpstreamCache } from '../upstreams/cache.ts'
import { silentMeter, type UpstreamMeter } from '../upstreams/meter.ts'
import { sharedPace } from '../upstreams/pace.ts'
import { modelDoor } from './model-door.ts'

/** Bytes of vectors cached in memory, in addition to PostgreSQL. */
const MEMORY_BYTES = 2 * 1024 * 1024

/** Opens the models of a worker process. Connects with the first request. */
export function openModel({
  config,
  db,
  log,
  meter = silentMeter,
  tracer = noTracer,
}: {
  config: Config
  db: Pick<Db, 'pg'>
  log: Log
  meter?: UpstreamMeter
  tracer?: Tracer
}): ModelDoor {
  const { LLM_BASE_URL: baseUrl, LLM_API_KEY: apiKey, LLM_TIMEOUT_MS: timeoutMs } = config
  if (baseUrl === undefined) return noModels(modelNotConfigured)
  const pace = sharedPace(db.pg, log)
  return modelDoor({
    config,
    endpoint: { baseUrl, apiKey, timeoutMs, agents: new Agents(), breakers: new Map(), pace, meter, tracer, log },
    cache: new UpstreamCache(db.pg, log, MEMORY_BYTES),
  })
}
