import { defineEntity, p } from '@mikro-orm/core'

const EffectSchema = defineEntity({
  name: 'Effect',
  tableName: 'effect',
  properties: {
    id: p.uuid().primary(),
    answer: p.text(),
    at: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'effect_time', properties: ['at'] }],
})

/**
 * What one call (or one step of a workflow) wrote, recorded in the same transaction. A second attempt of the call finds
 * it and returns this answer instead of writing again. Never holds a secret. Kept for a day, which is longer than any
 * call lives.
 */
export class Effect extends EffectSchema.class {}
EffectSchema.setClass(Effect)
