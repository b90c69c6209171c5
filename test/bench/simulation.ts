import { seeded } from '../chaos/random.ts'

type Statement = { fixedMs: number; rowMs: number }
/** What a call costs each part, in milliseconds of CPU; `commitMs` is waiting only. */
export type Costs = {
  ingressMs: number
  workerMs: number
  redisMs: number
  accept: Statement
  start: Statement
  finish: Statement
  commitMs: number
}
export type Setting = {
  ingresses: number
  workers: number
  postgresCores: number
  accounts: number
  clients: number
  seconds: number
}
/** `load`: the share of its time each part was at work. PostgreSQL fills its time with smaller batches when it has any. */
export type Simulated = { perSecond: number; p50Ms: number; load: Record<string, number> }

type Call = { account: number; ingress: number; worker: number; since: number }

const BATCH = 64

/**
 * A discrete-event simulation of the paid call with callers that always wait for their answer: ingress, accept, queue,
 * start, run, finish, reply. Statements are shared as the product shares them (one under way for each process and
 * verb, with all that waits), and a statement holds the accounts of its calls until it is committed.
 */
export function simulate(costs: Costs, setting: Setting): Simulated {
  const random = seeded(1)
  const clock = createClock()
  const ingresses = Array.from({ length: setting.ingresses }, () => createServers(clock, 1))
  const workers = Array.from({ length: setting.workers }, () => createServers(clock, 1))
  const redis = createServers(clock, 1)
  const postgres = createServers(clock, setting.postgresCores)
  const locks = createLocks()
  const times: number[] = []

  const statement = ({ fixedMs, rowMs }: Statement, isMoney: boolean, next: (call: Call) => void) =>
    createShared((batch: Call[], done: () => void) => {
      const accounts = isMoney ? [...new Set(batch.map(({ account }) => account))].toSorted((a, b) => a - b) : []
      locks.take(accounts, () =>
        postgres.serve(fixedMs + rowMs * batch.length, () =>
          clock.after(isMoney ? costs.commitMs : 0, () => {
            locks.give(accounts)
            done()
            for (const call of batch) next(call)
          }),
        ),
      )
    })

  const answer = (call: Call) => {
    times.push(clock.now - call.since)
    ask(call)
  }
  const finish = workers.map(() => statement(costs.finish, true, answer))
  const start = workers.map((worker, nth) =>
    statement(costs.start, false, (call) => worker.serve(costs.workerMs, () => finish[nth]?.(call))),
  )
  const accept = ingresses.map(() =>
    statement(costs.accept, true, (call) => redis.serve(costs.redisMs, () => start[call.worker]?.(call))),
  )
  function ask({ ingress }: { ingress: number }): void {
    const call = {
      ingress,
      account: Math.floor(random() * setting.accounts),
      worker: Math.floor(random() * setting.workers),
      since: clock.now,
    }
    ingresses[ingress]?.serve(costs.ingressMs, () => accept[ingress]?.(call))
  }
  for (let client = 0; client < setting.clients; client += 1) ask({ ingress: client % setting.ingresses })
  clock.runUntil(setting.seconds * 1_000)

  const share = (servers: { busyMs: number }[], cores: number) =>
    servers.reduce((sum, { busyMs }) => sum + busyMs, 0) / (cores * setting.seconds * 1_000)
  const load = {
    ingress: share(ingresses, setting.ingresses),
    workers: share(workers, setting.workers),
    postgres: share([postgres], setting.postgresCores),
    redis: share([redis], 1),
  }
  const sorted = times.toSorted((one, other) => one - other)
  return {
    perSecond: times.length / setting.seconds,
    p50Ms: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    load,
  }
}

type Clock = ReturnType<typeof createClock>

function createClock() {
  let heap: { at: number; order: number; act: () => void }[] = []
  let order = 0
  const clock = {
    now: 0,
    after(ms: number, act: () => void) {
      order += 1
      push(heap, { at: clock.now + ms, order, act })
    },
    runUntil(endMs: number) {
      for (let event = pop(heap); event !== undefined && event.at <= endMs; event = pop(heap)) {
        clock.now = event.at
        event.act()
      }
      heap = []
    },
  }
  return clock
}

type Event = { at: number; order: number; act: () => void }
const isBefore = (one: Event, other: Event) => one.at < other.at || (one.at === other.at && one.order < other.order)

function push(heap: Event[], event: Event): void {
  let at = heap.push(event) - 1
  while (at > 0) {
    const above = (at - 1) >> 1
    const parent = heap[above]
    if (parent === undefined || !isBefore(event, parent)) break
    heap[at] = parent
    at = above
  }
  heap[at] = event
}

function pop(heap: Event[]): Event | undefined {
  const [top] = heap
  const last = heap.pop()
  if (top === undefined || last === undefined || heap.length === 0) return top
  let at = 0
  for (;;) {
    const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]]
    if (left === undefined) break
    const isRight = right !== undefined && isBefore(right, left)
    const child = isRight ? right : left
    if (!isBefore(child, last)) break
    heap[at] = child
    at = 2 * at + (isRight ? 2 : 1)
  }
  heap[at] = last
  return top
}

/** Cores that serve one piece of work each, first come first served. */
function createServers(clock: Clock, cores: number) {
  const waiting: { ms: number; act: () => void }[] = []
  let free = cores
  const next = () => {
    const work = free > 0 ? waiting.shift() : undefined
    if (work === undefined) return
    free -= 1
    servers.busyMs += work.ms
    clock.after(work.ms, () => {
      free += 1
      next()
      work.act()
    })
  }
  const servers = {
    busyMs: 0,
    serve(ms: number, act: () => void) {
      waiting.push({ ms, act })
      next()
    },
  }
  return servers
}

/** One batch under way; what arrives meanwhile leaves together. */
function createShared(flush: (batch: Call[], done: () => void) => void): (call: Call) => void {
  let waiting: Call[] = []
  let isUnderWay = false
  const leave = () => {
    if (isUnderWay || waiting.length === 0) return
    isUnderWay = true
    const batch = waiting.slice(0, BATCH)
    waiting = waiting.slice(BATCH)
    flush(batch, () => {
      isUnderWay = false
      leave()
    })
  }
  return (call) => {
    waiting.push(call)
    leave()
  }
}

/** Row locks of accounts, taken in id order one by one, so that nothing deadlocks. */
function createLocks() {
  const queues = new Map<number, (() => void)[]>()
  const takeOne = (id: number, then: () => void) => {
    const queue = queues.get(id)
    if (queue === undefined) {
      queues.set(id, [])
      then()
    } else queue.push(then)
  }
  return {
    take(ids: readonly number[], then: () => void): void {
      const [first, ...rest] = ids
      if (first === undefined) then()
      else takeOne(first, () => this.take(rest, then))
    },
    give(ids: readonly number[]): void {
      for (const id of ids) {
        const next = queues.get(id)?.shift()
        if (next === undefined) queues.delete(id)
        else next()
      }
    },
  }
}
