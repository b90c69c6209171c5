import { z } from 'zod'

import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { injectionDecisions } from '#shared/engines/injection/decide-injection.ts'
import { injectionSources } from '#shared/engines/injection/injection-rule.ts'
import { injectionVerdict } from './injection-verdict.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

export const promptInjectionScan = defineOutcome({
  slug: 'prompt-injection-scan',
  title: 'Prompt injection scan',
  description:
    'Finds instructions aimed at the model that reads a text: 230 rules in 20 languages over the text as seen, as hidden ' +
    '(HTML, tag and zero-width characters, look-alikes) and as decoded (base64, hex, ciphers, leetspeak), with spans, a ' +
    'score and thresholds by source. No model in the path: the same text gets the same answer. Measured; see the docs.',
  cents: 5,
  featured: 5,
  maxBodyBytes: 2 * 1024 * 1024,
  // The text decides how much there is to decode.
  isolation: 'thread',
  decisions: injectionDecisions,
  types: {
    takes: { text: 'text', source: 'json' },
    gives: { decision: 'decision', findings: 'json' },
    also: { clean_text: 'text' },
  },
  input: () =>
    guardInput({
      text: z.string().min(1).max(500_000).describe('untrusted content'),
      source: documentedDefault(z.enum(injectionSources), 'unknown').describe(
        'where it came from; thresholds depend on it',
      ),
      context: z
        .string()
        .max(2_000)
        .optional()
        .describe('what the agent is doing, lowers false alarms (e.g. security training text)'),
      html: documentedDefault(z.union([z.boolean(), z.literal('auto')]), 'auto').describe(
        'parse as HTML to find hidden parts',
      ),
      return_clean: documentedDefault(z.boolean(), false).describe(
        'return text with invisible characters and flagged spans neutralised',
      ),
      max_findings: documentedDefault(z.int().min(1).max(200), 50).describe('cut'),
    }),
  output: injectionVerdict,
  example: exampleFrom(example),
  async run(input) {
    const { assessInjection } = await import('./assess-injection.ts')
    return assessInjection(input)
  },
})
