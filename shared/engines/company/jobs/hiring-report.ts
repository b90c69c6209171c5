import { z } from 'zod'

import { functions } from '../words/titles.rules.ts'
import { applicantSystems, jobLevels } from './job.ts'
import { hiringCodes } from './hiring-signals.rules.ts'

const text = z.string().nullable()

/** The fields of a hiring report, as hiring-signals and everything built on it answer with them. */
export const hiringFields = {
  open_roles: z
    .int()
    .nullable()
    .describe('roles found; null where no careers page was found, or its board did not answer'),
  roles: z.array(
    z.object({
      title: z.string(),
      function: z.enum(functions),
      seniority: z.enum(jobLevels),
      location: text,
      remote: z.boolean().nullable(),
      posted_at: text,
      url: z.string(),
      ats: z.enum([...applicantSystems, 'none']),
    }),
  ),
  recent_roles: z.int().nullable().describe('posted in the last since_days; null where no role has a date'),
  by_function: z.record(z.string(), z.int()),
  by_location: z.record(z.string(), z.int()),
  signals: z.array(
    z.object({ code: z.enum(hiringCodes), strength: z.number(), message: z.string(), evidence: z.array(z.string()) }),
  ),
  ats: z.enum([...applicantSystems, 'none']).nullable(),
  ruleset: z.string().describe('version of the words and thresholds'),
}
export type HiringReport = z.output<z.ZodObject<typeof hiringFields>>
