import { objectOr, textOr } from '#shared/engines/capability/tool-like.ts'
import { declaredCapabilities, observedCapabilities } from './observed-capabilities.ts'
import type { Manifest } from '#shared/engines/skill/read-manifest.ts'
import type { SkillFile } from './skill-file.ts'
import type { SkillFinding, SkillVerdict } from '#shared/engines/skill/skill-verdict.ts'

export function capabilitiesOf(
  files: readonly SkillFile[],
  manifest: Manifest,
  sent: unknown,
): SkillVerdict['capabilities'] {
  const { permissions } = objectOr(sent)
  const given = Array.isArray(permissions)
    ? permissions.filter((one) => typeof one === 'string')
    : textOr(permissions) === undefined
      ? []
      : String(permissions).split(/[\s,]+/)
  const declared = declaredCapabilities(manifest.allowed_tools, given)
  const observed = observedCapabilities(files)
  return {
    declared: declared ?? [],
    observed,
    undeclared: declared === null ? [] : observed.filter((one) => !declared.includes(one)),
  }
}

export function overreach(
  { undeclared, observed }: SkillVerdict['capabilities'],
  path: string,
  { description }: Manifest,
): SkillFinding[] {
  const found = undeclared.map((capability): SkillFinding => ({
    rule_id: `undeclared.${capability}`,
    category: 'unauthorized_tool',
    severity:
      capability === 'network' || capability === 'shell'
        ? 'high'
        : capability === 'env' || capability === 'read_files'
          ? 'low'
          : 'medium',
    path,
    line: 1,
    excerpt: capability,
    why: `The code uses ${capability}, which is not among the tools or permissions it declares.`,
    fix: 'Declare it, or take it out.',
  }))
  const claims =
    /\b(?:can do anything|any task|all tasks|everything you need|unlimited|full (?:system )?access|complete control|for every (?:request|question|task)|always use this skill)\b/i.exec(
      description ?? '',
    )
  if (claims !== null)
    found.push({
      rule_id: 'claims.everything',
      category: 'capability_inflation',
      severity: 'medium',
      path,
      line: 1,
      excerpt: claims[0],
      why: 'The description claims everything, so that the agent picks it for everything.',
      fix: 'Say what it does and when to use it.',
    })
  const isHarmless =
    /\b(?:format|lint|style|write|summari[sz]e|translat|explain|spell|grammar|color|theme|greet|calculat)\w{0,6}\b/i.test(
      description ?? '',
    ) &&
    !/\b(?:fetch|download|api|web|http|online|search|install|deploy|run|execute|upload|sync)\w{0,4}\b/i.test(
      description ?? '',
    )
  if (isHarmless && observed.includes('network') && observed.includes('env'))
    found.push({
      rule_id: 'claims.less',
      category: 'capability_inflation',
      severity: 'medium',
      path,
      line: 1,
      excerpt: (description ?? '').slice(0, 160),
      why: 'It describes a harmless task, and its code reads the environment and speaks to the network.',
      fix: 'Find out why.',
    })
  return found
}
