import { conclude } from '#shared/engines/guard/verdict.ts'
import type { Check, Finding } from '#shared/engines/guard/verdict.ts'
import type { DriftFeature, DriftVerdict } from './drift-verdict.ts'
import { compareAll } from './read-samples.ts'
import type { DriftKind, Sample } from './read-samples.ts'
import { holm } from '#shared/engines/drift/statistics.ts'

export const driftRuleset = 'drift/2026-11-20'

/** Below this many values on a side nothing is concluded. */
const FEWEST = 30
const MISSING_POINTS = 0.05
const MOST_REASONS = 50

export type DriftQuestion = {
  baseline: Sample
  current: Sample
  kind?: DriftKind | undefined
  bins?: number | undefined
  thresholds?:
    | {
        psi_warn?: number | undefined
        psi_alert?: number | undefined
        p_value?: number | undefined
        js?: number | undefined
      }
    | undefined
  features?: readonly string[] | undefined
}

/** Whether the current sample still looks like the baseline. A p-value alone never alerts: with many values all differ. */
export function judgeDrift(question: DriftQuestion): DriftVerdict {
  const {
    psi_warn: warn = 0.1,
    psi_alert: alert = 0.25,
    p_value: least = 0.01,
    js: effect = 0.1,
  } = question.thresholds ?? {}
  const { features: compared, notes } = compareAll(
    question.baseline,
    question.current,
    question.kind ?? 'auto',
    question.bins ?? 10,
    question.features,
  )
  const raw = compared.map(({ ks, chi2 }) => ks?.p ?? chi2?.p ?? 1)
  const adjusted = compared.length > 1 ? holm(raw) : raw
  // With few values a PSI is high by chance alone: thirty a side and ten bins give 0.6 where nothing has changed.
  const chances = holm(compared.map(({ psi_p: p }) => p ?? 1))
  const isBeyondChance = (at: number) => (chances[at] ?? 1) < least
  const features = compared.map((feature, at): DriftFeature => {
    const isSmall = feature.n_baseline < FEWEST || feature.n_current < FEWEST
    const isTested = (adjusted[at] ?? 1) < least && feature.js >= effect
    const psi = isBeyondChance(at) ? (feature.psi ?? 0) : 0
    const level = psi >= alert || isTested ? 'significant' : psi >= warn ? 'moderate' : 'none'
    return { ...feature, verdict: isSmall ? 'insufficient_data' : level }
  })
  const worst =
    (['significant', 'moderate', 'insufficient_data'] as const).find((level) =>
      features.some(({ verdict }) => verdict === level),
    ) ?? 'none'
  const sample = { n_baseline: sizeOf(question.baseline), n_current: sizeOf(question.current) }
  const findings = features.flatMap((feature, at) => findingsOf(feature, adjusted[at] ?? 1)).slice(0, MOST_REASONS)
  return {
    ...conclude({
      input: question,
      ruleset: driftRuleset,
      findings,
      checks: features.map((feature): Check => ({
        id: `feature:${feature.name.slice(0, 100)}`,
        status: ({ none: 'pass', moderate: 'warn', significant: 'fail', insufficient_data: 'skipped' } as const)[
          feature.verdict
        ],
        detail:
          feature.verdict === 'insufficient_data'
            ? `${feature.n_baseline} and ${feature.n_current} values; ${FEWEST} on each side are needed`
            : `PSI ${feature.psi ?? 'none'}, JS ${feature.js} bits, p ${Number((adjusted[at(feature)] ?? 1).toPrecision(4))}`,
      })),
      proceed: 'Go on; the current data looks like the baseline.',
    }),
    drift: worst === 'significant',
    severity: worst,
    features,
    test_notes: [...notes, ...caveats()],
    sample,
  }

  function at(feature: DriftFeature): number {
    return features.indexOf(feature)
  }

  function caveats(): string[] {
    const said: string[] = []
    if (compared.length > 1)
      said.push(
        `p-values are judged after Holm's correction for ${compared.length} tests; ks.p and chi2.p are shown uncorrected.`,
      )
    if (features.some(({ verdict }) => verdict === 'insufficient_data'))
      said.push(`Fewer than ${FEWEST} values on a side: the numbers are shown, nothing is concluded from them.`)
    const lucky = features.filter(
      ({ psi, verdict }, index) => verdict === 'none' && (psi ?? 0) >= warn && !isBeyondChance(index),
    )
    for (const { name, psi, n_baseline: before, n_current: now } of lucky.slice(0, 10))
      said.push(
        `The PSI of ${name.slice(0, 100)}, ${psi ?? 0}, is what ${before} and ${now} values may give by chance; it was not taken for drift.`,
      )
    const many = features.find(
      ({ kind, n_baseline: n, top_contributors: top, chi2, psi }) =>
        kind === 'categorical' &&
        psi !== null &&
        n >= FEWEST &&
        chi2 === null &&
        top.length === 5 &&
        top.every(({ baseline_pct: pct }) => pct < 2),
    )
    if (many !== undefined)
      said.push(`${many.name} has many rare categories; its PSI says more about the sample than about drift.`)
    if (
      features.some(
        ({ kind, chi2, js, n_baseline: n }) => kind === 'categorical' && chi2 === null && js > 0 && n >= FEWEST,
      )
    )
      said.push('No chi-square test where an expected count is below 5.')
    return said
  }
}

function findingsOf(feature: DriftFeature, p: number): Finding[] {
  const { name, verdict, psi, js, missing_rate: missing, new_categories: fresh } = feature
  const shown = name.slice(0, 100)
  const evidence = {
    feature: shown,
    psi,
    js,
    p: Number(p.toPrecision(4)),
    ...(fresh.length === 0 ? {} : { new_categories: fresh.slice(0, 5) }),
    top_contributors: feature.top_contributors.slice(0, 2),
  }
  const found: Finding[] = []
  if (verdict === 'significant')
    found.push({
      decision: 'block',
      code: 'significant_drift',
      message: `${shown} has drifted: PSI ${psi ?? 'none'}, JS ${js} bits.`,
      evidence,
      next: `Stop relying on the baseline of ${shown}; find the cause, or take a new baseline.`,
    })
  if (verdict === 'moderate')
    found.push({
      decision: 'review',
      severity: 'medium',
      code: 'moderate_drift',
      message: `${shown} has shifted: PSI ${psi ?? 'none'}, JS ${js} bits.`,
      evidence,
      next: `Have the shift of ${shown} looked at before it grows.`,
    })
  if (verdict === 'insufficient_data')
    found.push({
      decision: 'review',
      code: 'insufficient_data',
      message: `${shown} has ${feature.n_baseline} and ${feature.n_current} values; nothing can be concluded from fewer than ${FEWEST}.`,
      evidence: { feature: shown },
      next: `Collect at least ${FEWEST} values on each side, then call again.`,
    })
  if (Math.abs(missing.current - missing.baseline) > MISSING_POINTS)
    found.push({
      decision: 'review',
      severity: 'medium',
      code: 'missing_rate_shift',
      message: `${shown} was missing in ${percent(missing.baseline)} of the baseline and is in ${percent(missing.current)} now.`,
      evidence: { feature: shown, ...missing },
      next: `Find out why ${shown} is missing more or less often.`,
    })
  return found
}

const percent = (share: number) => `${Math.round(share * 1000) / 10} %`

function sizeOf(sample: Sample): number {
  if (Array.isArray(sample)) return sample.length
  const counts = 'counts' in sample ? sample.counts : {}
  return Object.values(counts ?? {}).reduce<number>((sum, count) => sum + Number(count), 0)
}
