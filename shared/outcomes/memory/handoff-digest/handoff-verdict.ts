import { z } from 'zod'

/** The sections of a handoff, in the order of the document, by their names in the digest. */
export const SECTIONS = {
  goal: 'Goal',
  state: 'State',
  done: 'Done',
  next: 'Next',
  decisions: 'Decisions',
  constraints: 'Constraints',
  artifacts: 'Artifacts',
  blockers: 'Blockers',
  open_questions: 'Open questions',
} as const
export type Section = keyof typeof SECTIONS

// Safe: the keys of the table above.
export const sections = Object.keys(SECTIONS) as Section[]

const item = z.object({
  text: z.string(),
  source: z.enum(['given', 'extracted']),
  ref: z.int().nullable().describe('index of the message it was taken from; null for what was given'),
})
export type HandoffItem = z.output<typeof item>

/** What handoff-digest answers. */
export const handoffVerdict = z.object({
  digest_markdown: z.string(),
  digest: z.object({
    goal: z.array(item),
    state: z.array(item),
    done: z.array(item),
    next: z.array(item),
    decisions: z.array(item),
    constraints: z.array(item),
    artifacts: z.array(item),
    blockers: z.array(item),
    open_questions: z.array(item),
  }),
  digest_sha256: z.string().describe('of the RFC 8785 form of digest'),
  tokens: z.int().describe('of digest_markdown in o200k_base'),
  completeness: z.object({ score: z.number().min(0).max(1), missing: z.array(z.string()) }),
  dropped: z
    .array(
      z.object({
        section: z.string(),
        text: z.string(),
        source: z.enum(['given', 'extracted']),
        ref: z.int().nullable(),
      }),
    )
    .describe('left out for size, most important first'),
  redactions: z.array(z.object({ rule_id: z.string(), count: z.int() })),
  injection_flags: z
    .array(z.object({ section: z.string(), rule_id: z.string(), excerpt: z.string() }))
    .describe('items that speak to a model rather than of the task'),
  resume_prompt: z.string().describe('first message for the receiver'),
  audit: z
    .object({
      decision: z.string(),
      fidelity: z.number(),
      precision: z.number(),
      lost: z.int(),
      changed: z.int(),
      invented: z.int(),
      most_important_lost: z.array(z.string()),
    })
    .nullable()
    .describe('context-compression-audit of the transcript against the digest; null without a transcript'),
})
export type HandoffVerdict = z.output<typeof handoffVerdict>
export type Digest = HandoffVerdict['digest']

/** What was sent, as the schema of the outcome made it. */
export type HandoffQuestion = {
  goal?: string | undefined
  transcript?: string | readonly unknown[] | undefined
  done?: readonly string[] | undefined
  todo?: readonly string[] | undefined
  decisions?: readonly (string | { what: string; why?: string | undefined })[] | undefined
  constraints?: readonly string[] | undefined
  artifacts?:
    | readonly {
        path?: string | undefined
        url?: string | undefined
        sha256?: string | undefined
        note?: string | undefined
      }[]
    | undefined
  blockers?: readonly string[] | undefined
  max_tokens: number
  to_agent?: string | undefined
}
