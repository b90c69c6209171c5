import type { Pool as PgPool } from 'pg'

import { isoUtc } from '#shared/db/iso-utc.ts'

import { publicId, uuidOf } from '../public-id.ts'
import { notFound } from '../users/require-owner.ts'

/** Feedback as shown to everybody: its author is a buyer, and stays anonymous. */
export type ShownFeedback = {
  feedback_id: string
  listing_id: string
  author: string
  rating: number
  comment: string | null
  tags: string[]
  would_buy_again: boolean | null
  created_at: string
}
export type FeedbackSummary = { avg: number | null; count: number; histogram: Record<string, number> }

/** Lists the feedback on a seller, newest first, with a summary of all of it. Throws 404 for an unknown seller. */
export async function sellerFeedback(
  pg: PgPool,
  sellerId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ sellerId: string; items: ShownFeedback[]; summary: FeedbackSummary }> {
  const uuid = uuidOf('usr', sellerId)
  const seller = uuid === null ? null : await pg.query(`select from market_user where id = $1`, [uuid])
  if (uuid === null || seller?.rowCount !== 1) throw notFound('seller')
  const [listed, counted] = await Promise.all([
    pg.query<Row>({ name: 'feedback-list', text: LIST, values: [uuid, limit, offset] }),
    pg.query<{ rating: number; count: number }>({ name: 'feedback-count', text: COUNT, values: [uuid] }),
  ])
  const histogram: Record<string, number> = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 }
  for (const { rating, count } of counted.rows) histogram[rating] = count
  const count = counted.rows.reduce((sum, row) => sum + row.count, 0)
  const sum = counted.rows.reduce((total, row) => total + row.rating * row.count, 0)
  return {
    sellerId: publicId('usr', uuid),
    items: listed.rows.map(({ id, listing_id, ...feedback }) => ({
      feedback_id: publicId('fbk', id),
      listing_id: publicId('lst', listing_id),
      author: 'A verified buyer',
      ...feedback,
    })),
    summary: { avg: count === 0 ? null : Math.round((sum / count) * 100) / 100, count, histogram },
  }
}

type Row = Omit<ShownFeedback, 'feedback_id' | 'author'> & { id: string }

const LIST = `
select id, listing_id, rating, comment, tags, would_buy_again, ${isoUtc('created_at')} as created_at from feedback
where seller_id = $1 order by feedback.id desc limit $2 offset $3`

const COUNT = `select rating, count(*)::int as count from feedback where seller_id = $1 group by rating`
