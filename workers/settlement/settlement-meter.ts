import { Histogram, type Registry } from 'prom-client'

import type { Network } from '#shared/chains/networks.ts'

/** How a request to verify or settle a payment ended. `unknown` is an answer that the same request may have later. */
export type SettlementResult = 'ok' | 'refused' | 'unknown'

/** Metrics of the settlement process. */
export type SettlementMeter = (
  step: 'verify' | 'settle',
  network: Network,
  result: SettlementResult,
  ms: number,
) => void

/** Measures verifying and settling for /metrics of the settlement process. All labels have fixed values. */
export function settlementMeter(registry: Registry): SettlementMeter {
  const durations = new Histogram({
    name: 'farebox_settlement_seconds',
    help: 'Time to verify or settle an x402 payment, by network and result.',
    labelNames: ['step', 'network', 'result'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  })
  return (step, network, result, ms) => durations.observe({ step, network, result }, ms / 1_000)
}
