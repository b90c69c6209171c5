import { z } from 'zod'

/** Top-level fields of every answer with a `source`, copied from it. */
const fields = {
  source_url: z.string().nullable().describe('source.url'),
  retrieved_at: z.string().nullable().describe('source.fetched_at; null for data that came with the product'),
  cached: z.boolean().describe('source.cached'),
  age_s: z.int().nullable().describe('source.cache_age_s; null for data that came with the product'),
  stale: z.boolean().describe('older than it should be: no source could be reached'),
}

const Sourced = z.object({
  source: z
    .object({
      url: z.string().nullish(),
      fetched_at: z.string().nullish(),
      cached: z.boolean().nullish(),
      cache_age_s: z.int().nullish(),
      stale: z.boolean().nullish(),
    })
    .nullable(),
})

/**
 * Adds these fields to an output schema that has a `source`, and to each answer. Fields that the outcome declares
 * itself are kept. Returns null when there is no such source.
 */
export function provenance(output: z.ZodType): { output: z.ZodType; complete: (answer: unknown) => unknown } | null {
  if (!(output instanceof z.ZodObject) || !isSource(output.shape['source'])) return null
  const missing = Object.entries(fields).filter(([name]) => !(name in output.shape))
  return { output: output.extend(Object.fromEntries(missing)), complete: withFacts }
}

function withFacts(answer: unknown): unknown {
  const { success, data } = Sourced.safeParse(answer)
  if (!success || typeof answer !== 'object') return answer
  const { source } = data
  return {
    source_url: source?.url ?? null,
    retrieved_at: source?.fetched_at ?? null,
    cached: source?.cached ?? false,
    age_s: source?.cache_age_s ?? null,
    stale: source?.stale ?? false,
    ...answer,
  }
}

function isSource(schema: unknown): boolean {
  const inner = schema instanceof z.ZodNullable ? schema.unwrap() : schema
  return inner instanceof z.ZodObject && 'fetched_at' in inner.shape
}
