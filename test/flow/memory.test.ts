import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { type Member, openCluster } from '../support/cluster.ts'

const MIB = 1024
const LIMIT_MIB = 150

const residentMib = (pid: number) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / MIB

/** The least of up to three processes: what else a busy machine does moves one by some megabytes. */
async function leastMib(start: () => Promise<Member>): Promise<number> {
  let least = Infinity
  for (let tries = 0; tries < 3 && least >= LIMIT_MIB; tries += 1) {
    const { child } = await start()
    least = Math.min(least, residentMib(child.pid ?? 0))
  }
  return least
}

test('an idle ingress and an idle worker of pure outcomes stay under 150 MB', async () => {
  const cluster = await openCluster('redis')
  try {
    // The first start after an installation compiles and keeps what it compiled when it ends; later ones are measured.
    for (const first of [await cluster.ingress(), await cluster.worker(['outcome'])]) {
      first.signal('SIGTERM')
      await first.gone
    }
    expect(await leastMib(() => cluster.worker(['outcome']))).toBeLessThan(LIMIT_MIB)
    const readyIngress = async () => {
      const ingress = await cluster.ingress()
      await cluster.ready(ingress)
      return ingress
    }
    expect(await leastMib(readyIngress)).toBeLessThan(LIMIT_MIB)
  } finally {
    await cluster.close()
  }
})
