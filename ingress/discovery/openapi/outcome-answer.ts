import { z } from 'zod'

import type { Outcome } from '#shared/outcomes/define.ts'

import { errorMembers } from './error-answer.ts'

const Charge = z
  .object({
    cents: z.int().describe('what this call costs; 0 when free or covered by a pass'),
    paid_with: z.enum(['free', 'prepaid_key', 'trial_key', 'pass', 'x402', 'workflow']),
    balance_cents: z.int().nullable().describe('what the key has left; null without a key'),
    refill_due: z.literal(true).optional().describe('the balance is below the mark of auto_refill: top up now'),
    state: z.enum(['captured', 'held']).describe('held while the call runs, captured once a result is stored'),
    payment: z
      .object({
        network: z.string().describe('CAIP-2'),
        payer: z.string(),
        transaction: z.string().nullable().describe('null until it is settled'),
        state: z.enum(['verified', 'settling', 'settled', 'unpaid', 'reversed']),
        settle: z.enum(['after', 'before']).describe('after the run, or before it'),
      })
      .optional()
      .describe('the x402 payment behind this call'),
  })
  .meta({ id: 'Charge', description: 'What a call cost, and what paid.' })

const Step = z
  .looseObject({
    step: z.string(),
    ms: z.number().nullable().describe('milliseconds; null while it runs'),
    slug: z.string().optional().describe('the outcome a workflow step ran'),
    state: z.enum(['running', 'done', 'failed']).optional(),
  })
  .meta({ id: 'Step', description: 'Something that ran for this call.' })

const FileLink = z
  .object({ url: z.string().describe('opens the file without a credential'), expires_at: z.iso.datetime() })
  .meta({ id: 'FileLink', description: 'A link to the picture or sound in the result, for an hour.' })

const idMembers = {
  call_id: z.string(),
  call_token: z.string().optional().describe('reads this call later, sent as X-Call-Token; shown to whoever paid'),
  request_id: z.string(),
}

/** Schema of a successful answer with the outcome's result. */
export const outcomeAnswer = (result: z.ZodType) =>
  z.object({
    ok: z.literal(true),
    resource: z.string().describe("the outcome's public path"),
    total_usdc: z.string().describe('USDC this call moved, as a decimal string'),
    steps: z.array(Step),
    result,
    charge: Charge,
    ...idMembers,
    credit: z
      .looseObject({ cents: z.int() })
      .optional()
      .describe('what a settled payment has over the cost: a prepaid key'),
    pass_note: z.string().optional().describe('why a pass that was sent did not pay'),
  })

/** Schema of a successful answer of one outcome. One with a file has a link to it; a flat one has the members of its result at the top, too. */
export function answerOf({ output, isFlat, file }: Pick<Outcome, 'output' | 'isFlat' | 'file'>) {
  const answer = file === null ? outcomeAnswer(output) : outcomeAnswer(output).extend({ file: FileLink })
  return isFlat && output instanceof z.ZodObject ? z.object({ ...output.shape, ...answer.shape }) : answer
}

/** The state and status of a call that ended; a stream's last event has neither. */
const ended = <State extends string, Status extends string>(state: State, status: Status) => ({
  state: z.literal(state).optional(),
  status: z.literal(status).optional(),
})

/** Successful answer of any outcome. */
const AnyOutcomeAnswer = outcomeAnswer(z.unknown().describe("the outcome's result"))
  .extend(ended('captured', 'succeeded'))
  .loose()
  .meta({ id: 'OutcomeAnswer' })

/** A call that ended without a result. */
const FailedCall = z
  .looseObject({ ...errorMembers, ...ended('released', 'failed') })
  .meta({ id: 'FailedCall', description: 'The call failed and cost nothing; code and error say why.' })

/** Body of 202: the call is still running. */
export const AcceptedAnswer = z
  .object({
    ok: z.literal(true),
    resource: z.string(),
    state: z.enum(['paying', 'held']).describe('paying waits for a payment on chain'),
    status: z.literal('running'),
    status_url: z.string().describe('read it with the credential that paid, or with call_token'),
    events_url: z.string().describe('its steps and its answer as server-sent events'),
    retry_after_s: z.number(),
    charge: Charge,
    ...idMembers,
  })
  .meta({ id: 'AcceptedCall', description: 'The call goes on; its result is kept for 24 hours at status_url.' })

const OpenCall = z
  .object({
    ok: z.literal(true),
    resource: z.string(),
    state: z
      .enum(['paying', 'held', 'running', 'settling'])
      .describe('paying and settling wait for a payment on chain'),
    status: z.literal('running'),
    steps: z.array(Step),
    retry_after_s: z.number(),
    events_url: z.string(),
    call_id: z.string(),
    request_id: z.string(),
  })
  .meta({ id: 'OpenCall', description: 'The call goes on; ask again.' })

/** Body of a read call: its result, its state while it runs, or its error. */
export const CallAnswer = z.union([AnyOutcomeAnswer, OpenCall, FailedCall]).meta({
  id: 'CallAnswer',
  description:
    'A call as it stands: `status` is running, succeeded or failed, `state` says more. A failed one is shown with its error and cost nothing.',
})
