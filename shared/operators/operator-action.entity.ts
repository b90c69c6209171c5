import { defineEntity, p } from '@mikro-orm/core'

const OperatorActionSchema = defineEntity({
  name: 'OperatorAction',
  tableName: 'operator_action',
  properties: {
    id: p.uuid().primary(),
    at: p.datetime().defaultRaw('now()'),
    actor: p.text(),
    operatorId: p.uuid().nullable().extra('references operator (id)'),
    via: p.enum(['page', 'cli'] as const),
    action: p.text(),
    target: p.text().nullable(),
    detail: p.json<Record<string, string | number>>(),
    requestId: p.text().nullable(),
    once: p.uuid().nullable().unique(),
    outcome: p.text().nullable(),
    endedAt: p.datetime().nullable(),
  },
  checks: [{ name: 'operator_action_ended', expression: '(outcome is null) = (ended_at is null)' }],
  indexes: [{ name: 'operator_action_target', properties: ['target'] }],
})

/**
 * An action of an operator: written before it begins, and told once how it ended. `outcome` is `done`, or why it was
 * refused or failed; null where the process ended meanwhile. Nothing else of a row ever changes. `once` is the id of the
 * form that asked for it, so that a form sent twice is one action.
 */
export class OperatorAction extends OperatorActionSchema.class {}
OperatorActionSchema.setClass(OperatorAction)
