import { z } from 'zod'

import { verdictFields } from '#shared/engines/guard/verdict.ts'

export const driftSeverities = ['none', 'moderate', 'significant', 'insufficient_data'] as const

const share = z.number().describe('0 to 1')

/** What drift-guard answers. */
export const driftVerdict = z.object({
  ...verdictFields,
  drift: z.boolean().describe('alert on any feature'),
  severity: z.enum(driftSeverities),
  features: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(['numeric', 'categorical']),
      n_baseline: z.int(),
      n_current: z.int(),
      psi: z.number().nullable().describe('population stability index; null for vocabularies'),
      psi_p: z
        .number()
        .nullable()
        .describe('how likely chance alone makes the cells differ so; null where there is one cell, or one side only'),
      js: z.number().describe('Jensen-Shannon divergence in bits'),
      ks: z.object({ d: z.number(), p: z.number() }).nullable().describe('two-sample Kolmogorov-Smirnov, numeric only'),
      chi2: z
        .object({ stat: z.number(), p: z.number() })
        .nullable()
        .describe('null where an expected count is below 5'),
      mean_shift: z.number().nullable().describe('in standard deviations of the baseline'),
      missing_rate: z.object({ baseline: share, current: share }),
      new_categories: z.array(z.string()).describe('the commonest 20'),
      top_contributors: z.array(
        z.object({ bin: z.string(), baseline_pct: z.number(), current_pct: z.number(), psi: z.number() }),
      ),
      verdict: z.enum(driftSeverities),
    }),
  ),
  test_notes: z.array(z.string()),
  sample: z.object({ n_baseline: z.int(), n_current: z.int() }),
})
export type DriftVerdict = z.output<typeof driftVerdict>
export type DriftFeature = DriftVerdict['features'][number]
