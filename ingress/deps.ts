import type { Config } from '#shared/config.ts'
import type { Db } from '#shared/db/open-db.ts'
import type { Log } from '#shared/log.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import type { ServiceReliability } from '#shared/doors/context.ts'
import type { QueueBackend } from '#shared/queues/backend.ts'
import type { Tracer } from '#shared/tracing/tracer.ts'
import type { Pool } from '#shared/calls/pools.ts'
import type { KeptActors } from '#shared/market/users/kept-actors.ts'
import type { ShownSlot } from '#shared/store/merchants/read-slots.ts'

import type { CallRequest } from './call/call-request.ts'
import type { InFlight } from './call/admission/in-flight.ts'
import type { PaymentIntake } from './call/payment/payment-intake.ts'
import type { BodyRoom } from './http/body/body-room.ts'
import type { Asked, Planned } from '#shared/router/plan/plan.ts'

import type { Limiter } from './http/limiter.ts'
import type { RefusedRequests } from './http/refused-requests.ts'
import type { Reply } from './http/route.ts'
import type { PaymentHealth } from './ops/payment-health.ts'
import type { StorageState } from './http/storage-watch.ts'
import type { X402Sales } from './x402-sales-cache.ts'

/** What some workers of a pool have to tell: why they keep it closed, or what isolation it is open without. */
export type PoolTrouble = { text: string; isOpen: boolean; workers: number }

/** A pool as this ingress last sampled it from the database. */
export type PoolSample = {
  /** Worker processes that have it open. */
  workers: number
  /** Calls the pool's workers can run at once. */
  slots: number
  /** Calls held or running. */
  open: number
  /** Mean run time of a call in milliseconds, as the workers measure it. */
  runMs: number
  /** Age of the oldest call that waits, in milliseconds. */
  oldestWaitMs: number
  /** Outcomes, of any pool, that rest because they ended their workers. */
  paused: ReadonlySet<string>
  /** Optional data packages that some worker of the pool does not have. */
  lacks: ReadonlySet<string>
  notices: readonly PoolTrouble[]
  /** Keys with half of the pool's open calls or more, by fingerprint (base64), and how many those are. */
  openByKey: Map<string, number>
  /** Open calls that are not of the key with most. */
  openByOtherKeys: number
}

/** What the process counts for its operator; names and labels are in ingress/ops/metrics.ts. */
export type Meter = {
  /** One outcome call answered: `code` is `ok`, `accepted` (202), `replayed` or a refusal's code. */
  answered: (slug: string, code: string, ms: number) => void
  /** One request answered, of any route: its pattern (`?` where none matched), status and who paid. */
  requested: (route: string, status: number, payer: string) => void
  /** One goal for which the text model was to propose a plan: what became of that, as a word of ours. */
  proposed: (end: string) => void
}

/** Everything the ingress is built from. `main.ts` makes it; each part takes what it needs of it. */
export type IngressDeps = {
  config: Config
  log: Log
  db: Db
  queues: QueueBackend
  mint: CredentialMint
  /** Every outcome, as it is listed. */
  catalog: ReadonlyMap<string, CatalogEntry>
  /** Everything that is called and paid: the catalog's outcomes and the bundles made of them. */
  forSale: ReadonlyMap<string, CatalogEntry>
  /** Counters all ingresses share, for credentials. */
  limiter: Limiter
  /** Users of credentials, some seconds old at most, for routes whose statements look at the credential again. */
  keptActors: KeptActors
  /** Counts paid calls and requests of the marketplace: in this process first, reconciled with Redis, so that none waits for it. */
  callLimiter: Limiter
  /** Counters of this process, for what must not touch Redis: unpaid 402s and discovery. */
  localLimiter: Limiter
  /** Counts what is refused, before the next body of the same sender is read. */
  refused: RefusedRequests
  /** Room for the bodies this process holds. */
  bodyRoom: BodyRoom
  meter: Meter
  tracer: Tracer
  /** Runs one paid call; also how the trial claim spends its first cent. */
  paidCall: (request: CallRequest) => Promise<Reply>
  /**
   * Plans a goal for the address that asks, beside the requests that are served; with what a text model proposes where one is
   * configured and a header has a key that could pay for the run.
   */
  planGoal: (asked: Asked, address: string, header: (name: string) => string | undefined) => Promise<Planned>
  /** The requests this process holds open. */
  inFlight: InFlight
  /** Where x402 payments are presented and settled. */
  payments: PaymentIntake
  /** How payments were when they were last looked at; never waits for a chain. */
  paymentHealth: () => PaymentHealth | Promise<PaymentHealth>
  /** The pools as sampled at most 250 ms ago; null while the database does not answer. */
  pools: () => Promise<ReadonlyMap<Pool, PoolSample> | null>
  /** The pools as read a few seconds ago at most; null until they were. Served without touching the database. */
  lastPools: () => ReadonlyMap<Pool, PoolSample> | null
  /** Reliability counts of every slug, at most a minute old; served without touching the database. */
  reliability: () => ReadonlyMap<string, ServiceReliability>
  /** Paid places in the catalog, a few seconds old at most; served without touching the database. */
  slots: () => readonly ShownSlot[]
  /** What sellers sell by x402, half a minute old at most; served without touching the database. */
  x402Sales: () => X402Sales
  /** The room for what is stored, a few seconds old at most. */
  storage: () => StorageState
  now: () => Date
  /** True from SIGTERM on: readiness turns red, what is under way is finished. */
  stopping: () => boolean
}
