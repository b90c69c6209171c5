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
    count: p.bigint().default('1'),
  },
})

/** An address an origin asked to be paid at on a network, as this service saw it; amount and asset are the last seen. */
export class PaytoObservation extends PaytoObservationSchema.class {}
PaytoObservationSchema.setClass(PaytoObservation)
