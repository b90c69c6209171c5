import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { type Member, openCluster } from '#test/support/world/cluster.ts'

const MIB = 1024
/** Some 25 of them are MikroORM's, which an ingress loads before it listens, because that takes half a second. */
const INGRESS_MIB = 180
const WORKER_MIB = 150

const residentMib = (pid: number) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / MIB

/** What loading took is given back in the moment after a process says that it is ready: until then it is not idle. */
const expectIdleUnder = (limitMib: number, member: Member) =>
  expect.poll(() => residentMib(member.child.pid ?? 0), { timeout: 20_000, interval: 250 }).toBeLessThan(limitMib)

test('an idle ingress stays under 180 MB, an idle worker of pure outcomes under 150 MB', async () => {
  const cluster = await openCluster('redis')
  try {
    // The first start after an installation compiles and keeps what it compiled when it ends; later ones are measured.
    for (const first of [await cluster.ingress(), await cluster.worker(['outcome'])]) {
      first.signal('SIGTERM')
      await first.gone
    }
    const worker = await cluster.worker(['outcome'])
    await expectIdleUnder(WORKER_MIB, worker)
    const ingress = await cluster.ingress()
    await cluster.ready(ingress)
    await expectIdleUnder(INGRESS_MIB, ingress)
    // Idle is a state, not a moment.
    expect(residentMib(worker.child.pid ?? 0)).toBeLessThan(WORKER_MIB)
  } finally {
    await cluster.close()
  }
})
