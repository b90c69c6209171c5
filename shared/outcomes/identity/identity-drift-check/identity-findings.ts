import type { Finding } from '#shared/engines/guard/verdict.ts'
import type { Compared } from './identity.ts'
import type { IdentityDimension, IdentityVerdict } from './identity-verdict.ts'
import type { NewReach } from './tool-delta.ts'

type Seen = {
  dimensions: readonly Compared[]
  strict: readonly IdentityDimension[]
  score: number
  thresholds: { review: number; block: number }
  escalations: IdentityVerdict['permission_delta']['escalations']
  reach: readonly NewReach[]
  changedTools: readonly string[]
  instruction: IdentityVerdict['instruction_delta']
  /** Null when no key is new, or no rotation was sent. */
  rotation: IdentityVerdict['rotation_proof']
}

const MOST = 20

/** What speaks against taking the agent for the one it was. */
export function identityFindings(seen: Seen): Finding[] {
  return [
    ...strictFindings(seen),
    ...powerFindings(seen),
    ...promptFindings(seen),
    ...modelFindings(seen),
    ...scoreFindings(seen),
  ]
}

function strictFindings({ dimensions, strict, rotation }: Seen): Finding[] {
  return dimensions
    .filter(({ name, status }) => strict.includes(name) && status !== 'same')
    .map(({ name, status, evidence }): Finding => {
      if (status === 'unknown')
        return {
          decision: 'review',
          severity: 'medium',
          code: 'strict_field_unknown',
          message: `${name} is on one side only, so nobody can say whether it is the same.`,
          path: `/current/${name}`,
          next: `Send ${name} on both sides, then call again.`,
        }
      if (name === 'public_keys' && status === 'changed' && rotation === 'valid')
        return {
          decision: 'review',
          severity: 'medium',
          code: 'key_rotated',
          message: 'A new key is signed by one of the old ones.',
          path: '/current/public_keys',
          evidence: { change: evidence },
          next: 'Note the rotation, then store the new keys as the baseline.',
        }
      return {
        decision: 'block',
        severity: 'critical',
        code: name === 'public_keys' ? 'key_changed' : `${name}_changed`,
        message:
          name === 'public_keys'
            ? `The keys are others${rotation === 'invalid' ? ', and the rotation does not prove them' : ' and nothing signed by an old key says so'}.`
            : `${name} is not what it was.`,
        path: `/current/${name}`,
        evidence: { change: evidence },
        next: 'Do not trust this agent as the one it was; have its owner confirm the change another way.',
      }
    })
}

/** Another model is no reason to stop, but nobody should have to find it in the dimensions. */
function modelFindings({ dimensions, strict }: Seen): Finding[] {
  const model = dimensions.find(({ name, status }) => name === 'model' && status !== 'same' && status !== 'unknown')
  if (model === undefined || strict.includes('model')) return []
  return [
    {
      decision: 'allow',
      severity: 'info',
      code: 'model_changed',
      message: 'The agent runs on another model than before.',
      path: '/current/model',
      evidence: { change: model.evidence },
      next: 'Run the checks that its work depends on once more.',
    },
  ]
}

function powerFindings({ escalations, reach, changedTools, strict, dimensions }: Seen): Finding[] {
  const found: Finding[] = []
  if (escalations.length > 0)
    found.push({
      decision: 'require_confirm',
      severity: escalations.some(({ kind }) => kind === 'new_money' || kind === 'new_shell') ? 'high' : 'medium',
      code: 'permission_escalation',
      message: `${escalations.length} permission(s) allow more than before.`,
      path: '/current/permissions',
      evidence: escalations.slice(0, MOST),
      next: 'Ask a human to confirm the new permissions, or take them away.',
    })
  if (reach.length > 0)
    found.push({
      decision: 'require_confirm',
      severity: 'high',
      code: 'dangerous_tool_added',
      message: 'A new tool moves money or runs commands, which no tool did before.',
      path: '/current/tools',
      evidence: reach.slice(0, MOST),
      next: 'Ask a human to confirm the new tools, or take them away.',
    })
  if (changedTools.length > 0 && !strict.includes('tools'))
    found.push({
      decision: 'review',
      code: 'tool_changed',
      message: `${changedTools.length} tool(s) keep their name and have another definition.`,
      path: '/current/tools',
      evidence: changedTools.slice(0, MOST),
      next: 'Have the new definitions looked at; contract-pin-guard says what changed.',
    })
  const gone = dimensions.filter(
    ({ name, status, evidence }) =>
      status === 'unknown' && !strict.includes(name) && name !== 'behaviour' && evidence.startsWith('current'),
  )
  if (gone.length > 0)
    found.push({
      decision: 'review',
      code: 'unknown_dimension',
      message: `${gone.map(({ name }) => name).join(', ')}: the baseline has it and current does not say.`,
      path: '/current',
      next: 'Send what is missing, or an empty value where there is none any more.',
    })
  return found
}

function promptFindings({ instruction }: Seen): Finding[] {
  const { removed_constraints: removed, injection_findings: injection } = instruction
  const found: Finding[] = []
  if (removed.length > 0)
    found.push({
      decision: 'require_confirm',
      severity: 'high',
      code: 'constraint_removed',
      message: `${removed.length} rule(s) of the instructions are gone or weaker.`,
      path: '/current/system_prompt',
      evidence: removed.slice(0, MOST),
      next: 'Ask a human to confirm that these rules may go.',
    })
  if (injection.length > 0)
    found.push({
      decision: 'block',
      severity: 'critical',
      code: 'instructions_injected',
      message: 'The new instructions read like an attack on the model.',
      path: '/current/system_prompt',
      evidence: injection.slice(0, MOST),
      next: 'Do not run this agent; restore its instructions from the baseline.',
    })
  return found
}

function scoreFindings({ score, thresholds }: Seen): Finding[] {
  if (score < thresholds.review) return []
  const isBlock = score >= thresholds.block
  return [
    {
      decision: isBlock ? 'block' : 'review',
      code: isBlock ? 'identity_replaced' : 'identity_drifted',
      message: `The drift is ${score}; ${isBlock ? thresholds.block : thresholds.review} is the most that is ${isBlock ? 'taken for the same agent' : 'allowed'}.`,
      path: '/current',
      evidence: { drift_score: score, ...thresholds },
      next: isBlock
        ? 'Treat it as another agent, and accept it anew or not at all.'
        : 'Have the changed dimensions looked at, then store the new baseline.',
    },
  ]
}
