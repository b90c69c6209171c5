import { closedDoors } from '#shared/doors/closed-doors.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'
import { noModels } from '#shared/doors/model.ts'
import { modelNotConfigured } from '#shared/lib/models/model-not-configured.ts'
import { runEngine } from '#shared/outcomes/threaded.ts'

const closed = closedDoors((door) => new Error(`the test opened no ${door} door`))

/** Returns a context for tests: a fixed clock, and doors that fail unless the test replaces them. */
export const fakeContext = (doors: Partial<OutcomeContext> = {}): OutcomeContext => ({
  ...closed,
  callId: 'call_test',
  now: () => new Date('2026-11-20T12:00:00.000Z'),
  signal: new AbortController().signal,
  step: (_, work) => work(),
  signing: { ...closed.signing, baseUrl: 'https://farebox.example' },
  // As in an installation without models.
  model: noModels(modelNotConfigured),
  compute: (engine, input) => runEngine(engine, input),
  ...doors,
})
