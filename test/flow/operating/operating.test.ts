import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { expect, test } from 'vitest'

import { openWorld } from '#test/support/world/world.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
// The configuration of PgBouncer names databases.
const GUIDE = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8').replaceAll(/^```ini\n[^]*?^```$/gm, '')
/** Where metrics of workers are declared; an ingress has the others. */
const METERS = [
  'workers/upstreams/meter.ts',
  'workers/chains/chain-meter.ts',
  'workers/egress/meter.ts',
  'workers/settlement/settlement-meter.ts',
]

test('the metrics that the operating guide names are those in use', async () => {
  const world = await openWorld({ backend: 'redis', pools: ['settlement-watch'] })
  try {
    await world.ready()
    const { text } = await world.request('GET', '/metrics', {
      headers: { authorization: 'Bearer test-admin-token-0123' },
    })
    const ofWorkers = METERS.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n')
    const named = Array.from(GUIDE.matchAll(/\b((?:farebox|nodejs)_[a-z0-9_]+)\b/g), ([, name = '']) => name)
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((name) => !text.includes(name) && !ofWorkers.includes(name))).toEqual([])
    expect(text).toMatch(/^farebox_requests_total\{route="GET \/readyz",status="\d{3}",payer="none"\} \d+$/m)
    expect(text).toMatch(/^farebox_database_connections\{pool="pg",state="waiting"\} \d+$/m)
  } finally {
    await world.close()
  }
})
