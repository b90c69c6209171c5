import type { Pool as PgPool } from 'pg'
import { z } from 'zod'

import { SOLANA } from '#shared/chains/networks.ts'
import { isoUtc } from '#shared/db/iso-utc.ts'
import type { RowOf } from '#shared/db/row-of.ts'

import { publicId } from '../../public-id.ts'
import type { JobReview } from '../work/job-review.entity.ts'

/** A review in the shape of ERC-8004 feedback, with the proof that the work was paid. */
const Erc8004Feedback = z.object({
  agentId: z.string().describe('whom it is about'),
  clientAddress: z.string().describe('who says it'),
  value: z.int(),
  valueDecimals: z.literal(0),
  tag1: z.literal('starred'),
  tag2: z.string().describe('the category of the job'),
  endpoint: z.string(),
  createdAt: z.string(),
  proofOfPayment: z
    .object({ chainId: z.string(), toAddress: z.string(), txHash: z.string() })
    .nullable()
    .describe('the payout of the job to its worker, which proves both reviews; null until it arrived'),
})
export const JobReviewView = z.object({
  job_id: z.string(),
  author: z.enum(['poster', 'worker']),
  subject_id: z.string(),
  rating: z.int(),
  text: z.string().nullable(),
  created_at: z.string(),
  erc8004: Erc8004Feedback,
})
export type JobReviewView = z.output<typeof JobReviewView>

type Row = RowOf<JobReview, 'jobId' | 'author' | 'subjectId' | 'rating' | 'text' | 'createdAt'> & {
  author_id: string
  category: string
  wallet: string | null
  signature: string | null
}

/** The reviews of one job (`jobId`, a UUID) or about one user (`subjectId`), newest first. They exist for paid work alone. */
export async function readReviews(
  pg: PgPool,
  baseUrl: string,
  { jobId = null, subjectId = null }: { jobId?: string | null; subjectId?: string | null },
): Promise<JobReviewView[]> {
  // SQL: each review comes with the transaction that paid the work.
  const { rows } = await pg.query<Row>({ name: 'job-reviews', text: REVIEWS, values: [jobId, subjectId] })
  return rows.map((row) => {
    const id = publicId('job', row.job_id)
    const { wallet, signature } = row
    return {
      job_id: id,
      author: row.author,
      subject_id: publicId('usr', row.subject_id),
      rating: row.rating,
      text: row.text,
      created_at: row.created_at,
      erc8004: {
        agentId: publicId('usr', row.subject_id),
        clientAddress: publicId('usr', row.author_id),
        value: row.rating,
        valueDecimals: 0,
        tag1: 'starred',
        tag2: row.category,
        endpoint: `${baseUrl}/api/jobs/${id}`,
        createdAt: row.created_at,
        proofOfPayment:
          wallet !== null && signature !== null ? { chainId: SOLANA, toAddress: wallet, txHash: signature } : null,
      },
    }
  })
}

const MOST = 200
const REVIEWS = `
select r.job_id, r.author, r.subject_id, r.rating, r.text, ${isoUtc('r.created_at')} as created_at,
  case r.author when 'poster' then e.poster_id else e.worker_id end as author_id, j.category, l.wallet, t.signature
from job_review r join engagement e on e.job_id = r.job_id join job j on j.id = r.job_id
left join payable p on p.id = r.job_id and p.state = 'paid' left join payout_leg l on l.payout_id = p.payout_id and l.is_live
left join payout_transaction t on t.id = l.transaction_id
where ($1::uuid is null or r.job_id = $1::uuid) and ($2::uuid is null or r.subject_id = $2::uuid) and coalesce($1, $2) is not null
order by r.created_at desc limit ${MOST}`
