import { z } from 'zod'

import { CompanyShape } from '#shared/engines/company/facts/fact.ts'
import { hiringFields } from '#shared/engines/company/jobs/hiring-report.ts'
import { PersonShape } from '#shared/engines/company/people/people-report.ts'
import { InjectionShape, SignalShape, StepShape } from '#shared/engines/company/report/brief-report.ts'
import { FitShape } from '#shared/engines/company/report/fit.ts'
import { CompetitorShape } from '#shared/engines/company/report/plus-report.ts'
import { SourceRow } from '#shared/engines/company/report/sources.ts'

const text = z.string().nullable()

export const citationCheckShape = z.object({
  sentences: z.int(),
  cited: z.int(),
  quotes: z.int().describe('sentences that rest on words of a page'),
  verified_quotes: z.int().describe('of those, how many stand on the page as it was fetched'),
})

/** The fields of lead-research. */
export const researchFields = {
  dossier_markdown: z.string().describe('every sentence with its citation [n]'),
  company: CompanyShape,
  people: z.array(PersonShape),
  contact: z
    .object({
      email: z.string(),
      name_hint: text,
      role_hint: text,
      verdict: text,
      provider: text,
      disposable: z.boolean().nullable(),
      free_mail: z.boolean().nullable(),
      domain_matches: z.boolean().describe('the address is of the company’s own domain'),
    })
    .nullable(),
  signals: z.array(SignalShape),
  hiring: z.object(hiringFields).nullable(),
  technology: z.object({
    technologies: z.array(z.object({ name: z.string(), categories: z.array(z.string()), version: text })),
    hosting: z.object({ provider: text, cdn: text, server: text }).nullable(),
  }),
  competitors: z.array(CompetitorShape),
  website: z.object({
    security_grade: text,
    ai_readiness: z
      .object({ llms_txt: z.boolean().nullable(), structured_data_types: z.array(z.string()), score: z.int() })
      .nullable(),
  }),
  findings: z.array(z.object({ code: z.string(), text: z.string(), source_url: text })),
  fit: FitShape,
  next_steps: z.array(z.object({ action: z.string(), why: z.string(), based_on: z.array(z.string()) })),
  injection_flags: z.array(InjectionShape),
  unknowns: z.array(z.string()),
  sources: z.array(SourceRow),
  steps: z.array(StepShape),
  citation_check: citationCheckShape,
}
export type Research = z.output<z.ZodObject<typeof researchFields>>
