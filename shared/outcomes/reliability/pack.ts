import { definePack } from '../pack.ts'

import { agentStateGuard } from './agent-state-guard.ts'
import { destructiveActionGuard } from './destructive-action-guard.ts'
import { idempotencyGuard } from './idempotency-guard.ts'
import { memoryExfilGuard } from './memory-exfil-guard/outcome.ts'
import { preflightBeforeWrite } from './preflight-before-write/outcome.ts'
import { reliabilityScorecard } from './reliability-scorecard/outcome.ts'
import { retryStormGuard } from './retry-storm-guard/outcome.ts'
import { infraTargetGuard } from './infra-target-guard/outcome.ts'
import { driftGuard } from './drift-guard/outcome.ts'
import { contractPinGuard } from './contract-pin-guard/outcome.ts'
import { stateCorrectnessAssert } from './state-correctness-assert/outcome.ts'
import { traceProvenanceCheck } from './trace-provenance-check/outcome.ts'

export const reliabilityPack = definePack({
  name: 'reliability-pack',
  purpose: 'Stops an agent before it repeats, destroys or overwrites, and shows where it is weakest.',
  dayPass: true,
  outcomes: [
    preflightBeforeWrite,
    agentStateGuard,
    idempotencyGuard,
    destructiveActionGuard,
    reliabilityScorecard,
    retryStormGuard,
    infraTargetGuard,
    driftGuard,
    memoryExfilGuard,
    contractPinGuard,
    stateCorrectnessAssert,
    traceProvenanceCheck,
  ],
})
