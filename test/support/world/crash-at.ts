/**
 * Loaded into a real process (`node --import`) by the crash tests: at the moment CRASH_AT names, the process kills or
 * stops itself. Moments are `before:` or `after:` a named statement, or the queue's `add`, and `before:commit` of a
 * transaction; the first time counts, or the n-th with `#n` behind it.
 */
import { Queue } from 'bullmq'
import pg from 'pg'

const [moment = '', ordinal = '1'] = (process.env['CRASH_AT'] ?? '').split('#')
const signal = process.env['CRASH_BY'] === 'stop' ? 'SIGSTOP' : 'SIGKILL'
let armed = moment !== ''
let times = 0

function reach(name: string): void {
  if (!armed || name !== moment) return
  times += 1
  if (times < Number(ordinal)) return
  armed = false
  process.kill(process.pid, signal)
}

type Query = (this: pg.Client, ...args: unknown[]) => unknown
// Safe: pg's own method, called on what it was called on.
// oxlint-disable-next-line typescript/unbound-method
const query = pg.Client.prototype.query as unknown as Query
// Safe: as above.
pg.Client.prototype.query = function crashingQuery(this: pg.Client, ...args: unknown[]) {
  const [config] = args
  const named = typeof config === 'object' && config !== null && 'name' in config ? String(config.name) : ''
  const name = config === 'commit' ? 'commit' : named
  reach(`before:${name}`)
  // The pool hands a callback over; its call is the moment the statement is committed and answered.
  const last = args.at(-1)
  if (typeof last === 'function') {
    args[args.length - 1] = (...result: unknown[]) => {
      reach(`after:${name}`)
      // Safe: it is the function that stood there.
      return (last as (...inner: unknown[]) => unknown)(...result)
    }
  }
  const answer = query.apply(this, args)
  if (!(answer instanceof Promise)) return answer
  // A connection that is not the pool's hands no callback over: the promise is the moment.
  return answer.then((rows: unknown) => {
    reach(`after:${name}`)
    return rows
  })
} as unknown as typeof pg.Client.prototype.query

// oxlint-disable-next-line typescript/unbound-method -- called on the queue it was called on
const { add } = Queue.prototype
Queue.prototype.add = async function crashingAdd(this: Queue, ...args: Parameters<typeof add>) {
  reach('before:enqueue')
  const job = await add.apply(this, args)
  reach('after:enqueue')
  return job
} as typeof add
