import { type Task, type TaskDeps, tasks } from './tasks.ts'

const POOL = 'settlement-watch'
const WATCH_MS = 500

/**
 * Runs the recurring tasks as jobs of the settlement-watch queue. The queue may lose its data, so a timer also checks
 * the database, runs overdue tasks and restores the schedules.
 */
export class Housekeeping {
  readonly #deps: TaskDeps
  #watch: NodeJS.Timeout | undefined
  #running = new Set<string>()
  #schedulesWanted = true

  constructor(deps: TaskDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#watch = setInterval(() => void this.#watchOnce(), WATCH_MS)
  }

  stop(): void {
    clearInterval(this.#watch)
  }

  /** Runs a task by name, unless it ran less than 0.8 periods ago. */
  async run(name: string): Promise<void> {
    const task = tasks.find((known) => known.name === name)
    if (task !== undefined) await this.#runIfDue(task, 0.8)
  }

  async #watchOnce(): Promise<void> {
    if (this.#schedulesWanted) await this.#schedule()
    for (const task of tasks) {
      // Prefer the jobs: only a task that is three periods late runs here.
      const ran = await this.#runIfDue(task, 3).catch(() => false)
      if (ran) this.#schedulesWanted = true
    }
  }

  async #runIfDue(task: Task, periods: number): Promise<boolean> {
    if (this.#running.has(task.name) || task.isHere?.(this.#deps) === false) return false
    this.#running.add(task.name)
    const { db, log } = this.#deps
    try {
      const { rowCount } = await db.relaxed.query({
        name: 'housekeeping-claim',
        text: `insert into housekeeping as h (task, ran_at) values ($1, now())
          on conflict (task) do update set ran_at = now() where h.ran_at <= now() - make_interval(secs => $2)`,
        values: [task.name, (task.everyMs * periods) / 1_000],
      })
      if (rowCount === 0) return false
      await task.run(this.#deps)
      return true
    } catch (error) {
      log.warn({ err: error, task: task.name }, 'housekeeping failed; it runs again')
      return false
    } finally {
      this.#running.delete(task.name)
    }
  }

  async #schedule(): Promise<void> {
    const { queues, log } = this.#deps
    if (!(await queues.ready(POOL))) return
    try {
      const queue = queues.queue(POOL)
      for (const { name, everyMs } of tasks) {
        const opts = { attempts: 1, removeOnComplete: { count: 20 }, removeOnFail: { count: 20 } }
        await queue.upsertJobScheduler(name, { every: everyMs }, { name, data: { task: name }, opts })
      }
      this.#schedulesWanted = false
    } catch (error) {
      log.warn({ err: error }, 'the schedules could not be written; the watch goes on')
    }
  }
}
