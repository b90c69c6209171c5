import { z } from 'zod'

import { driftVerdict } from './drift-verdict.ts'
import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { invalidFields } from '#shared/errors.ts'
import { boundedRecord } from '#shared/lib/bounded-record.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'

const counts = boundedRecord(z.string().max(1_000), z.int().min(0).max(1_000_000_000), 5_000)
const sample = z.union([
  z.array(z.unknown()).min(1).max(100_000),
  z
    .object({ counts: counts.refine((all) => Object.values(all).some((count) => count > 0), 'counts are all zero') })
    .loose(),
])
const ratio = (value: number) => documentedDefault(z.number().min(0).max(10), value)

export const driftGuard = defineOutcome({
  slug: 'drift-guard',
  title: 'Drift guard',
  description:
    'Says whether current data still looks like its baseline: PSI, Jensen-Shannon, Kolmogorov-Smirnov and chi-square for ' +
    'numbers, categories, texts (length, vocabulary, refusals, JSON validity, language) or records, with Holm correction, ' +
    'missing rates, new categories and what contributed most.',
  cents: 8,
  decisions: ['allow', 'review', 'block'],
  maxBodyBytes: 8_388_608,
  isolation: 'thread',
  input: guardInput({
    baseline: sample.describe('numbers, categories, texts or flat objects; or {counts: {category: n}}'),
    current: sample.describe('same kind'),
    kind: documentedDefault(z.enum(['auto', 'numeric', 'categorical', 'text', 'records']), 'auto').describe(
      'interpretation',
    ),
    bins: documentedDefault(z.int().min(2).max(50), 10).describe('quantile bins of the baseline for PSI'),
    thresholds: z
      .object({ psi_warn: ratio(0.1), psi_alert: ratio(0.25), p_value: ratio(0.01), js: ratio(0.1) })
      .loose()
      .optional()
      .describe('{psi_warn 0.1, psi_alert 0.25, p_value 0.01, js 0.1}'),
    features: z.array(z.string().min(1).max(200)).min(1).max(100).optional().describe('fields to compare in records'),
  }),
  output: driftVerdict,
  example: {
    input: {
      baseline: { counts: { card: 500, wallet: 500 } },
      current: { counts: { card: 560, wallet: 340, crypto: 100 } },
    },
    output: {
      decision: 'block',
      reasons: [
        {
          code: 'significant_drift',
          severity: 'high',
          message: 'value has drifted: PSI 0.7586, JS 0.0623 bits.',
          evidence: {
            feature: 'value',
            psi: 0.7586,
            js: 0.0623,
            p: 8.511e-30,
            new_categories: ['crypto'],
            top_contributors: [
              {
                bin: 'crypto',
                baseline_pct: 0,
                current_pct: 10,
                psi: 0.6901,
              },
              {
                bin: 'wallet',
                baseline_pct: 50,
                current_pct: 34,
                psi: 0.0617,
              },
            ],
          },
        },
      ],
      checks: [
        {
          id: 'feature:value',
          status: 'fail',
          detail: 'PSI 0.7586, JS 0.0623 bits, p 8.511e-30',
        },
      ],
      risk_score: 30,
      next_action: 'Stop relying on the baseline of value; find the cause, or take a new baseline.',
      input_digest: 'fa85d8840d24ad45f5e25109eb43da1f92f0419d8ef261ca313d47428f740dd3',
      ruleset: 'drift/2026-11-20',
      drift: true,
      severity: 'significant',
      features: [
        {
          name: 'value',
          kind: 'categorical',
          n_baseline: 1000,
          n_current: 1000,
          psi: 0.7586,
          psi_p: 8.511e-30,
          js: 0.0623,
          ks: null,
          chi2: {
            stat: 133.8724,
            p: 8.511e-30,
          },
          mean_shift: null,
          missing_rate: {
            baseline: 0,
            current: 0,
          },
          new_categories: ['crypto'],
          top_contributors: [
            {
              bin: 'crypto',
              baseline_pct: 0,
              current_pct: 10,
              psi: 0.6901,
            },
            {
              bin: 'wallet',
              baseline_pct: 50,
              current_pct: 34,
              psi: 0.0617,
            },
            {
              bin: 'card',
              baseline_pct: 50,
              current_pct: 56,
              psi: 0.0068,
            },
          ],
          verdict: 'significant',
        },
      ],
      test_notes: [],
      sample: {
        n_baseline: 1000,
        n_current: 1000,
      },
    },
  },
  check: ({ baseline, current, kind = 'auto' }) => {
    for (const [field, side] of Object.entries({ baseline, current })) {
      if (!Array.isArray(side)) {
        if (kind === 'auto' || kind === 'categorical') continue
        throw invalidFields({
          path: [field],
          msg: `Value error, counts are categories; they cannot be read as ${kind}`,
        })
      }
      const isNot =
        kind === 'records' ? side.findIndex((value) => typeof value !== 'object' || Array.isArray(value)) : -1
      if (isNot >= 0) throw invalidFields({ path: [field, isNot], msg: 'Value error, a record is an object' })
    }
  },
  run: async (input) => {
    const { judgeDrift } = await import('./judge-drift.ts')
    return judgeDrift(input)
  },
})
