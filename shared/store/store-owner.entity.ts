import { defineEntity, p } from '@mikro-orm/core'

const StoreOwnerSchema = defineEntity({
  name: 'StoreOwner',
  tableName: 'store_owner',
  properties: {
    owner: p.text().primary(),
    notes: p.integer().default(0),
    noteBytes: p.bigint().defaultRaw('0'),
    workspaces: p.integer().default(0),
    posts: p.bigint().defaultRaw('0'),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  checks: [
    { name: 'store_owner_note_bytes', expression: 'note_bytes between 0 and 104857600' },
    { name: 'store_owner_notes', expression: 'notes between 0 and 10000' },
    { name: 'store_owner_workspaces', expression: 'workspaces between 0 and 50' },
  ],
})

/**
 * What an owner has stored. Triggers keep the counters; a statement that exceeds a quota fails. `posts` counts the
 * owner's posts to the square and orders them.
 */
export class StoreOwner extends StoreOwnerSchema.class {}
StoreOwnerSchema.setClass(StoreOwner)
