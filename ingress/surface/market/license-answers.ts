import { z } from 'zod'

const Reason = z
  .enum([
    'other_listing',
    'rotated',
    'not_paid',
    'not_delivered',
    'refunded',
    'disputed',
    'not_activated',
    'transferred',
  ])
  .nullable()

/** What programs are told of a licence key. */
export const VerdictAnswer = z.object({
  valid: z.boolean(),
  reason: Reason.describe('why it is not valid'),
  license: z
    .object({
      listing_id: z.string(),
      listing_version: z.int(),
      license_id: z.string(),
      uses: z.int(),
      seats: z.int().nullable().describe('activations there may be; null: as many as one likes'),
      activations: z.int(),
      issued_at: z.string().nullable(),
    })
    .nullable()
    .describe('null for a key of another listing'),
})

export const ActivatedAnswer = VerdictAnswer.extend({ activation_id: z.string(), instance_name: z.string() })
export const DeactivatedAnswer = z.object({ activation_id: z.string(), deactivated: z.literal(true) })

/** The licence of a purchase, for who bought it. */
export const LicenseAnswer = z.object({
  purchase_id: z.string(),
  listing_id: z.string(),
  license_key: z.string().nullable().describe('null while the licence is not valid'),
  status: z.enum(['active', 'revoked', 'transferred']).describe('transferred: it was sold on'),
  reason: Reason,
  terms: z.object({ id: z.string(), name: z.string(), about: z.string(), spdx: z.string().nullable() }),
  seats: z.int().nullable(),
  uses: z.int(),
  activations: z.array(z.object({ activation_id: z.string(), instance_name: z.string(), created_at: z.string() })),
  transferable: z.boolean(),
  issued_at: z.string().nullable(),
  content_sha256: z.string().nullable(),
  document: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('the terms, signed, to be checked offline; null while it is not valid or nothing can be signed'),
  verify_url: z.string(),
})
