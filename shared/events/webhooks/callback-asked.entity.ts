import { defineEntity, p } from '@mikro-orm/core'

const CallbackAskedSchema = defineEntity({
  name: 'CallbackAsked',
  tableName: 'callback_asked',
  properties: {
    callId: p.uuid().primary(),
    url: p.text().check('length(url) between 10 and 2000'),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'callback_asked_old', properties: ['createdAt'] }],
})

/**
 * An X-Callback-URL whose call is about to be charged. It is written before the charge and moves to `CallCallback` after
 * it, so that a process that ends in between loses no callback: housekeeping moves what was left.
 */
export class CallbackAsked extends CallbackAskedSchema.class {}
CallbackAskedSchema.setClass(CallbackAsked)
