import { z } from 'zod'

import { CompanyShape } from '../facts/fact.ts'
import { signalKinds } from '../signals/signal.rules.ts'
import { SourceRow } from './sources.ts'

const text = z.string().nullable()

export const SignalShape = z.object({
  id: z.string(),
  kind: z.enum(signalKinds),
  text: z.string(),
  date: text,
  source_url: z.string(),
})

export const ContactShape = z.object({
  email: z.string(),
  name_guess: text.describe('read from the address alone'),
  role_hint: text,
  deliverability: text.describe('verdict of email-verify-lite; null where it did not answer'),
  free_mail: z.boolean().nullable(),
})

export const StepShape = z.object({
  step: z.string(),
  slug: text.describe('the outcome that was called; null for own work'),
  status: z.enum(['done', 'failed', 'late', 'not_offered']),
  took_ms: z.int(),
})

export const InjectionShape = z.object({ url: z.string(), rule: z.string(), severity: z.string(), excerpt: z.string() })

/** The fields of a brief, as lead-brief and everything built on it answers with them. */
export const briefFields = {
  resolved_by: z.enum(['domain', 'email', 'name_search']),
  ambiguous: z.boolean().describe('the name fits several companies as well; nothing is guessed'),
  candidates: z.array(z.object({ domain: z.string(), title: z.string(), match: z.number(), url: z.string() })),
  company: CompanyShape,
  contact: ContactShape.nullable(),
  signals: z.array(SignalShape),
  technologies: z.array(z.string()),
  talking_points: z.array(z.object({ text: z.string(), based_on: z.array(z.string()) })),
  risks: z.array(z.object({ code: z.string(), text: z.string(), source_url: text })),
  confidence: z.number().describe('mean of the facts’ confidence, 0 to 1'),
  injection_flags: z
    .array(InjectionShape)
    .describe('texts of the site that give orders to their reader; none was followed'),
  unknowns: z.array(z.string()),
  sources: z.array(SourceRow),
  steps: z.array(StepShape),
}
export const BriefShape = z.object(briefFields)
export type Brief = z.output<typeof BriefShape>
