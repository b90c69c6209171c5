import { defineEntity, p } from '@mikro-orm/core'

const DistrustedFacilitatorSchema = defineEntity({
  name: 'DistrustedFacilitator',
  tableName: 'distrusted_facilitator',
  properties: {
    url: p.text().primary(),
    why: p.text(),
    since: p.datetime().defaultRaw('now()'),
  },
})

/** A facilitator that said paid when the chain did not show it. It is off for every process until an operator deletes the row. */
export class DistrustedFacilitator extends DistrustedFacilitatorSchema.class {}
DistrustedFacilitatorSchema.setClass(DistrustedFacilitator)
