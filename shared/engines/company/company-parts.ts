import { z } from 'zod'

/** A text or number that an answer may leave out: null then. */
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null)
export const number = z
  .number()
  .nullish()
  .transform((value) => value ?? null)

const source = z.object({
  name: z.string(),
  url: text,
  fetched_at: z.string(),
  cached: z.boolean().catch(false),
  cache_age_s: z.number().catch(0),
})

/** The fields that company outcomes read from the outcomes they call; all other fields are ignored. */
export const NewsPart = z.object({
  source,
  headlines: z.array(z.object({ title: z.string(), url: z.string(), publisher: text, published_at: text })),
})
export type NewsPart = z.output<typeof NewsPart>

export const SearchPart = z.object({
  source,
  results: z.array(z.object({ title: z.string(), url: z.string(), domain: z.string(), snippet: z.string().catch('') })),
})
export type SearchPart = z.output<typeof SearchPart>

export const WhoisPart = z.object({
  source,
  registered: z.boolean(),
  registrar: z.object({ name: text }).nullish(),
  created_at: text,
  expires_at: text,
  age_days: number,
})
export type WhoisPart = z.output<typeof WhoisPart>

export const DnsPart = z.object({
  source,
  exists: z.boolean().catch(true),
  mail: z
    .object({
      mx_count: number,
      provider: text,
      spf: z.object({ record: text }).nullish(),
      dmarc: z.object({ record: text, policy: text }).nullish(),
    })
    .nullish(),
})
export type DnsPart = z.output<typeof DnsPart>

export const TechPart = z.object({
  source,
  url: z.string(),
  technologies: z.array(z.object({ name: z.string(), categories: z.array(z.string()).catch([]), version: text })),
  hosting: z.object({ provider: text, cdn: text, server: text }).nullish(),
})
export type TechPart = z.output<typeof TechPart>

export const HeadersPart = z.object({
  final_url: z.string(),
  security: z.object({
    grade: z.string(),
    score: z.number(),
    checks: z.array(z.object({ header: z.string(), present: z.boolean() })),
  }),
  tls: z.object({ protocol: text, issuer: text, valid_to: text, days_left: number, trusted: z.boolean() }).nullish(),
})
export type HeadersPart = z.output<typeof HeadersPart>

export const EmailPart = z.object({
  email: z.string(),
  valid_syntax: z.boolean(),
  accepts_mail: z.boolean().nullish(),
  provider: text,
  disposable: z.boolean().catch(false),
  free_mail: z.boolean().catch(false),
  role_account: z.boolean().catch(false),
  did_you_mean: text,
  verdict: z.string(),
})
export type EmailPart = z.output<typeof EmailPart>
