import { defineEntity, p } from '@mikro-orm/core'

/** Roles of named operators. A viewer sees everything and changes nothing; an operator acts too. */
export const OPERATOR_ROLES = ['viewer', 'operator'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]

const OperatorSchema = defineEntity({
  name: 'Operator',
  tableName: 'operator',
  properties: {
    id: p.uuid().primary(),
    name: p.text().check("name ~ '^[a-z0-9][a-z0-9._-]{1,39}$' and name <> 'root'"),
    role: p.enum(OPERATOR_ROLES),
    credentialId: p.text().unique(),
    hmac: p.blob(),
    last4: p.text().fieldName('last4'),
    createdAt: p.datetime().defaultRaw('now()'),
    revokedAt: p.datetime().nullable(),
  },
  uniques: [{ name: 'operator_name', properties: ['name'], where: 'revoked_at is null' }],
})

/** A person who operates the service by a token of their own. The holder of ADMIN_TOKEN is the root operator and has no row. */
export class Operator extends OperatorSchema.class {}
OperatorSchema.setClass(Operator)
