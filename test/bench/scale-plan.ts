import { z } from 'zod'

/** What one paid call costs in each part, as measured (docs/scaling.md says where), in milliseconds of CPU and in bytes. */
const Figures = z.object({
  ingressMs: z.number(),
  workerMs: z.number(),
  redisMs: z.number(),
  postgresMs: z.number(),
  /** The same behind PgBouncer, with statements that have no names. */
  pooledPostgresMs: z.number(),
  pgbouncerMs: z.number(),
  logBytes: z.number(),
  rowBytes: z.number(),
})
type Figures = z.output<typeof Figures>

/** Reads the figures that docs/scaling.md gives. */
export function readFigures(document: string): Figures {
  const [, json = '{}'] = /```json\n(\{[^]*?\})\n```/.exec(document) ?? []
  return Figures.parse(JSON.parse(json))
}

/** What is assumed and not measured. */
export type Assumptions = {
  /** Share of a core that is planned with; the rest is for peaks and for what is not a paid call. */
  load: number
  /** Most cores of one primary that are planned with. */
  primaryCores: number
  /** Connections of each process: DB_POOL_MAX, 4 and 8. */
  connectionsOfProcess: number
  /** Connections of one primary that are planned with; more processes need a pooler before it. */
  mostConnections: number
  /** Days for which rows of calls are kept where they cost disk. */
  keptDays: number
  /** Dollars a month: a core of ours or of Redis, a core of PostgreSQL with its memory and a standby, a GB of its disk. */
  corePrice: number
  postgresCorePrice: number
  gbPrice: number
}

export const ASSUMED: Assumptions = {
  load: 0.6,
  primaryCores: 32,
  connectionsOfProcess: 22,
  mostConnections: 400,
  keptDays: 30,
  corePrice: 30,
  postgresCorePrice: 120,
  gbPrice: 0.12,
}

export type Plan = {
  perSecond: number
  ingresses: number
  workers: number
  redisCores: number
  /** Queues of the busiest pool, each in a slot of its own, because one slot is served by one core. */
  slots: number
  postgresCores: number
  /** PostgreSQL primaries, among which accounts are shared out. */
  shards: number
  connections: number
  isPooled: boolean
  pgbouncers: number
  logMbPerSecond: number
  diskGb: number
  dollars: number
}

/** What so many paid calls a second need. An ingress, a worker and a PgBouncer use one core each. */
export function planFor(perSecond: number, figures: Figures, assumed: Assumptions = ASSUMED): Plan {
  const coresFor = (ms: number) => Math.ceil((perSecond * ms) / 1_000 / assumed.load)
  const ingresses = coresFor(figures.ingressMs)
  const workers = coresFor(figures.workerMs)
  const redisCores = coresFor(figures.redisMs)
  const connections = (ingresses + workers) * assumed.connectionsOfProcess
  const direct = Math.ceil(coresFor(figures.postgresMs) / assumed.primaryCores)
  // Each process may be connected to every primary.
  const isPooled = connections > assumed.mostConnections
  const postgresCores = coresFor(isPooled ? figures.pooledPostgresMs : figures.postgresMs)
  const shards = isPooled ? Math.ceil(postgresCores / assumed.primaryCores) : direct
  const pgbouncers = isPooled ? Math.max(shards, coresFor(figures.pgbouncerMs)) : 0
  const diskGb = Math.ceil((perSecond * 86_400 * assumed.keptDays * figures.rowBytes) / 1e9)
  const dollars =
    (ingresses + workers + redisCores + pgbouncers) * assumed.corePrice +
    postgresCores * assumed.postgresCorePrice +
    diskGb * assumed.gbPrice
  return {
    perSecond,
    ingresses,
    workers,
    redisCores,
    slots: redisCores,
    postgresCores,
    shards,
    connections,
    isPooled,
    pgbouncers,
    logMbPerSecond: Math.round((perSecond * figures.logBytes) / 1e5) / 10,
    diskGb,
    dollars: Math.round(dollars),
  }
}

const number = (value: number) => value.toLocaleString('en-US')

/** The table of docs/scaling.md. */
export const planTable = (plans: readonly Plan[]): string =>
  [
    ['Paid calls a second', (plan: Plan) => number(plan.perSecond)],
    ['Ingresses, one core each', (plan: Plan) => number(plan.ingresses)],
    ['Workers of the outcome pool, one core each', (plan: Plan) => number(plan.workers)],
    ['Cores of Redis', (plan: Plan) => number(plan.redisCores)],
    ['Slots that the queue of the busiest pool needs', (plan: Plan) => number(plan.slots)],
    ['Cores of PostgreSQL', (plan: Plan) => number(plan.postgresCores)],
    ['Shards (primaries)', (plan: Plan) => number(plan.shards)],
    ['Connections of our processes', (plan: Plan) => number(plan.connections)],
    ['PgBouncers', (plan: Plan) => number(plan.pgbouncers)],
    ['Log, MB a second', (plan: Plan) => number(plan.logMbPerSecond)],
    ['Rows of 30 days, GB', (plan: Plan) => number(plan.diskGb)],
    ['Dollars a month', (plan: Plan) => number(plan.dollars)],
  ]
    // Safe: every entry is a title and how to write a plan.
    .map(([title, write]) => `| ${[title as string, ...plans.map(write as (plan: Plan) => string)].join(' | ')} |`)
    .join('\n')
    // The first row is the head of the table.
    .replace('\n', `\n|${'---|'.repeat(plans.length + 1)}\n`)
