import { z } from 'zod'

import { invalidFields } from '#shared/errors.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'

export const regexTest = defineOutcome({
  slug: 'regex-test',
  title: 'Regex test',
  description: 'Runs a pattern on text safely, with all matches, groups and a denial-of-service verdict.',
  cents: 1,
  maxBodyBytes: 2 * 1024 * 1024,
  isolation: 'thread',
  types: {
    takes: { pattern: 'regex', text: 'text', flags: 'json', replacement: 'json' },
    gives: { matches: 'json', 'matches.0.match': 'regex-match' },
  },
  input: () =>
    z.object({
      pattern: z
        .string()
        .min(1)
        .max(2000)
        .describe('regular expression (ECMAScript syntax; inline Python named groups (?P<n>) accepted)'),
      text: z.string().max(200_000).describe('subject'),
      flags: z
        .string()
        .regex(/^[imsx]{0,4}$/)
        .default('')
        .describe('any combination of i, m, s, x, each at most once'),
      max_matches: z.int().min(1).max(1000).default(100).describe('how many matches are listed at most'),
      replacement: z
        .string()
        .max(10_000)
        .optional()
        .describe('when given, all matches are replaced: $1, $<name>, $& and the like'),
    }),
  output: () =>
    z.object({
      valid: z.boolean().describe('the pattern compiles'),
      error: z
        .object({ message: z.string(), position: z.int().nullable(), hint: z.string().nullable() })
        .nullable()
        .describe('why it does not compile; position is an offset in pattern'),
      matches: z.array(
        z.object({
          match: z.string(),
          start: z.int(),
          end: z.int(),
          line: z.int(),
          column: z.int(),
          groups: z.array(z.string().nullable()),
          named: z.record(z.string(), z.string().nullable()),
        }),
      ),
      match_count: z.int().describe('matches up to max_matches'),
      matched: z.boolean(),
      full_match: z.boolean().describe('the whole text matches'),
      truncated: z.boolean().describe('there are more matches than are listed'),
      replaced: z.string().nullable(),
      redos: z.object({
        risk: z.enum(['none', 'polynomial', 'exponential', 'unknown']),
        hotspot: z.array(z.object({ start: z.int(), end: z.int() })).nullable(),
        attack_string: z.string().nullable(),
        attack_pattern: z.string().nullable(),
      }),
      engine: z.enum(['re2', 'v8-isolated']),
      elapsed_ms: z.number(),
      timed_out: z.boolean().describe('the search was stopped after 250 ms'),
      notes: z.array(z.string()),
    }),
  example: {
    input: { pattern: 'a(b)?', text: 'ab a' },
    output: {
      valid: true,
      error: null,
      matches: [
        { match: 'ab', start: 0, end: 2, line: 1, column: 1, groups: ['b'], named: {} },
        { match: 'a', start: 3, end: 4, line: 1, column: 4, groups: [null], named: {} },
      ],
      match_count: 2,
      matched: true,
      full_match: false,
      truncated: false,
      replaced: null,
      redos: { risk: 'none', hotspot: null, attack_string: null, attack_pattern: null },
      engine: 're2',
      elapsed_ms: 0,
      timed_out: false,
      notes: [],
    },
  },
  check({ flags }) {
    if (new Set(flags).size < flags.length) {
      throw invalidFields({ path: ['flags'], msg: 'Value error, each flag may appear once', input: flags })
    }
  },
  async run({ pattern, text, flags, max_matches, replacement }, { now }) {
    const { testPattern } = await import('./test-pattern.ts')
    const startedAt = now().getTime()
    const answer = testPattern({ pattern, text, flags, maxMatches: max_matches, replacement })
    return { ...answer, elapsed_ms: now().getTime() - startedAt }
  },
})
