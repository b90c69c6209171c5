import { defineEntity, p } from '@mikro-orm/core'

const HousekeepingSchema = defineEntity({
  name: 'Housekeeping',
  tableName: 'housekeeping',
  properties: {
    task: p.text().primary(),
    ranAt: p.datetime().defaultRaw("'1970-01-01'"),
  },
})

/** When a task of housekeeping last ran. Whoever moves the time runs the task. */
export class Housekeeping extends HousekeepingSchema.class {}
HousekeepingSchema.setClass(Housekeeping)
