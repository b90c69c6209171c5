import { defineEntity, p } from '@mikro-orm/core'

const CallStepSchema = defineEntity({
  name: 'CallStep',
  tableName: 'call_step',
  properties: {
    callId: p.uuid().primary(),
    step: p.text().primary(),
    slug: p.text(),
    state: p.enum(['running', 'done', 'failed'] as const),
    result: p.text().nullable(),
    refusal: p.text().nullable(),
    ms: p.float().nullable(),
    startedAt: p.datetime().defaultRaw('now()'),
    endedAt: p.datetime().nullable(),
  },
  checks: [
    { name: 'call_step_done_has_result', expression: "state <> 'done' or result is not null" },
    { name: 'call_step_failed_has_refusal', expression: "state <> 'failed' or refusal is not null" },
  ],
})

/**
 * One step of a workflow call: one outcome run as part of it. A finished step is never run again, so a call that
 * resumes after a crash does not repeat its upstream requests. Kept as long as the call's result.
 */
export class CallStep extends CallStepSchema.class {}
CallStepSchema.setClass(CallStep)
