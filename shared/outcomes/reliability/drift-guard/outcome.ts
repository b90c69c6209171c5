import { z } from 'zod'

import { driftVerdict } from './drift-verdict.ts'
import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { invalidFields } from '#shared/errors.ts'
import { boundedRecord } from '#shared/lib/bounded-record.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

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
  types: { takes: { baseline: 'json', current: 'json' }, gives: { decision: 'decision' } },
  input: () =>
    guardInput({
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
  example: exampleFrom(example),
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
