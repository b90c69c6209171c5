import { definePack } from '../pack.ts'

import { agentStateGuard } from './agent-state-guard.ts'
import { destructiveActionGuard } from './destructive-action-guard.ts'
import { idempotencyGuard } from './idempotency-guard.ts'
import { memoryExfilGuard } from './memory-exfil-guard.ts'
import { preflightBeforeWrite } from './preflight-before-write.ts'
import { reliabilityScorecard } from './reliability-scorecard.ts'
import { retryStormGuard } from './retry-storm-guard.ts'
import { infraTargetGuard } from './infra-target-guard.ts'
import { driftGuard } from './drift-guard.ts'
import { contractPinGuard } from './contract-pin-guard.ts'
import { stateCorrectnessAssert } from './state-correctness-assert.ts'
import { traceProvenanceCheck } from './trace-provenance-check.ts'

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
