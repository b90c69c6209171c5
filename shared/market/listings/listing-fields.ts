import { z } from 'zod'

import { invalidFields } from '#shared/errors.ts'

import { plainText } from '../users/account-fields.ts'
import { HttpsUrl } from '../https-url.ts'
import {
  CATEGORIES,
  LICENSES,
  LISTING_KINDS,
  MAX_PRICE_CENTS,
  MAX_ROYALTY_BPS,
  REFUND_DAYS,
} from './listing-options.rules.ts'
import { AuctionBody } from './listing-extensions.ts'

const oneOf = <Id extends string>(options: readonly { id: Id }[]) =>
  // Safe: every list of options has at least one entry.
  z.enum(options.map(({ id }) => id) as [Id, ...Id[]])

/** A tag, stored in lower case so that it is found in any spelling. */
export const Tag = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9+.#_ -]{0,39}$/)

const tags = z
  .array(Tag)
  .max(20)
  .transform((list) => [...new Set(list)])

/**
 * What a listing delivers. Stored unchanged, so that its hash matches the seller's. Only lone surrogates and NUL are
 * refused.
 */
export const Content = z
  .string()
  .min(1)
  .max(200_000)
  .refine((text) => text.isWellFormed() && !text.includes('\0'), { message: 'this is no text' })

const line = (most: number) =>
  plainText(most)
    .refine((text) => !text.includes('\n') && !text.includes('\t'), { message: 'this has more than one line' })
    .refine((text) => text.length > 0, { message: 'this is empty' })

/** Fields that a seller sets. PATCH takes the same fields, all optional. */
const fields = {
  title: line(120).describe('one line, at most 120 characters'),
  summary: line(280).nullable().describe('one line for lists, at most 280 characters'),
  description: plainText(20_000).describe('markdown, kept as it was sent'),
  category: oneOf(CATEGORIES),
  listing_kind: oneOf(LISTING_KINDS),
  price_cents: z.int().min(0).max(MAX_PRICE_CENTS).describe('0 is free; of an auction it is start_price_cents'),
  price_type: z.enum(['free', 'paid']).describe('follows from price_cents; said, it has to fit'),
  tags,
  tech_stack: tags,
  license_id: oneOf(LICENSES),
  refund_days: z.literal(REFUND_DAYS),
  royalty_bps: z.int().min(0).max(MAX_ROYALTY_BPS).describe('of a resale, in hundredths of a percent'),
  resale_allowed: z.boolean(),
  delivery_url: HttpsUrl.nullable().describe(
    'where a buyer fetches what is not hosted here; nobody else is sent there',
  ),
  status: z.enum(['draft', 'live']),
}

/** A new listing. Undeclared fields (an id, counters, an owner) are ignored. */
export const CreateListing = z.object({
  ...fields,
  summary: fields.summary.optional(),
  description: fields.description.default(''),
  category: fields.category.default('other'),
  listing_kind: fields.listing_kind.default('skill'),
  listing_type: z.enum(['fixed', 'auction']).default('fixed'),
  price_cents: fields.price_cents.optional(),
  price_type: fields.price_type.optional(),
  tags: tags.default([]),
  tech_stack: tags.default([]),
  license_id: fields.license_id.default('personal'),
  refund_days: fields.refund_days.default(0),
  royalty_bps: fields.royalty_bps.default(0),
  resale_allowed: fields.resale_allowed.default(false),
  delivery_url: fields.delivery_url.optional(),
  content: Content.nullish().describe('hosted here, as markdown; the first version of what is delivered'),
  delivery_markdown: Content.nullish().describe('another name of content; send one of them'),
  auction: AuctionBody.nullish().describe('for listing_type auction'),
  status: fields.status.default('draft'),
})
export type NewListing = z.output<typeof CreateListing>

/** The content of a new listing, by the name it was sent under. Throws 422 when both names were used. */
export function contentOf({ content, delivery_markdown: other }: Pick<NewListing, 'content' | 'delivery_markdown'>) {
  if (content && other)
    throw invalidFields({ path: ['delivery_markdown'], msg: 'Value error, this is content by another name: send one' })
  return content ?? other ?? undefined
}

/** Changes of a listing. Sent fields replace the old values; omitted fields stay. */
export const PatchListing = z
  .strictObject({
    ...fields,
    listing_type: z.enum(['fixed', 'auction']),
    auction: AuctionBody.partial(),
  })
  .partial()
export type ListingChanges = z.output<typeof PatchListing>
