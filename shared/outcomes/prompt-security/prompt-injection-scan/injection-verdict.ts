import { z } from 'zod'

import { verdictFields } from '#shared/engines/guard/verdict.ts'
import { injectionCategories } from '#shared/engines/injection/injection-rule.ts'

const severity = z.enum(['low', 'medium', 'high', 'critical'])

const finding = z.object({
  rule_id: z.string(),
  category: z.enum(injectionCategories),
  severity,
  weight: z.number().describe('after the context was weighed, 0 to 1'),
  start: z.int().describe('UTF-16 index in text'),
  end: z.int(),
  excerpt: z.string().describe('at most 160 characters, what cannot be seen is escaped'),
  normalized: z.string().describe('what matched, after folding or decoding'),
  layer: z.string().describe('raw, unicode_folded, html_visible, html_hidden or decoded:<codec>'),
  language: z.string(),
})

/** The answer of the prompt injection scan. */
export const injectionVerdict = z.object({
  ...verdictFields,
  score: z.int().min(0).max(100).describe('noisy-or of the weights within any 4,000 characters'),
  findings: z.array(finding).describe('heaviest first'),
  categories: z
    .record(z.enum(injectionCategories), z.union([z.literal('none'), severity]))
    .describe('worst severity of each'),
  hidden: z.object({
    invisible_chars: z.int(),
    tag_chars_decoded: z.string().nullable(),
    bidi_controls: z.int(),
    homoglyph_words: z.int(),
    html_hidden_chars: z.int(),
  }),
  owasp: z.array(z.string()).describe('OWASP Top 10 for LLM applications, 2025'),
  clean_text: z.string().nullable().describe('with return_clean: invisible characters out, flagged places neutralised'),
  stats: z.object({ chars: z.int(), layers_scanned: z.int(), rules: z.int(), truncated: z.boolean() }),
})
export type InjectionVerdict = z.output<typeof injectionVerdict>
