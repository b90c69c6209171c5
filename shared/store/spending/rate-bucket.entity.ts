import { defineEntity, p } from '@mikro-orm/core'

const RateBucketSchema = defineEntity({
  name: 'RateBucket',
  tableName: 'rate_bucket',
  properties: {
    owner: p.text().primary(),
    key: p.text().primary(),
    tat: p.datetime(),
    allowed: p.boolean(),
    config: p.text(),
    earlierConfig: p.text().nullable(),
  },
  indexes: [{ name: 'rate_bucket_idle', properties: ['tat'] }],
})

/** A token bucket. `tat` is when it is full again. `allowed` is the result of the last call. */
export class RateBucket extends RateBucketSchema.class {}
RateBucketSchema.setClass(RateBucket)
