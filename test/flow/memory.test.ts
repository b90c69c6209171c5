import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { openCluster } from '../support/cluster.ts'

const MIB = 1024

const residentMib = (pid: number) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / MIB

test('an idle ingress and an idle worker of pure outcomes stay under 150 MB', async () => {
  const cluster = await openCluster('redis')
  try {
    // The first start after an installation compiles and keeps what it compiled when it ends; later ones are measured.
    for (const first of [await cluster.ingress(), await cluster.worker(['outcome'])]) {
      first.signal('SIGTERM')
      await first.gone
    }
    const ingress = await cluster.ingress()
    const worker = await cluster.worker(['outcome'])
    await cluster.ready(ingress)
    for (const member of [ingress, worker]) expect(residentMib(member.child.pid ?? 0)).toBeLessThan(150)
  } finally {
    await cluster.close()
  }
})
