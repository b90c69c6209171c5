import { setTimeout as pause } from 'node:timers/promises'

import { load } from './generator.ts'
import type { Machine } from './machine.ts'
import { startProcess } from './processes.ts'
import { databaseName, startOurs } from './rows.ts'

const PER_WORKER = 10

/** Calls a second with 1, 2 and 4 worker processes of 10 slots each, on an outcome that waits 100 ms: 100 a second each at most. */
export async function scale(machine: Machine, seconds: number): Promise<Record<string, number>> {
  const files = { ingress: 'test/bench/rows/c-ingress.ts', worker: 'test/bench/rows/c-worker.ts' }
  const ours = await startOurs(machine, await machine.database(databaseName()), 4, files)
  await ours.worker.stop()
  const key = await ours.key(50_000_000)
  const scaled: Record<string, number> = {}
  const workers: { stop: () => Promise<void> }[] = []
  for (const wanted of [1, 2, 4]) {
    while (workers.length < wanted)
      workers.push(await startProcess(files.worker, [], { ...ours.env, OUTCOME_CONCURRENCY: String(PER_WORKER) }))
    await pause(1_500)
    const measured = await load({
      url: ours.ingress.baseUrl,
      path: '/api/v1/outcomes/test-slow',
      connections: wanted * PER_WORKER + 4,
      seconds,
      headers: () => ({ 'x-service-key': key }),
      status: 200,
      right: (body) => body.includes('"ok":true'),
    })
    scaled[wanted] = Math.round(measured.perSecond)
  }
  for (const started of [...workers, ours.ingress, ours.housekeeper]) await started.stop()
  await ours.db.close()
  return scaled
}

/** Seconds one worker takes to empty a queue of accepted calls that nobody waits for. */
export async function drain(machine: Machine, calls: number): Promise<{ calls: number; seconds: number }> {
  const ours = await startOurs(machine, await machine.database(databaseName()), 5)
  const key = await ours.key(50_000_000)
  // Stopped, not ended: its heartbeat is fresh, so calls are still accepted while nothing runs.
  ours.worker.child.kill('SIGSTOP')
  let accepted = 0
  const until = Date.now() + 4_000
  while (accepted < calls && Date.now() < until) {
    const answers = await Promise.all(
      Array.from({ length: 200 }, () =>
        fetch(`${ours.ingress.baseUrl}/api/v1/outcomes/hash-text`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-service-key': key, prefer: 'respond-async' },
          body: '{"text":"hello"}',
        }).then((answer) => answer.status),
      ),
    )
    accepted += answers.filter((status) => status === 202).length
  }
  ours.worker.child.kill('SIGCONT')
  const began = performance.now()
  for (;;) {
    const { rows } = await ours.db.pg.query<{ open: string }>(
      'select count(*) as open from call where finished_at is null',
    )
    if (rows[0]?.open === '0') break
    await pause(20)
  }
  const seconds = (performance.now() - began) / 1_000
  for (const started of [ours.worker, ours.ingress, ours.housekeeper]) await started.stop()
  await ours.db.close()
  return { calls: accepted, seconds }
}
