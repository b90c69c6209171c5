import { defineEntity, p } from '@mikro-orm/core'

const PaytoObservationSchema = defineEntity({
  name: 'PaytoObservation',
  tableName: 'payto_observation',
  properties: {
    origin: p.text().primary(),
    network: p.text().primary(),
    address: p.text().primary(),
    amount: p.text().nullable(),
    asset: p.text().nullable(),
    firstSeen: p.datetime().defaultRaw('now()'),
    lastSeen: p.datetime().defaultRaw('now()'),
    count: p.bigint().defaultRaw('1').check('count > 0'),
  },
  indexes: [{ name: 'payto_observation_seen', properties: ['lastSeen'] }],
})

/**
 * A payTo address of an origin on a network, as this service observed it. Amount and asset are the last observed ones.
 */
export class PaytoObservation extends PaytoObservationSchema.class {}
PaytoObservationSchema.setClass(PaytoObservation)
