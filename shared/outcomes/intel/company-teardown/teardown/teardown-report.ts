import { z } from 'zod'

import { CompanyShape } from '#shared/engines/company/facts/fact.ts'
import { hiringFields } from '#shared/engines/company/jobs/hiring-report.ts'
import { PricingShape } from '../pricing/pricing-report.ts'
import { InjectionShape, StepShape } from '#shared/engines/company/report/brief-report.ts'
import { SourceRow } from '#shared/engines/company/report/sources.ts'

const text = z.string().nullable()
/** Something a page says, with its id for what is concluded from it. */
const Said = z.object({ id: z.string(), text: z.string(), source_url: z.string() })
export type Said = z.output<typeof Said>
const Claim = z.object({
  id: z.string(),
  claim: z.string(),
  quote: z.string(),
  source_url: z.string(),
  status: z.literal('claimed'),
})
const Swot = z.array(z.object({ text: z.string(), based_on: z.array(z.string()) }))

export const teardownFields = {
  overview: CompanyShape,
  offer: z.object({
    products: z.array(Said),
    audience: z.array(Said),
    value_props: z.array(Said),
    proof: z.object({ customers: z.array(Claim), numbers: z.array(Claim) }),
  }),
  pricing: PricingShape.nullable(),
  funnel: z.object({
    ctas: z.array(z.string()),
    signup_friction: z.enum(['self_serve', 'sales_led', 'mixed', 'unknown']),
    signup_basis: z.array(z.string()),
    trial: Said.nullable(),
    demo: Said.nullable(),
    integrations: z.object({ page: text, named: z.array(z.string()) }),
  }),
  tech: z.object({
    technologies: z.array(z.object({ name: z.string(), categories: z.array(z.string()), version: text })),
    hosting: z.object({ provider: text, cdn: text, server: text }).nullable(),
    mail_provider: text,
    domain_age_days: z.int().nullable(),
    registrar: text,
    subdomains: z.array(z.string()).nullable().describe('names with a certificate in force, at most 100'),
  }),
  trust: z.object({
    tls: z
      .object({ protocol: text, issuer: text, valid_to: text, days_left: z.number().nullable(), trusted: z.boolean() })
      .nullable(),
    security_headers_grade: text,
    missing_headers: z.array(z.string()),
    policies: z.object({ privacy: text, terms: text, dpa: text, security_txt: text, status_page: text }),
    certifications_claimed: z.array(Claim),
  }),
  content: z.object({
    blog_posts_90d: z.int().nullable().describe('null where no post has a date'),
    newest_post: text,
    topics: z.array(z.string()),
    docs: text,
    changelog: text,
    changelog_cadence_days: z.int().nullable(),
  }),
  hiring: z.object(hiringFields).nullable(),
  seo: z.object({
    title: text,
    description: text,
    canonical: text,
    sitemap_urls: z.int().nullable(),
    structured_data_types: z.array(z.string()),
  }),
  swot: z.object({ strengths: Swot, weaknesses: Swot, opportunities: Swot, threats: Swot }),
  swot_ruleset: z.string(),
  scorecard: z.array(z.object({ area: z.string(), score: z.int().nullable(), basis: z.string() })),
  signals: z.array(
    z.object({ id: z.string(), kind: z.string(), text: z.string(), date: text, source_url: z.string() }),
  ),
  injection_flags: z.array(InjectionShape),
  unknowns: z.array(z.string()),
  sources: z.array(SourceRow),
  steps: z.array(StepShape),
}
export type Teardown = z.output<z.ZodObject<typeof teardownFields>>
