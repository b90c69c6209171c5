import { Registry } from 'prom-client'
import { expect, test } from 'vitest'

import { BASE } from '#shared/chains/networks.ts'

import { settlementMeter } from './settlement-meter.ts'

test('settlements are counted by step, network and result, in seconds', async () => {
  const registry = new Registry()
  const meter = settlementMeter(registry)
  meter('settle', BASE, 'ok', 1_500)
  meter('settle', BASE, 'unknown', 20_000)
  const text = await registry.metrics()
  expect(text).toContain(`farebox_settlement_seconds_sum{step="settle",network="${BASE}",result="ok"} 1.5`)
  expect(text).toContain(`farebox_settlement_seconds_count{step="settle",network="${BASE}",result="unknown"} 1`)
})
