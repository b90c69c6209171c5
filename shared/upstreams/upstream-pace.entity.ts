import { defineEntity, p } from '@mikro-orm/core'

const UpstreamPaceSchema = defineEntity({
  name: 'UpstreamPace',
  tableName: 'upstream_pace',
  properties: {
    upstream: p.text().primary(),
    nextAt: p.datetime(),
  },
})

/** The token bucket of an upstream, as the moment at which it is full again. */
export class UpstreamPace extends UpstreamPaceSchema.class {}
UpstreamPaceSchema.setClass(UpstreamPace)
