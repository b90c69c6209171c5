import { z } from 'zod'

import { number, text } from '#shared/engines/company/company-parts.ts'

const header = z.union([z.string(), z.array(z.string())])

/** What this workflow reads of the outcomes it calls; whatever else they answer passes by. */
export const HeadersPart = z.object({
  final_url: z.string(),
  status: z.number(),
  http_version: text,
  headers: z.record(z.string(), header),
  security: z.object({
    grade: z.string(),
    score: z.number(),
    checks: z.array(
      z.object({ header: z.string(), present: z.boolean(), value: text, verdict: z.string(), advice: text }),
    ),
  }),
  cookies: z.array(z.object({ name: z.string(), secure: z.boolean(), http_only: z.boolean(), same_site: text })),
  caching: z.object({ cacheable: z.boolean(), max_age_s: number }),
  tls: z
    .object({
      protocol: text,
      issuer: text,
      valid_to: text,
      days_left: number,
      san_match: z.boolean(),
      trusted: z.boolean(),
      problem: text,
    })
    .nullable(),
  timing_ms: z.object({ dns: number, connect: number, tls: number, ttfb: number }),
})
export type HeadersPart = z.output<typeof HeadersPart>

export const RedirectsPart = z.object({
  final_url: z.string(),
  hop_count: z.number(),
  completed: z.boolean(),
  stop_reason: z.string(),
  flags: z.array(z.object({ code: z.string() })),
})
export type RedirectsPart = z.output<typeof RedirectsPart>

export const MarkdownPart = z.object({
  title: text,
  lang: text,
  word_count: z.number(),
  injection_flags: z.array(
    z.object({ rule: z.string(), severity: z.string(), excerpt: z.string(), hidden: z.boolean() }),
  ),
  extraction: z.string(),
})
export type MarkdownPart = z.output<typeof MarkdownPart>

export const ScreenshotPart = z.object({
  image_base64: z.string(),
  width: z.number(),
  height: z.number(),
  sha256: z.string(),
})

export const TechnologiesPart = z.object({
  technologies: z.array(z.looseObject({ name: z.string() })),
  hosting: z.object({ provider: text, cdn: text }).nullish(),
})
export type TechnologiesPart = z.output<typeof TechnologiesPart>

export const WhoisPart = z.object({
  registered: z.boolean(),
  registrar: z.object({ name: text }).nullish(),
  age_days: number,
  expires_at: text,
  days_to_expiry: number,
})
export type WhoisPart = z.output<typeof WhoisPart>

export const DnsPart = z.object({
  records: z.record(z.string(), z.array(z.object({ value: z.string() }))),
  mail: z
    .object({
      mx_count: number,
      provider: text,
      spf: z.object({ record: text, valid: z.boolean().nullish() }).nullish(),
      dmarc: z.object({ record: text, policy: text }).nullish(),
    })
    .nullish(),
})
export type DnsPart = z.output<typeof DnsPart>
