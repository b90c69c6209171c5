import type { OutcomeContext } from './context.ts'
import { noModels } from './model.ts'
import { closedStore } from './store.ts'

const NONE: readonly [] = []

/** Returns the doors of a context that opens none: whoever uses one gets the error that `missing` makes of its name. */
export function closedDoors(
  missing: (door: string) => Error,
): Omit<OutcomeContext, 'callId' | 'now' | 'signal' | 'compute'> {
  const close = (door: string) => () => Promise.reject(missing(door))
  return {
    reliability: close('reliability'),
    isSold: () => true,
    mintReceipt: close('receipt'),
    call: close('call'),
    step: close('step'),
    mayRun: close('policy'),
    browser: { picture: close('browser') },
    pdf: { read: close('PDF') },
    egress: { fetch: close('egress'), vet: close('egress') },
    upstreams: { ask: close('upstreams') },
    dns: { resolvers: [], ask: close('DNS'), askOne: close('DNS') },
    whois: { ask: close('WHOIS') },
    store: closedStore(missing('store').message),
    signing: { baseUrl: '', keys: close('signing'), envelope: close('signing'), statement: close('signing') },
    sellers: { endpoints: () => Promise.resolve(NONE), isOnSale: close('sellers') },
    settlement: { inspect: close('settlement') },
    chains: {
      open: () => {
        throw missing('chains')
      },
    },
    model: noModels(() => missing('model')),
    media: { picture: close('media'), ocr: close('media'), audio: close('media') },
  }
}
