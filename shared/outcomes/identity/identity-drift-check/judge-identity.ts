import { invalidFields } from '#shared/errors.ts'
import { digestOf } from '#shared/lib/crypto/digest.ts'

import { type Check, conclude } from '#shared/engines/guard/verdict.ts'
import { behaviourDelta, FEWEST_SAMPLES } from './behaviour-delta.ts'
import { compareSets, compareTexts, endpointSet, keySet, presence, roundTo4, walletSet } from './compare-dimensions.ts'
import {
  type Compared,
  type Identity,
  type IdentityQuestion,
  STRICT_FIELDS,
  textOf,
  textSet,
  USUAL_WEIGHTS,
} from './identity.ts'
import { identityFindings } from './identity-findings.ts'
import { type IdentityDimension, identityDimensions, type IdentityVerdict } from './identity-verdict.ts'
import { instructionDelta } from './instruction-delta.ts'
import { permissionDelta } from './permission-delta.ts'
import { rotationProof } from './rotation-proof.ts'
import { toolDelta } from './tool-delta.ts'

export const identityRuleset = 'identity-drift/2026-11-20'

const SETS: Partial<Record<IdentityDimension, (value: unknown) => string[]>> = {
  public_keys: keySet,
  wallet: walletSet,
  permissions: textSet,
  endpoints: endpointSet,
  policies: textSet,
}

/** Judges whether an agent is still the one that was accepted. Throws `invalidFields` when nothing can be compared. */
export function judgeIdentity(question: IdentityQuestion): IdentityVerdict {
  const { baseline, current, strict_fields: strict = STRICT_FIELDS } = question
  const thresholds = { review: question.thresholds?.review ?? 0.15, block: question.thresholds?.block ?? 0.4 }
  const prompts = [baseline['system_prompt'], current['system_prompt']].map((prompt) => textOf(prompt ?? ''))
  const instructions = instructionDelta(prompts[0] ?? '', prompts[1] ?? '')
  const tools = toolDelta(baseline['tools'] ?? [], current['tools'] ?? [])
  const samples = [baseline.samples ?? [], current.samples ?? []] as const
  const behaviour = samples.every((side) => side.length >= FEWEST_SAMPLES) ? behaviourDelta(...samples) : null
  const dimensions = identityDimensions.flatMap((name): Compared[] => {
    if (name === 'behaviour') return behaviour === null ? missingSamples(samples) : [behaviour.compared]
    const early = presence(name, baseline, current)
    if (early !== undefined) return early === null ? [] : [early]
    if (name === 'system_prompt') return [instructions.compared]
    if (name === 'tools') return [tools.compared]
    const setOf = SETS[name]
    return [
      setOf === undefined
        ? compareTexts(name, baseline[name], current[name])
        : compareSets(name, setOf(baseline[name]), setOf(current[name])),
    ]
  })
  if (dimensions.length === 0)
    throw invalidFields({
      path: ['baseline'],
      msg: 'Value error, baseline and current have nothing that can be compared',
    })
  const score = scoreOf(dimensions, question.weights)
  const bothSay = (name: IdentityDimension) => dimensions.some((one) => one.name === name && one.status !== 'unknown')
  const delta = bothSay('permissions')
    ? permissionDelta(textSet(baseline['permissions']), textSet(current['permissions']))
    : { added: [], removed: [], escalations: [] }
  const newKeys = keySet(current['public_keys']).filter((key) => !keySet(baseline['public_keys']).includes(key))
  const rotation = rotationProof(current.rotation, keySet(baseline['public_keys']), newKeys)
  const isPrompted = bothSay('system_prompt')
  const instruction = isPrompted
    ? instructions.delta
    : { similarity: 1, added_directives: [], removed_constraints: [], injection_findings: [] }
  const findings = identityFindings({
    dimensions,
    strict,
    score,
    thresholds,
    escalations: delta.escalations,
    reach: bothSay('tools') ? tools.reach : [],
    changedTools: bothSay('tools') ? tools.delta.changed : [],
    instruction,
    rotation: newKeys.length > 0 ? rotation : null,
  })
  return {
    ...conclude({
      input: question,
      ruleset: identityRuleset,
      findings,
      checks: dimensions.map((one) => checkOf(one, strict)),
      proceed: 'Go on; this is the agent that was accepted.',
    }),
    drift_score: score,
    dimensions,
    critical_changes: dimensions
      .filter(({ name, status }) => strict.includes(name) && status !== 'same' && status !== 'unknown')
      .map(({ name }) => ({
        field: name,
        before_fingerprint: fingerprint(baseline, name),
        after_fingerprint: fingerprint(current, name),
      })),
    permission_delta: delta,
    tool_delta: bothSay('tools') ? tools.delta : { added: [], removed: [], changed: [] },
    instruction_delta: instruction,
    behaviour_delta: behaviour?.delta ?? null,
    rotation_proof: rotation,
  }
}

const fingerprint = (identity: Identity, name: IdentityDimension): string | null => {
  const value = name === 'behaviour' ? identity.samples : identity[name]
  return value === undefined || value === null ? null : digestOf(value).slice(0, 16)
}

function missingSamples([before, after]: readonly [readonly string[], readonly string[]]): Compared[] {
  if (before.length === 0 && after.length === 0) return []
  const evidence = `${before.length} and ${after.length} samples; ${FEWEST_SAMPLES} on each side are needed`
  return [{ name: 'behaviour', distance: 0, status: 'unknown', evidence }]
}

/**
 * Weighted mean of the distances that are known. It is taken over no less than half of all weight, so that one small
 * difference between two nearly empty descriptions does not look like another agent.
 */
function scoreOf(dimensions: readonly Compared[], sent: IdentityQuestion['weights']): number {
  const weightOf = (name: IdentityDimension) => sent?.[name] ?? USUAL_WEIGHTS[name]
  const all = identityDimensions.reduce((sum, name) => sum + weightOf(name), 0)
  const known = dimensions.filter(({ status }) => status !== 'unknown')
  const over = Math.max(
    all / 2,
    known.reduce((sum, { name }) => sum + weightOf(name), 0),
  )
  const drift = known.reduce((sum, { name, distance }) => sum + weightOf(name) * distance, 0)
  return over === 0 ? 0 : roundTo4(Math.min(1, drift / over))
}

const checkOf = ({ name, status, evidence }: Compared, strict: readonly IdentityDimension[]): Check => ({
  id: name,
  status: status === 'same' ? 'pass' : status === 'unknown' ? 'skipped' : strict.includes(name) ? 'fail' : 'warn',
  detail: `${status}: ${evidence}`,
})
