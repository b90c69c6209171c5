import { defineEntity, p } from '@mikro-orm/core'

const PayerSchema = defineEntity({
  name: 'Payer',
  tableName: 'payer',
  properties: {
    network: p.text().primary(),
    address: p.text().primary(),
    openPayments: p.integer().default(0).check('open_payments >= 0'),
    openAmount: p.bigint().defaultRaw('0').check('open_amount >= 0'),
    failures: p.integer().default(0),
    settleFirstUntil: p.datetime().nullable(),
    provenAt: p.datetime().nullable(),
  },
  indexes: [
    {
      name: 'payer_never_paid',
      properties: ['network', 'address'],
      where: 'proven_at is null and open_payments = 0 and failures = 0',
    },
  ],
})

/** A wallet whose payment was verified here, with its unsettled payments. A trigger of payment_proof keeps the counters. */
export class Payer extends PayerSchema.class {}
PayerSchema.setClass(Payer)
