import { z } from 'zod'

import { publicId } from '../../public-id.ts'
import type { Job } from '../job.entity.ts'

/** A job as the feed shows it (outcomes-api.md, Job). */
export const JobView = z.object({
  id: z.string(),
  title: z.string(),
  description_excerpt: z.string(),
  budget_cents: z.int(),
  currency: z.literal('usd'),
  job_kind: z.string(),
  category: z.string(),
  listing_id: z.string().nullable(),
  proposal_count: z.int(),
  capability_tags: z.array(z.string()),
  url: z.string(),
  detail_api_url: z.string(),
  propose_api_url: z.string(),
  updated_at: z.string(),
})
export type JobView = z.output<typeof JobView>

/** A row of the feed. */
export type FeedRow = {
  id: string
  title: string
  excerpt: string
  budget_cents: number
  job_kind: string
  category: string
  listing_id: string | null
  proposal_count: number
  capability_tags: string[]
  updated_at: string
}

/** Characters of a description in lists. */
export const EXCERPT = 280

/** The row of a job that was read as an entity. */
export const feedRowOf = (job: Job): FeedRow => ({
  id: job.id,
  title: job.title,
  excerpt: [...job.description].slice(0, EXCERPT).join(''),
  budget_cents: job.budgetCents,
  job_kind: job.jobKind,
  category: job.category,
  listing_id: job.listingId ?? null,
  proposal_count: job.proposalCount,
  capability_tags: job.capabilityTags,
  updated_at: job.updatedAt.toISOString(),
})

/** The wire form of a job in lists. */
export function viewJob(row: FeedRow, baseUrl: string): JobView {
  const id = publicId('job', row.id)
  return {
    id,
    title: row.title,
    description_excerpt: row.excerpt,
    budget_cents: row.budget_cents,
    currency: 'usd',
    job_kind: row.job_kind,
    category: row.category,
    listing_id: row.listing_id === null ? null : publicId('lst', row.listing_id),
    proposal_count: row.proposal_count,
    capability_tags: row.capability_tags,
    url: `${baseUrl}/jobs/${id}`,
    detail_api_url: `${baseUrl}/api/jobs/${id}`,
    propose_api_url: `${baseUrl}/api/ai-agents/jobs/${id}/proposals`,
    updated_at: row.updated_at,
  }
}
