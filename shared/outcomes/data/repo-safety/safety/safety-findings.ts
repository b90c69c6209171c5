import type { Finding } from '#shared/engines/guard/verdict.ts'

import type { RepoFacts } from '#shared/engines/repo/collect-repo.ts'

const MOST = 30
const LOW_SCORE = 55
const NEXT = {
  critical: 'Do not install or run anything of this repository; read the named places first.',
  high: 'Have a person read the named places before you use the repository.',
} as const

/** What asks for a review or speaks against using a repository at all. */
export function safetyFindings(facts: RepoFacts, score: number): Finding[] {
  const found: Finding[] = (facts.indicators ?? []).map(({ code, severity, message, path, line, excerpt }) => ({
    decision: severity === 'critical' ? 'block' : severity === 'low' ? 'allow' : 'review',
    severity: severity === 'low' ? 'info' : severity,
    code,
    message: `${message} (${path}${line === null ? '' : `:${line}`})`,
    evidence: { path, line, excerpt },
    next: severity === 'critical' ? NEXT.critical : NEXT.high,
  }))
  for (const one of facts.advisories.value?.vulnerabilities ?? []) {
    const isMalware = one.id.startsWith('MAL-')
    const isGrave = isMalware || (one.dev !== true && (one.severity === 'critical' || one.severity === 'high'))
    found.push({
      decision: isMalware ? 'block' : isGrave ? 'review' : 'allow',
      severity: one.dev === true && !isMalware ? 'low' : one.severity === 'unknown' ? 'medium' : one.severity,
      code: isMalware ? 'malicious_dependency' : 'known_vulnerability',
      message: `${one.package} ${one.version}: ${one.id}${one.fixedIn === null ? '' : `, fixed in ${one.fixedIn}`}${one.dev === true ? ' (only for building and testing)' : ''}.`,
      evidence: { id: one.id, package: one.package, version: one.version, fixed_in: one.fixedIn },
      next: isMalware
        ? NEXT.critical
        : `Update ${one.package}${one.fixedIn === null ? '' : ` to ${one.fixedIn}`} before use.`,
    })
  }
  if (facts.info.archived)
    found.push({
      decision: 'review',
      severity: 'medium',
      code: 'archived',
      message: 'The repository is archived: nobody will fix what is found in it.',
      next: 'Look for a maintained successor before you depend on it.',
    })
  if (score < LOW_SCORE)
    found.push({
      decision: 'review',
      severity: 'medium',
      code: 'low_score',
      message: `It reaches ${score} of 100 points.`,
      next: 'Read the failed checks and decide whether they matter for your use.',
    })
  if (facts.tree.value === null)
    found.push({
      decision: 'review',
      severity: 'medium',
      code: 'files_unknown',
      message: 'Its files could not be listed, so nothing is known of its code.',
      next: 'Ask again later, or read the code yourself.',
    })
  else if (facts.indicators === null || (facts.scan.wanted > 0 && facts.scan.read * 2 < facts.scan.wanted))
    found.push({
      decision: 'review',
      severity: 'medium',
      code: 'code_unknown',
      message: 'Most of its files could not be looked through, so little is known of its code.',
      next: 'Ask again later, or read the code yourself.',
    })
  return found.slice(0, MOST)
}
