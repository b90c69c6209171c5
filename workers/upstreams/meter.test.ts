import { Registry } from 'prom-client'
import { expect, test } from 'vitest'

import { upstreamMeter } from './meter.ts'

test('answers are counted by upstream and result, and the time of requests is kept by upstream', async () => {
  const registry = new Registry()
  const meter = upstreamMeter(registry)
  meter.answered('wikipedia', 'ok')
  meter.answered('wikipedia', 'cached')
  meter.answered('wikipedia', 'cached')
  meter.answered('ecb', 'timeout')
  meter.took('wikipedia', 250)
  const lines = (await registry.metrics()).split('\n')
  expect(lines.filter((line) => line.startsWith('farebox_upstream_answers_total{'))).toEqual([
    'farebox_upstream_answers_total{upstream="wikipedia",result="ok"} 1',
    'farebox_upstream_answers_total{upstream="wikipedia",result="cached"} 2',
    'farebox_upstream_answers_total{upstream="ecb",result="timeout"} 1',
  ])
  expect(lines).toContain('farebox_upstream_duration_seconds_sum{upstream="wikipedia"} 0.25')
})
