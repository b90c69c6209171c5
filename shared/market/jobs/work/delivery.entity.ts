import { defineEntity, p } from '@mikro-orm/core'

/** A file of a delivery, as its digest covers it. */
export type DeliveredFile = { file_id: string; name: string; bytes: number; sha256: string }

const DeliverySchema = defineEntity({
  name: 'Delivery',
  tableName: 'delivery',
  properties: {
    jobId: p.uuid().primary().extra('references engagement (job_id)'),
    nth: p.integer().primary().check('nth > 0'),
    notes: p.text().check('length(notes) <= 20000'),
    url: p.text().nullable().check("length(url) <= 2000 and url like 'https://%'"),
    result: p.json<unknown>().nullable(),
    files: p.json<DeliveredFile[]>(),
    digest: p.text().check("digest ~ '^[0-9a-f]{64}$'"),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  checks: [{ name: 'delivery_says', expression: 'url is not null or length(notes) >= 40' }],
})

/**
 * What a worker handed over, the nth time. `digest` is the SHA-256 of the canonical JSON of notes, url, result and files
 * with their hashes, so that nothing of it can be exchanged afterwards. The database refuses every change.
 */
export class Delivery extends DeliverySchema.class {}
DeliverySchema.setClass(Delivery)
