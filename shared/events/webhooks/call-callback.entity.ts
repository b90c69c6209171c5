import { defineEntity, p } from '@mikro-orm/core'

const CallCallbackSchema = defineEntity({
  name: 'CallCallback',
  tableName: 'call_callback',
  properties: {
    callId: p.uuid().primary(),
    url: p.text().check('length(url) between 10 and 2000'),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'call_callback_old', properties: ['createdAt'] }],
})

/** The X-Callback-URL of a call, to which its end is sent. */
export class CallCallback extends CallCallbackSchema.class {}
CallCallbackSchema.setClass(CallCallback)
