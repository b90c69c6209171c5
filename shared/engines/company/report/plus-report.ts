import { z } from 'zod'

import { hiringFields } from '../jobs/hiring-report.ts'
import { PersonShape } from '../people/people-report.ts'
import { BriefShape } from './brief-report.ts'
import { OutreachShape } from './outreach.ts'
import { SourceRow } from './sources.ts'
import { TimelineRow } from './timeline.ts'

export const CompetitorShape = z.object({
  domain: z.string(),
  name: z.string(),
  why: z.string(),
  source_url: z.string(),
})

/** The fields of lead-brief-plus. */
export const plusFields = {
  brief: BriefShape,
  people: z.array(PersonShape),
  hiring: z
    .object(hiringFields)
    .nullable()
    .describe('open_roles is 0 where no careers page was found, which unknowns then says'),
  competitors: z.array(CompetitorShape),
  timeline: z.array(TimelineRow).describe('newest first'),
  fit: z
    .object({ score: z.int(), reasons: z.array(z.object({ text: z.string(), source_url: z.string() })) })
    .nullable()
    .describe('against purpose; null without one'),
  outreach: OutreachShape,
  unknowns: z.array(z.string()),
  sources: z.array(SourceRow),
}
