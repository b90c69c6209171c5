import { z } from 'zod'

/** `auction` of a request body. Only its form is checked here; `setAuction` checks that the terms are consistent. */
export const AuctionBody = z.strictObject({
  start_price_cents: z.int().min(1).max(100_000_000),
  reserve_cents: z.int().min(1).max(100_000_000).nullish().describe('below it nothing is sold; never shown'),
  buy_now_cents: z.int().min(1).max(100_000_000).nullish().describe('buys at once, until the first bid'),
  starts_at: z.iso
    .datetime({ offset: true })
    .max(64)
    .nullish()
    .describe('when bidding opens; at publishing unless said'),
  ends_at: z.iso.datetime({ offset: true }).max(64).nullish().describe('when it closes; or say duration_hours'),
  duration_hours: z.int().min(1).max(720).nullish().describe('from its start; 72 unless ends_at is said'),
})
export type AuctionTerms = z.output<typeof AuctionBody>
/** Changes of the terms in a PATCH. Omitted fields stay. */
export type AuctionChanges = { [Name in keyof AuctionTerms]?: AuctionTerms[Name] | undefined }

/** `auction` of an answer. Times are ISO 8601, UTC. */
export const AuctionView = z.object({
  starts_at: z.string().nullable(),
  ends_at: z.string().nullable(),
  start_price_cents: z.int(),
  reserve_met: z.boolean().nullable().describe('null where there is no reserve'),
  current_bid_cents: z.int().nullable(),
  bid_count: z.int(),
  minimum_next_bid_cents: z.int(),
  buy_now_cents: z.int().nullable(),
  extended_count: z.int(),
  state: z
    .string()
    .describe(
      'draft, scheduled, open, paused (hidden for review; its clock stands still), or how it ended; voided: by the operator, no bid binds',
    ),
  accept_until: z
    .string()
    .nullable()
    .describe('of one that ended below its reserve: until then its seller may sell to the top bid'),
  pay_until: z.string().nullable().describe('of one that was sold: until then its winner may pay'),
  is_paid: z.boolean(),
  you_won: z.boolean().describe('whether whoever asks is the winner'),
  pay: z
    .object({ solana_intent_url: z.string(), card_intent_url: z.string() })
    .nullable()
    .describe('for the winner of one that is not paid: either rail pays, and both the same purchase'),
})
export type AuctionView = z.output<typeof AuctionView>

/** A screenshot in an answer. */
export const ScreenshotView = z.object({
  screenshot_id: z.string(),
  url: z.string(),
  thumb_url: z.string().nullable(),
  type: z.string(),
  width: z.int().nullable(),
  height: z.int().nullable(),
})
export type ScreenshotView = z.output<typeof ScreenshotView>

export const VideoView = z.object({
  url: z.string(),
  type: z.string(),
  bytes: z.int().nullable(),
  duration_ms: z.int().nullable(),
})
export type VideoView = z.output<typeof VideoView>

export type ListingPictures = { screenshots: ScreenshotView[]; video: VideoView | null }
