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
})

/**
 * One step of a workflow call: an outcome run as a part of it. A step that is done is never run again, so a call that is
 * resumed after a kill asks no finished step's upstream twice. Kept as long as the call's result.
 */
export class CallStep extends CallStepSchema.class {}
CallStepSchema.setClass(CallStep)
