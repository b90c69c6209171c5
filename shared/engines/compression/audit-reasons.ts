import type { Check, Finding } from '../guard/verdict.ts'
import type { Item } from './audit-item.ts'
import type { AuditCategory } from './compression-verdict.ts'
import type { CompressionInput } from './compression-verdict.ts'
import { maskSecrets } from '../secrets/mask-secrets.ts'

export function auditReasons(
  items: readonly Item[],
  invented: number,
  fidelity: number,
  { threshold }: CompressionInput,
): Finding[] {
  const findings: Finding[] = []
  const next = 'Append patch to the compressed context, or compress again with these items in must_keep.'
  const of = (pick: (item: Item) => boolean) => items.filter(pick)
  const add = (
    decision: Finding['decision'],
    code: string,
    severity: NonNullable<Finding['severity']>,
    message: string,
    found: readonly Item[],
  ) => {
    if (found.length > 0)
      findings.push({
        decision,
        code,
        severity,
        message: `${message} (${found.length}).`,
        path: '/compressed',
        evidence: found.slice(0, 10).map(({ category, value, now }) => ({
          category,
          original: maskSecrets(value),
          compressed: maskSecrets(now),
        })),
        next,
      })
  }
  add(
    'block',
    'must_keep_lost',
    'critical',
    'Something that must be kept is gone',
    of(({ category, status }) => category === 'must_keep' && status === 'lost'),
  )
  add(
    'block',
    'negation_flipped',
    'critical',
    'A sentence now says the opposite',
    of(({ what, status }) => status === 'changed' && what === 'negation'),
  )
  add(
    'block',
    'constraint_lost',
    'high',
    'A rule is gone',
    of(({ category, status }) => category === 'constraint' && status === 'lost'),
  )
  add(
    'review',
    'modality_weakened',
    'medium',
    'A rule became a suggestion',
    of(({ what, status }) => status === 'changed' && what === 'modality'),
  )
  add(
    'review',
    'value_changed',
    'high',
    'A value is not the one of the original',
    of(({ what, status }) => status === 'changed' && what === 'value'),
  )
  const { review = 0.9, block = 0.75 } = threshold ?? {}
  const decision = fidelity < block ? 'block' : fidelity < review ? 'review' : 'allow'
  const lost = of(({ status, category }) => status === 'lost' && category !== 'must_keep' && category !== 'constraint')
  if (decision !== 'allow')
    findings.push({
      decision,
      code: 'low_fidelity',
      severity: decision === 'block' ? 'high' : 'medium',
      message: `${Math.round(fidelity * 100)} % of what matters is kept; ${Math.round(review * 100)} % is wanted.`,
      path: '/compressed',
      evidence: { fidelity, lost: lost.length },
      next,
    })
  else if (lost.length > 0)
    findings.push({
      decision: 'allow',
      code: 'details_lost',
      severity: 'info',
      message: `${lost.length} lesser details are gone.`,
      path: '/compressed',
    })
  if (invented > 0)
    findings.push({
      decision: 'review',
      code: 'invented',
      severity: 'medium',
      message: `${invented} things are in the compressed context and not in the original.`,
      path: '/compressed',
      evidence: { count: invented },
      next: 'Take out what the original does not say.',
    })
  return findings
}

export function auditChecks(
  items: readonly Item[],
  mustKeep: number,
  fidelity: number,
  { threshold }: CompressionInput,
): Check[] {
  const { review = 0.9, block = 0.75 } = threshold ?? {}
  const bad = (...categories: AuditCategory[]) =>
    items.filter(({ category, status }) => categories.includes(category) && status !== 'kept').length
  const check = (id: string, ...categories: AuditCategory[]): Check => ({
    id,
    status: bad(...categories) > 0 ? 'fail' : 'pass',
    detail: `${bad(...categories)} of ${items.filter(({ category }) => categories.includes(category)).length} lost or changed.`,
  })
  return [
    {
      id: 'fidelity',
      status: fidelity < block ? 'fail' : fidelity < review ? 'warn' : 'pass',
      detail: `${fidelity}; review under ${review}, block under ${block}.`,
    },
    check('constraints', 'constraint'),
    check('decisions', 'decision'),
    check('values', 'money', 'number', 'date', 'id'),
    check('references', 'path', 'url', 'email', 'command', 'identifier', 'error'),
    mustKeep === 0
      ? { id: 'must_keep', status: 'skipped', detail: 'must_keep was not given.' }
      : check('must_keep', 'must_keep'),
    items.length === 0
      ? { id: 'facts', status: 'warn', detail: 'The original has nothing that could be compared.' }
      : { id: 'facts', status: 'pass', detail: `${items.length} facts were compared.` },
  ]
}
