import { Counter, type Registry } from 'prom-client'

import { Refusal } from '#shared/errors.ts'

import { Denied } from './denied.ts'

/** Metrics of fetched URLs. `error` is why a fetch failed. */
export type EgressMeter = { ended: (error?: unknown) => void }

export const silentMeter: EgressMeter = { ended: () => undefined }

/**
 * Counts fetches for /metrics of a worker, with denial reasons that callers never see. All labels have fixed values.
 */
export function egressMeter(registry: Registry): EgressMeter {
  const fetches = new Counter({
    name: 'farebox_egress_fetches_total',
    help: "Callers' URLs by how they ended: ok, denied, refused (too large and the like) or failed.",
    labelNames: ['end'],
    registers: [registry],
  })
  const denials = new Counter({
    name: 'farebox_egress_denied_total',
    help: "Callers' URLs that may not be fetched, by why.",
    labelNames: ['reason'],
    registers: [registry],
  })
  return {
    ended(error) {
      fetches.inc({ end: endOf(error) })
      if (error instanceof Denied) denials.inc({ reason: error.reason })
    },
  }
}

function endOf(error: unknown): 'ok' | 'denied' | 'refused' | 'failed' {
  if (error === undefined) return 'ok'
  if (error instanceof Denied) return 'denied'
  return error instanceof Refusal ? 'refused' : 'failed'
}
