import { lintSeverities, type LintVerdict } from './lint-verdict.ts'

const MOST_FINDINGS = 200
type Part = Pick<LintVerdict, 'findings' | 'summary'>

/** Merges the verdicts of several lints of one thing into one verdict. */
export function mergeVerdicts(
  ...parts: readonly Part[]
): Pick<LintVerdict, 'valid' | 'decision' | 'findings' | 'summary'> {
  const count = (kind: keyof Part['summary']) => parts.reduce((sum, { summary }) => sum + summary[kind], 0)
  const [errors, warnings, infos] = [count('errors'), count('warnings'), count('infos')]
  const findings = parts
    .flatMap((part) => part.findings)
    .toSorted((a, b) => lintSeverities.indexOf(a.severity) - lintSeverities.indexOf(b.severity))
    .slice(0, MOST_FINDINGS)
  return {
    valid: errors === 0,
    decision: errors > 0 ? 'no-go' : warnings > 0 ? 'review' : 'go',
    findings,
    summary: { errors, warnings, infos },
  }
}
