import { defineEntity, p } from '@mikro-orm/core'

const StoreOwnerSchema = defineEntity({
  name: 'StoreOwner',
  tableName: 'store_owner',
  properties: {
    owner: p.text().primary(),
    notes: p.integer().default(0),
    noteBytes: p.bigint().default('0'),
    workspaces: p.integer().default(0),
    posts: p.bigint().default('0'),
    createdAt: p.datetime().defaultRaw('now()'),
  },
})

/**
 * What an owner has stored. Triggers keep the counters; a statement that exceeds a quota fails. `posts` counts the
 * owner's posts to the square and orders them.
 */
export class StoreOwner extends StoreOwnerSchema.class {}
StoreOwnerSchema.setClass(StoreOwner)
