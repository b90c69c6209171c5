import { defineEntity, p } from '@mikro-orm/core'

const CardEvidenceSchema = defineEntity({
  name: 'CardEvidence',
  tableName: 'card_evidence',
  properties: {
    id: p.uuid().primary(),
    disputeId: p.text().extra('references card_dispute (id)'),
    text: p.text().check('length(text) between 1 and 5000'),
    state: p.enum(['asked', 'sent', 'refused'] as const).default('asked'),
    problem: p.text().nullable().check('length(problem) <= 200'),
    tries: p.integer().default(0),
    lookAt: p.datetime().nullable().defaultRaw('now()'),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    { name: 'card_evidence_of_dispute', properties: ['disputeId'] },
    { name: 'card_evidence_to_send', properties: ['lookAt'], where: 'look_at is not null' },
  ],
  checks: [{ name: 'card_evidence_asked', expression: "(state = 'asked') = (look_at is not null)" }],
})

/**
 * What an operator says against a dispute: written first, then submitted at the processor by settlement-watch, with the
 * timeline of the purchase. A bank takes evidence once, so the last words are these.
 */
export class CardEvidence extends CardEvidenceSchema.class {}
CardEvidenceSchema.setClass(CardEvidence)
