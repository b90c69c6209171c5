import { readFileSync } from 'node:fs'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { keysAndPasses } from '../support/attacks/paying-callers.ts'
import { SHIPPED_LIMITS } from '../support/attacks/shipped-limits.ts'
import { startAttackProcess } from '../support/attacks/start-attacker.ts'
import { underAttack } from '../support/attacks/under-attack.ts'
import { type Cluster, type Member, openCluster } from '../support/world/cluster.ts'
import { memoryOf } from '../support/measure/memory-of.ts'
import { reportMeasured } from '../support/measure/report-measured.ts'

const CONNECTIONS = 5_000
/** Each connection is an open file on both sides. */
const FILES_NEEDED = 6_000
const MOST_TIMES = 5

let cluster: Cluster
let ingress: Member
beforeAll(async () => {
  const files = Number(/^Max open files\s+\d+\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1])
  if (files < FILES_NEEDED)
    throw new Error(`a process may open ${files} files; run "ulimit -Hn ${FILES_NEEDED}" as root first`)
  cluster = await openCluster('redis')
  ;[ingress] = await Promise.all([
    cluster.ingress({ ...SHIPPED_LIMITS, PRELOAD: 'measure/report-memory.ts' }),
    cluster.worker(['outcome'], SHIPPED_LIMITS),
    cluster.worker(['settlement-watch'], SHIPPED_LIMITS),
  ])
  await cluster.ready(ingress)
})
afterAll(() => cluster.close())

test(
  'O1: five thousand open connections, idle ones and slow ones, cost little memory and do not slow down paid calls',
  { timeout: 300_000 },
  async () => {
    const others = await keysAndPasses(cluster, ingress)
    await others[0]?.()
    const before = await memoryOf(ingress)
    const { ratios, statuses, attack } = await underAttack(
      '5,000 connections',
      { 'keys and passes': others },
      async () => {
        const holder = await startAttackProcess('hold-connections.ts', [
          new URL(ingress.baseUrl).port,
          String(CONNECTIONS),
        ])
        const held = await memoryOf(ingress)
        const each = (name: 'rss' | 'heapUsed') => Math.round((held[name] - before[name]) / CONNECTIONS / 102.4) / 10
        reportMeasured(`5,000 connections: ${each('rss')} KB of memory each, ${each('heapUsed')} KB of it on the heap`)
        return holder
      },
    )
    // Those that send their head too slowly are cut off and come back, so at any moment a few are missing.
    expect(attack['open']).toBeGreaterThan(CONNECTIONS * 0.9)
    expect(statuses).toEqual(['200'])
    expect(ratios['keys and passes']).toBeLessThan(MOST_TIMES)
  },
)
