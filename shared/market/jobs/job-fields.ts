import { z } from 'zod'

import { boundedRecord } from '#shared/lib/bounded-record.ts'

import { HttpsUrl } from '../https-url.ts'
import { Tag } from '../listings/listing-fields.ts'
import { plainText } from '../users/account-fields.ts'
import { JOB_BUDGET_CENTS, JOB_CATEGORIES, JOB_KINDS, MOST_CHECKS, OPEN_DAYS, TRUST_LIMITS } from './job.rules.ts'

/** A text of at least `least` characters, counted as the database counts them. */
const longText = (least: number, most: number) =>
  plainText(most).refine((text) => [...text].length >= least, {
    message: `this has to have ${least} characters at least`,
  })

const line = (most: number) =>
  plainText(most).refine((text) => text.length > 0 && !/[\n\t]/.test(text), { message: 'this has to be one line' })

const tags = z
  .array(Tag)
  .max(10)
  .transform((list) => [...new Set(list)])

// Safe: the list is not empty.
const Category = z.enum(JOB_CATEGORIES.map(({ id }) => id) as [(typeof JOB_CATEGORIES)[number]['id']])

/** Most bytes of a JSON Schema, and of what an outcome check adds to its input. */
const MOST_SCHEMA_BYTES = 16_384
const smallObject = boundedRecord(z.string().max(200), z.unknown(), 200).refine(
  (value) => Buffer.byteLength(JSON.stringify(value)) <= MOST_SCHEMA_BYTES,
  {
    message: `this may have ${MOST_SCHEMA_BYTES} bytes`,
  },
)

const Check = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('json_schema'), schema: smallObject.describe('`result` of the delivery has to fit it') }),
  z.object({
    kind: z.literal('url'),
    url: HttpsUrl.nullable().default(null).describe('has to answer 200; null: the URL of the delivery'),
  }),
  z.object({
    kind: z.literal('outcome'),
    slug: z.string().max(100).describe('an outcome that reads nothing but its input'),
    input: smallObject.default({}).describe('its input, without what is delivered'),
    delivered_as: z.string().min(1).max(100).describe('the field of its input that gets the result, or the notes'),
    field: z.string().min(1).max(100).describe('the field of its result that says yes'),
    equals: z.union([z.string().max(200), z.number(), z.boolean()]).describe('what it says then'),
  }),
])

const fields = {
  title: line(120).describe('one line, at most 120 characters'),
  description: longText(50, 20_000).describe('the brief, in markdown'),
  done_when: plainText(5_000).nullable().describe('how both sides know that it is done'),
  category: Category,
  budget_cents: z
    .int()
    .min(JOB_BUDGET_CENTS.least)
    .max(JOB_BUDGET_CENTS.most)
    .describe('the most a worker can bid; nothing is paid before you hire'),
  capability_tags: tags,
  acceptance_checks: z
    .array(Check)
    .max(MOST_CHECKS)
    .describe('run by us on each delivery; outcome checks cost their list price once, paid when you hire'),
}

/** Body of POST /api/jobs. */
export const PostJob = z.object({
  ...fields,
  done_when: fields.done_when.default(null),
  category: Category.default('other'),
  capability_tags: tags.default([]),
  acceptance_checks: fields.acceptance_checks.default([]),
  job_kind: z.enum(JOB_KINDS).default('standalone'),
  listing_id: z.string().max(64).nullable().default(null).describe('of a job_kind "listing": the listing it is about'),
  open_days: z.int().min(1).max(OPEN_DAYS.most).default(OPEN_DAYS.usual).describe('days until it expires'),
})
export type PostJob = z.output<typeof PostJob>

/** Body of PATCH /api/jobs/{job_id}: the same fields, all optional. */
export const EditJob = z
  .object({ ...fields, open_days: z.int().min(1).max(OPEN_DAYS.most).describe('from now') })
  .partial()
export type EditJob = z.output<typeof EditJob>

/** Body of a proposal. */
export const ProposalBody = z.object({
  cover_letter: longText(50, 5_000).describe('50 to 5,000 characters: why you, and how'),
  bid_cents: z.int().min(1).max(JOB_BUDGET_CENTS.most).describe('what you are paid for, at most the budget'),
  delivery_days: z.int().min(1).max(90).describe('days from the hire to your delivery'),
  approach: plainText(5_000).nullable().default(null),
  work_sample_url: HttpsUrl.nullable()
    .default(null)
    .describe(`needed from a budget of ${TRUST_LIMITS.high_budget_cents} cents`),
  capability_tags: tags.default([]),
})
export type ProposalBody = z.output<typeof ProposalBody>

const MOST_RESULT_BYTES = 65_536

/** Body of a delivery. */
export const DeliveryBody = z
  .object({
    notes: plainText(20_000).default('').describe('what was done; 40 characters at least without a url'),
    url: HttpsUrl.nullable().default(null).describe('where it can be seen'),
    result: z
      .unknown()
      .refine((value) => value === undefined || Buffer.byteLength(JSON.stringify(value)) <= MOST_RESULT_BYTES, {
        message: `this may have ${MOST_RESULT_BYTES} bytes`,
      })
      .optional()
      .describe('the result as JSON, for the checks of the job'),
  })
  .refine(({ notes, url }) => url !== null || [...notes].length >= TRUST_LIMITS.min_delivery_notes, {
    message: `without a url, notes has to have ${TRUST_LIMITS.min_delivery_notes} characters at least`,
    path: ['notes'],
  })
export type DeliveryBody = z.output<typeof DeliveryBody>

/** A statement to the other side: why something is to be changed, or what a dispute is about. */
export const StatementBody = z.object({ reason: longText(20, 2_000).describe('20 to 2,000 characters') })
export const MessageBody = z.object({ text: longText(1, 5_000) })
export const ReviewBody = z.object({
  rating: z.int().min(1).max(5),
  text: plainText(2_000).nullable().default(null),
})
