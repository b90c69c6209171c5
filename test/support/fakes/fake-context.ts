import { runEngine } from '#shared/outcomes/threaded.ts'

import { modelNotConfigured } from '#shared/lib/models/model-not-configured.ts'

import type { OutcomeContext } from '#shared/doors/context.ts'
import { noModels } from '#shared/doors/model.ts'
import { closedStore } from '#shared/doors/store.ts'

/** Returns a context for tests: a fixed clock, and doors that fail unless the test replaces them. For tests only. */
export const fakeContext = (doors: Partial<OutcomeContext> = {}): OutcomeContext => ({
  callId: 'call_test',
  now: () => new Date('2026-11-20T12:00:00.000Z'),
  signal: new AbortController().signal,
  reliability: () => Promise.reject(new Error('the test opened no reliability door')),
  mintReceipt: () => Promise.reject(new Error('the test opened no receipt door')),
  call: () => Promise.reject(new Error('the test opened no call door')),
  step: (_, work) => work(),
  egress: {
    fetch: () => Promise.reject(new Error('the test opened no egress door')),
    vet: () => Promise.reject(new Error('the test opened no egress door')),
  },
  upstreams: { ask: () => Promise.reject(new Error('the test opened no upstreams door')) },
  dns: {
    resolvers: [],
    ask: () => Promise.reject(new Error('the test opened no DNS door')),
    askOne: () => Promise.reject(new Error('the test opened no DNS door')),
  },
  whois: { ask: () => Promise.reject(new Error('the test opened no WHOIS door')) },
  browser: { picture: () => Promise.reject(new Error('the test opened no browser door')) },
  pdf: { read: () => Promise.reject(new Error('the test opened no PDF door')) },
  store: closedStore('the test opened no store door'),
  signing: {
    baseUrl: 'https://farebox.example',
    keys: () => Promise.reject(new Error('the test opened no signing door')),
    envelope: () => Promise.reject(new Error('the test opened no signing door')),
    statement: () => Promise.reject(new Error('the test opened no signing door')),
  },
  chains: {
    open: () => {
      throw new Error('the test opened no chains door')
    },
  },
  settlement: { inspect: () => Promise.reject(new Error('the test opened no settlement door')) },
  // As in an installation without models.
  model: noModels(modelNotConfigured),
  media: {
    picture: () => Promise.reject(new Error('the test opened no media door')),
    ocr: () => Promise.reject(new Error('the test opened no media door')),
    audio: () => Promise.reject(new Error('the test opened no media door')),
  },
  compute: (engine, input) => runEngine(engine, input),
  ...doors,
})
