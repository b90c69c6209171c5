import { setTimeout as delay } from 'node:timers/promises'

import type { TestSolana } from '../support/fakes/chains.ts'
import type { CardControl } from './card-market.ts'
import type { Kept, Parts } from './parts.ts'
import type { Fault, Planned } from './schedule.ts'

/** Milliseconds by which transactions and webhooks are late, at most. */
const LATE_MS = 2_500

type Given = { parts: Parts; solana: TestSolana; control: CardControl; began: number }

/** Causes the faults of a run. `done` counts them, and `down` says when the database was away. */
export function openFaults({ parts, solana, control, began }: Given) {
  const down: { from: number; to: number }[] = []
  const done = new Map<Fault, number>()
  const [pg, redisLine, chain, cards] = [serial(), serial(), serial(), serial()]
  const hit = (kept: readonly Kept[], target: number): Kept => {
    const chosen = kept[target % kept.length]
    if (chosen === undefined) throw new Error('there is nothing to hit')
    return chosen
  }
  const pause = async (kept: Kept, lastsMs: number) => {
    const child = kept.child()
    child.kill('SIGSTOP')
    await delay(lastsMs)
    child.kill('SIGCONT')
  }
  const lateWebhooks = (mode: string, lastsMs: number) =>
    cards.run(async () => {
      await control('/control/webhooks', { mode, delay_ms: String(Math.round(lastsMs)) })
      await delay(lastsMs * 2)
      await control('/control/webhooks', { mode: 'normal' })
    })
  const restart = (signal: 'SIGKILL' | 'SIGINT', lastsMs: number) =>
    pg.run(async () => {
      const from = Date.now()
      await parts.restartPostgres(signal, lastsMs)
      down.push({ from, to: Date.now() + 3_000 })
    })

  const CAUSES: Record<Fault, (target: number, lastsMs: number) => unknown> = {
    'kill an ingress': (target) => hit(parts.ingresses, target).child().kill('SIGKILL'),
    'pause an ingress': (target, lastsMs) => pause(hit(parts.ingresses, target), lastsMs),
    'kill a worker': (target) => hit(parts.workers, target).child().kill('SIGKILL'),
    'pause a worker': (target, lastsMs) => pause(hit(parts.workers, target), lastsMs),
    'kill a sweeper': (target) => hit(parts.sweepers, target).child().kill('SIGKILL'),
    'pause a sweeper': (target, lastsMs) => pause(hit(parts.sweepers, target), lastsMs),
    'flush Redis': () => redisLine.run(() => parts.redis.flush()),
    'kill Redis': (target, lastsMs) => redisLine.run(() => parts.redis.kill(target, lastsMs)),
    'pause Redis': (target, lastsMs) => redisLine.run(() => parts.redis.pause(target, lastsMs)),
    'move a slot': (target) => redisLine.run(async () => parts.redis.moveSlot?.(target)),
    'fail Redis over': () => redisLine.run(async () => parts.redis.failOver?.()),
    'restart PgBouncer': () => pg.run(async () => parts.pooler?.restart()),
    'kill PostgreSQL': (_, lastsMs) => restart('SIGKILL', lastsMs),
    'restart PostgreSQL': (_, lastsMs) => restart('SIGINT', lastsMs),
    'delay the chain': (target, lastsMs) =>
      chain.run(async () => {
        solana.delayConfirmations(1 + (target / 1_000) * LATE_MS)
        await delay(lastsMs * 2)
        solana.delayConfirmations(0)
      }),
    'lose transactions': (target) => chain.run(async () => solana.dropNext(1 + (target % 3))),
    'hang the chain': (_, lastsMs) =>
      chain.run(async () => {
        solana.freeze()
        await delay(lastsMs)
        solana.thaw()
      }),
    'late webhooks': (_, lastsMs) => lateWebhooks('late', lastsMs),
    'duplicated webhooks': (_, lastsMs) => lateWebhooks('duplicate', lastsMs),
    'reordered webhooks': (_, lastsMs) => lateWebhooks('reordered', lastsMs),
    'missing webhooks': (_, lastsMs) => lateWebhooks('missing', lastsMs),
    'lose answers of the card processor': (target) =>
      control('/control/api', { mode: 'lost', times: String(1 + (target % 3)) }),
    'take the card processor away': (target) =>
      control('/control/api', { mode: 'away', times: String(1 + (target % 5)) }),
  }

  return {
    down,
    done,
    /** Causes one fault when its time has come, and waits until it is over. */
    async cause({ atMs, fault, target, lastsMs }: Planned): Promise<void> {
      await delay(Math.max(0, began + atMs - Date.now()))
      await CAUSES[fault](target, lastsMs)
      done.set(fault, (done.get(fault) ?? 0) + 1)
    },
    /** Everything that was broken works again. */
    async settle(): Promise<void> {
      await Promise.all([pg.idle(), redisLine.idle(), chain.idle(), cards.idle()])
      solana.dropNext(0)
      await control('/control/api', { mode: 'normal' })
    },
  }
}

/** Faults of one server come one after the other: it cannot be killed while it is being started. */
function serial() {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run(work: () => Promise<unknown>): Promise<unknown> {
      last = last.then(work, work)
      return last
    },
    idle: () => last.catch(() => {}),
  }
}
