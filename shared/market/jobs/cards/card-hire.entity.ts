import { defineEntity, p } from '@mikro-orm/core'

const CardHireSchema = defineEntity({
  name: 'CardHire',
  tableName: 'card_hire',
  properties: {
    id: p.uuid().primary(),
    jobId: p.uuid().extra('references job (id)'),
    proposalId: p.uuid().extra('references proposal (id)'),
    posterId: p.uuid().extra('references market_user (id)'),
    expiresAt: p.datetime(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'card_hire_of_job', properties: ['jobId'] }],
})

/**
 * A hire that its poster wants to pay by card: whom, and until when. Its card payment has the same id. The job is hired for
 * once that payment came in, and not before.
 */
export class CardHire extends CardHireSchema.class {}
CardHireSchema.setClass(CardHire)
