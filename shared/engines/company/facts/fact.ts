import { z } from 'zod'

/** A statement about a company with what shows it, in wire names. */
export const factOf = <Value extends z.ZodType>(value: Value) =>
  z
    .object({
      id: z.string(),
      value,
      source_url: z.string(),
      quote: z.string().nullable().describe('words of the page'),
      path: z.string().nullable().describe('place in a record, where there are no words'),
      observed_at: z.string(),
      confidence: z.number(),
    })
    .nullable()

export const CompanyShape = z.object({
  name: factOf(z.string()),
  legal_name: factOf(z.string()),
  domain: factOf(z.string()),
  description: factOf(z.string()),
  industry: factOf(z.string()),
  size_band: factOf(z.string()),
  founded: factOf(z.int()),
  hq: factOf(z.string()),
  countries: factOf(z.array(z.string())),
  social: factOf(z.array(z.string())),
  ticker: factOf(z.string()),
})
export type CompanyRecord = z.output<typeof CompanyShape>
export type FactField = keyof CompanyRecord
export type Fact<Value = unknown> = {
  id: string
  value: Value
  source_url: string
  quote: string | null
  path: string | null
  observed_at: string
  confidence: number
}

/** One statement that some page or record makes; the surest of a field becomes its fact. */
export type Candidate = {
  field: FactField
  value: string | number | string[]
  sourceUrl: string
  quote?: string
  path?: string
  observedAt: string
  confidence: number
}

export const factFields = [
  'name',
  'legal_name',
  'domain',
  'description',
  'industry',
  'size_band',
  'founded',
  'hq',
  'countries',
  'social',
  'ticker',
] as const satisfies readonly FactField[]

const MOST_QUOTE = 240
/** Confidence added by a second, independent record of the same value. */
const AGREEMENT = 0.04

/**
 * Chooses the candidate with the highest confidence for each field; null when there is none. Ids follow the order of
 * the fields.
 */
export function chooseFacts(candidates: readonly Candidate[]): CompanyRecord {
  const entries = factFields.map((field, place) => {
    const own = candidates.filter((one) => one.field === field).toSorted((a, b) => b.confidence - a.confidence)
    const [best] = own
    if (best === undefined) return [field, null]
    const key = (value: Candidate['value']) => String(value).toLowerCase()
    const isShared = own.some((one) => one.sourceUrl !== best.sourceUrl && key(one.value) === key(best.value))
    const fact: Fact = {
      id: `f${place + 1}`,
      value: best.value,
      source_url: best.sourceUrl,
      quote: best.quote?.slice(0, MOST_QUOTE) ?? null,
      path: best.path ?? null,
      observed_at: best.observedAt,
      confidence: Math.min(0.99, Math.round((best.confidence + (isShared ? AGREEMENT : 0)) * 100) / 100),
    }
    return [field, fact]
  })
  return CompanyShape.parse(Object.fromEntries(entries))
}
