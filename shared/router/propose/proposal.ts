import { z } from 'zod'

/** Where the value of an input comes from. */
export const SOURCES = ['slot', 'input', 'step', 'choice', 'number', 'flag', 'words'] as const

/**
 * What a text model proposes for a goal. It holds names and places alone: `value` is the id of a slot, a place in an earlier
 * step, a choice, a number or words of the goal. Nothing of it is believed before `plan-proposed.ts` has checked it. It sets
 * no lengths, because strict schemas of models do not know them; the tokens of an answer bound it.
 */
export const Proposal = z.object({
  steps: z.array(
    z.object({
      slug: z.string(),
      inputs: z.array(z.object({ field: z.string(), from: z.enum(SOURCES), value: z.string() })),
    }),
  ),
  /** Inputs that neither goal nor input hold. */
  missing: z.array(z.object({ slug: z.string(), field: z.string() })),
  /** Parts of the goal that no step does, word for word. */
  unmet: z.array(z.string()),
})
export type Proposal = z.output<typeof Proposal>
export type ProposedInput = Proposal['steps'][number]['inputs'][number]

/** What a text model is told of a goal: what the goal says, what the input is, and outcomes, the likest first. */
export type ProposalQuestion = { goal: string; facts: string; outcomes: readonly string[] }

/** Why a proposal was not taken, for logs and metrics. It names nothing of goal or proposal. */
export type Refused =
  | 'no_steps'
  | 'unknown_outcome'
  | 'write_not_ordered'
  | 'unknown_field'
  | 'unknown_slot'
  | 'wrong_type'
  | 'wrong_reference'
  | 'not_in_goal'
  | 'input_missing'
  | 'refused_input'
  | 'same_step_twice'
  | 'over_limit'
  | 'wrong_shape'
