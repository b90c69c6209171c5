import { z } from 'zod'

import { handoffVerdict } from './handoff-verdict.ts'
import { invalidFields } from '#shared/errors.ts'
import { jsonObject } from '#shared/lib/bounded-record.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

const MAX_CHARS = 500_000
const lines = z.array(z.string().min(1).max(4_000)).max(500).default([])

export const handoffDigest = defineOutcome({
  slug: 'handoff-digest',
  title: 'Handoff digest',
  description:
    'Builds a compact handoff from a task state or transcript: goal, state, done, next, decisions, constraints, artifacts, ' +
    'blockers, open questions, each with its source. Removes secrets, names gaps and contradictions, fits a token budget, ' +
    'audits what was lost, and writes the first prompt for the receiver. Nothing is invented.',
  cents: 2,
  impulse: true,
  maxBodyBytes: 4 * 1024 * 1024,
  isolation: 'thread',
  types: {
    takes: { goal: 'text', transcript: 'json', done: 'json', todo: 'json', decisions: 'json' },
    gives: { digest_markdown: 'markdown' },
    also: { resume_prompt: 'text', digest_sha256: 'sha256' },
    either: ['goal', 'transcript', 'done', 'todo'],
  },
  input: () =>
    z.object({
      goal: z.string().min(1).max(2_000).optional().describe('goal'),
      transcript: z
        .union([z.string().max(MAX_CHARS), z.array(jsonObject()).max(10_000)])
        .optional()
        .describe(
          'messages {role, content}, or a text with "User:" and "Assistant:" lines; at most 500,000 characters',
        ),
      done: lines.describe('finished'),
      todo: lines.describe('open'),
      decisions: z
        .array(
          z.union([
            z.string().min(1).max(4_000),
            z.object({ what: z.string().min(1).max(4_000), why: z.string().max(4_000).optional() }),
          ]),
        )
        .max(500)
        .default([])
        .describe('{what, why}'),
      constraints: lines.describe('constraints, never left out'),
      artifacts: z
        .array(
          z.object({
            path: z.string().min(1).max(2_000).optional(),
            url: z.string().min(1).max(2_000).optional(),
            sha256: z
              .string()
              .regex(/^[0-9a-f]{64}$/i)
              .optional(),
            note: z.string().max(2_000).optional(),
          }),
        )
        .max(500)
        .default([])
        .describe('{path|url, sha256?, note}'),
      blockers: lines.describe('blockers, never left out'),
      max_tokens: z.int().min(200).max(8_000).default(1_200).describe('size of the digest'),
      to_agent: z.string().max(200).optional().describe('receiver label'),
    }),
  output: handoffVerdict,
  example: exampleFrom(example),
  check: ({ goal, transcript, artifacts }) => {
    if (goal === undefined && (transcript === undefined || transcript.length === 0))
      throw invalidFields({ path: ['goal'], msg: 'Value error, give goal or transcript', type: 'missing' })
    if (typeof transcript !== 'string' && JSON.stringify(transcript ?? []).length > 2 * MAX_CHARS)
      throw invalidFields({ path: ['transcript'], msg: `Value error, transcript is over ${MAX_CHARS} characters` })
    const nameless = artifacts.findIndex(({ path, url }) => path === undefined && url === undefined)
    if (nameless >= 0)
      throw invalidFields({
        path: ['artifacts', nameless, 'path'],
        msg: 'Value error, give path or url',
        type: 'missing',
      })
  },
  async run(input) {
    const { makeHandoff } = await import('./make-handoff.ts')
    return makeHandoff(input)
  },
})
