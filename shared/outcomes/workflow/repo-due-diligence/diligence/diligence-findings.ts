import type { Finding } from '#shared/engines/guard/verdict.ts'

import type { DiligenceFacts } from './diligence-facts.ts'

/** What speaks against using it at all. */
export function avoidBecause({ safety, advisories, inventory }: DiligenceFacts, license: string | null): Finding[] {
  const vulnerabilities = advisories.value?.vulnerabilities ?? []
  const found: Finding[] = safety.indicators
    .filter(({ severity }) => severity === 'critical')
    .map(({ code, message, path }) => ({
      decision: 'block',
      severity: 'critical',
      code,
      message: `${message} (${path})`,
      next: 'Do not install or run it.',
    }))
  for (const one of vulnerabilities.filter(({ id }) => id.startsWith('MAL-')))
    found.push({
      decision: 'block',
      severity: 'critical',
      code: 'malicious_dependency',
      message: `${one.package} ${one.version} is malware (${one.id}).`,
      next: 'Do not install it.',
    })
  if (inventory.info.archived && vulnerabilities.some(({ severity }) => severity === 'critical'))
    found.push({
      decision: 'block',
      severity: 'critical',
      code: 'archived_vulnerable',
      message: 'It is archived and depends on something with a critical hole: nobody will fix it.',
      next: 'Choose a maintained successor.',
    })
  const hasFile = safety.reasons.every(({ code }) => code !== 'files_unknown')
  if (license === null && hasFile && !hasLicenseFile(safety))
    found.push({
      decision: 'block',
      severity: 'high',
      code: 'license_missing',
      message: 'There is no licence, so nobody may use it.',
      next: 'Ask its owner for a licence before you use it.',
    })
  return found
}

/** A licence file of a kind the host does not know passes with a warning in repo-safety. */
function hasLicenseFile(safety: DiligenceFacts['safety']): boolean {
  const checks: unknown = safety['checks']
  if (!Array.isArray(checks)) return true
  return checks.some(
    (check: unknown) =>
      typeof check === 'object' &&
      check !== null &&
      'id' in check &&
      check.id === 'license' &&
      'status' in check &&
      check.status !== 'fail',
  )
}

/** What has to be settled before it is used. */
export function conditionsOf(
  { inventory, now, safety }: DiligenceFacts,
  bus: number | null,
  young: readonly string[],
): Finding[] {
  const pushedDays =
    inventory.info.pushedAt === null ? 0 : (now.getTime() - Date.parse(inventory.info.pushedAt)) / 86_400_000
  return [
    ...(inventory.info.archived
      ? [
          {
            decision: 'review' as const,
            severity: 'high' as const,
            code: 'archived',
            message: 'It is archived: nobody will fix what is found in it.',
            next: 'Look for a maintained successor, or take over its upkeep.',
          },
        ]
      : []),
    ...(pushedDays > 730
      ? [
          {
            decision: 'review' as const,
            severity: 'medium' as const,
            code: 'dormant',
            message: `Nothing was pushed for ${Math.floor(pushedDays)} days.`,
            next: 'Be ready to maintain it yourself.',
          },
        ]
      : []),
    ...(bus === 1
      ? [
          {
            decision: 'allow' as const,
            severity: 'low' as const,
            code: 'bus_factor_one',
            message: 'One person wrote half of a year’s commits.',
          },
        ]
      : []),
    ...safety.reasons
      .filter(({ code }) => code === 'files_unknown' || code === 'code_unknown')
      .map(({ code, message }) => ({
        decision: 'review' as const,
        severity: 'medium' as const,
        code,
        message,
        next: 'Ask again before you adopt it, or read the code yourself.',
      })),
    ...young.map((text) => ({
      decision: 'review' as const,
      severity: 'medium' as const,
      code: 'new_account',
      message: `${text}.`,
      next: 'Read the latest changes of that account.',
    })),
  ]
}
