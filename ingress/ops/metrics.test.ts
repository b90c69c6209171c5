import { expect, test } from 'vitest'

import { catalog } from '#shared/catalog/catalog.ts'

import { createMeter } from './metrics.ts'

const linesOf = async (meter: ReturnType<typeof createMeter>, name: string) =>
  (await meter.registry.metrics()).split('\n').filter((line) => line.startsWith(name))

test('answers are counted by slug and code', async () => {
  const meter = createMeter(catalog)
  meter.answered('hash-text', 'ok', 12)
  meter.answered('hash-text', 'ok', 30)
  meter.answered('hash-text', 'payment_required', 1)
  expect(await linesOf(meter, 'farebox_calls_total')).toEqual([
    'farebox_calls_total{slug="hash-text",code="ok"} 2',
    'farebox_calls_total{slug="hash-text",code="payment_required"} 1',
  ])
})

test('requests are counted by route, status and payer', async () => {
  const meter = createMeter(catalog)
  meter.requested('GET /readyz', 200, 'none')
  meter.requested('POST ?', 404, 'none')
  expect(await linesOf(meter, 'farebox_requests_total')).toEqual([
    'farebox_requests_total{route="GET /readyz",status="200",payer="none"} 1',
    'farebox_requests_total{route="POST ?",status="404",payer="none"} 1',
  ])
})

test('latency is kept by pool, and refusals apart from work', async () => {
  const meter = createMeter(catalog)
  meter.answered('hash-text', 'ok', 12)
  meter.answered('hash-text', 'payment_required', 1)
  expect(await linesOf(meter, 'farebox_call_duration_seconds_sum')).toEqual([
    'farebox_call_duration_seconds_sum{pool="outcome",result="ok"} 0.012',
    'farebox_call_duration_seconds_sum{pool="outcome",result="refused"} 0.001',
  ])
})

test('no caller can grow the registry with slugs and codes that do not exist', async () => {
  const meter = createMeter(catalog)
  for (const slug of ['a', 'b', '__proto__', 'x"}\nfake 1']) meter.answered(slug, 'not_found', 1)
  meter.answered('hash-text', 'toString', 1)
  expect(await linesOf(meter, 'farebox_calls_total')).toEqual([
    'farebox_calls_total{slug="unknown",code="not_found"} 4',
    'farebox_calls_total{slug="hash-text",code="other"} 1',
  ])
})

test('the metrics have the memory of the process and how late its event loop is', async () => {
  const text = await createMeter(catalog).registry.metrics()
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
  expect(text).toContain('process_resident_memory_bytes')
})
