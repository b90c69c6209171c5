import { defineEntity, p } from '@mikro-orm/core'

const CardPaymentSchema = defineEntity({
  name: 'CardPayment',
  tableName: 'card_payment',
  properties: {
    purchaseId: p.uuid().primary(),
    hireId: p.uuid().nullable().extra('references card_hire (id)'),
    intentId: p.text().unique().nullable().check('length(intent_id) <= 255'),
    amountCents: p.integer().check('amount_cents > 0'),
    state: p.enum(['open', 'paid', 'surplus', 'canceled'] as const).default('open'),
    processorStatus: p.text().nullable().check('length(processor_status) <= 50'),
    receivedCents: p.integer().default(0),
    refundedCents: p.integer().default(0),
    disputedCents: p.integer().default(0),
    feeCents: p.integer().default(0),
    processorFeeCents: p.integer().default(0),
    warnedAt: p.datetime().nullable(),
    holdUntil: p.datetime().nullable(),
    trouble: p.text().nullable().check('length(trouble) <= 200'),
    reading: p.bigint().defaultRaw('0'),
    lookAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    { name: 'card_payment_to_look', properties: ['lookAt'], where: 'look_at is not null' },
    { name: 'card_payment_trouble', properties: ['createdAt'], where: 'trouble is not null' },
  ],
  checks: [
    { name: 'card_payment_of_hire', expression: '(hire_id is null) or (hire_id = purchase_id)' },
    {
      name: 'card_payment_received',
      expression:
        "received_cents = case when state in ('paid', 'surplus') then amount_cents else 0 end and (state <> 'paid' or hold_until is not null)",
    },
    {
      name: 'card_payment_back',
      expression: 'refunded_cents between 0 and received_cents and disputed_cents between 0 and received_cents',
    },
  ],
})

/**
 * The payment of one purchase or hire by card: its payment intent at the processor, as it was read last. It has the id of
 * what it pays: `hireId` is the same id for a hire, and null for a purchase. Amounts are cents.
 * `surplus` is money that came in and pays nothing (too late, or paid twice): it goes back. `disputedCents` is what the
 * buyer's bank has taken, `feeCents` what disputes cost,
 * `processorFeeCents` what the processor took for itself. `trouble` says why a read differs from what was agreed: then
 * nothing changes until an operator looks. Of several reads at once only the one that began last counts: `reading` is its
 * number. At `lookAt` settlement-watch reads it without an event; null once it looks no longer. The secret by which a
 * buyer pays is asked for each time, and kept nowhere.
 */
export class CardPayment extends CardPaymentSchema.class {}
CardPaymentSchema.setClass(CardPayment)
