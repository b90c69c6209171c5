import { z } from 'zod'

import { invalidFields } from '#shared/errors.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import { byEngine, byModel, cutAt, EngineFacts, flagsOf, InjectionFlags } from '#shared/outcomes/lib/engine-facts.ts'
import { Source } from '#shared/outcomes/lib/source.ts'
import example from './example.json' with { type: 'json' }

const CENTS = 8
const REQUESTS = 2
const READ_MS = 8_000
const MODEL_MS = 20_000
/** How much is read: sources, searches, and the findings of an extract. */
const DEPTHS = {
  quick: { sources: 3, searches: 1, findings: 4 },
  standard: { sources: 6, searches: 2, findings: 7 },
  deep: { sources: 12, searches: 3, findings: 10 },
} as const
const citations = z.array(z.int()).describe('numbers of sources')

export const researchBrief = defineOutcome({
  slug: 'research-brief',
  title: 'Research brief',
  description:
    'A cited brief on a question: searches the web, reads 3, 6 or 12 pages, and answers with findings, each with a quote ' +
    'that stands word for word in its source (checked by code), disagreements and what is unknown. Without a model every ' +
    'sentence is quoted, never rewritten (method extractive).',
  cents: CENTS,
  timeoutMs: 52_000,
  models: ['text'],
  withoutModel: 'always',
  types: {
    takes: { query: 'query', depth: 'depth' },
    gives: { answer: 'text', findings: 'json' },
    also: { 'findings.0.claim': 'claim', 'findings.0.quote': 'text' },
  },
  input: () =>
    z.object({
      query: z.string().min(3).max(1_000).describe('question'),
      depth: z.enum(['quick', 'standard', 'deep']).default('quick').describe('3, 6 or 12 sources'),
      as_of: z.string().max(40).optional().describe('ISO date; prefer sources up to that date'),
    }),
  output: () =>
    z.object({
      ...EngineFacts,
      method: z.enum(['model', 'extractive']),
      source: Source.describe('of the search; sources name their own pages'),
      as_of: z.string().nullable().describe('the newest date of a page that was used, null when none says'),
      answer: z.string().describe('2 to 5 sentences, every one with [n]; empty when no source answers'),
      findings: z.array(
        z.object({
          claim: z.string(),
          citations,
          quote: z.string().describe('verbatim in the first source cited'),
          support: z.enum(['direct', 'partial']),
        }),
      ),
      disagreements: z.array(
        z.object({ topic: z.string(), positions: z.array(z.object({ claim: z.string(), citations })) }),
      ),
      unknowns: z.array(z.string()).describe('what no source was found for'),
      sources: z.array(
        z.object({
          n: z.int(),
          url: z.string(),
          title: z.string(),
          publisher: z.string(),
          published_at: z.string().nullable(),
          fetched_at: z.string().nullable().describe('null when the page could not be read; its snippet stands for it'),
          text: z.enum(['page', 'snippet']),
          used: z.boolean(),
        }),
      ),
      coverage: z.object({
        sources_fetched: z.int(),
        sources_used: z.int(),
        claims: z.int().describe('made, the dropped ones too'),
        claims_with_verified_quote: z.int(),
      }),
      confidence: z
        .enum(['high', 'medium', 'low'])
        .describe('high: three independent sites back the main finding and nothing disagrees; medium: two; else low'),
      injection_flags: InjectionFlags,
    }),
  example: exampleFrom(example),
  check({ query, as_of: asOf }) {
    if (query.trim().length < 3) throw invalidFields({ path: ['query'], msg: 'there is nothing in it to look for' })
    if (asOf !== undefined && !(/^\d{4}-\d{2}-\d{2}/.test(asOf) && Number.isFinite(Date.parse(asOf)))) {
      throw invalidFields({ path: ['as_of'], msg: 'is no ISO date' })
    }
  },
  async run({ query, depth, as_of: asOf }, { call, model, compute, signal }) {
    const [{ gatherSources }, { supportersOf }, { briefByModel }, { briefByExtract }, { textTerms }] =
      await Promise.all([
        import('./gather-sources.ts'),
        import('./rank-passages.ts'),
        import('./brief-by-model.ts'),
        import('./brief-by-extract.ts'),
        import('#shared/engines/text/text-terms.ts'),
      ])
    const { findings: most, ...limits } = DEPTHS[depth]
    const gathered = await gatherSources({ query, asOf, ...limits }, call)
    const texts = gathered.sources.map(({ n, site, text, flags }) => ({
      n,
      site,
      text,
      isFlagged: flags.some(({ severity }) => severity === 'high'),
    }))
    const inThread = { signal, timeoutMs: READ_MS }
    const ranked = await compute('rankPassages', { query, sources: texts, most }, inThread)
    const name = model.nameOf('text')
    const cap = name === null ? null : model.tokenBudget(CENTS, REQUESTS)
    const shown =
      cap === null
        ? null
        : await compute('fitPassages', { passages: ranked.best, maxTokens: cap.inputTokens }, inThread)
    const asked =
      cap === null || shown === null || shown.passages.length === 0
        ? null
        : await briefByModel(
            { query, asOf, passages: shown.passages, sources: texts, maxOutputTokens: cap.outputTokens },
            (question) => model.ask(question, { signal, withinMs: MODEL_MS }),
          )
    const believed = asked?.brief ?? null
    const made = believed ?? briefByExtract(ranked.picked, ranked.picked.length === 0 ? [query] : gathered.empty)
    const used = new Set(made.findings.flatMap(({ citations: cited }) => cited))
    const [main] = made.findings
    const backing =
      main === undefined
        ? []
        : [...main.citations, ...supportersOf(textTerms(main.claim), main.citations[0] ?? 0, ranked.best)]
    const sites = new Set(texts.filter(({ n }) => backing.includes(n)).map(({ site }) => site))
    const dates = gathered.sources.flatMap(({ n, published_at: at }) => (used.has(n) && at !== null ? [at] : []))
    // What a model was asked for is told even where its answer was not believed.
    const { usage } = asked === null ? byEngine('', '') : byModel(name, [asked.answer])
    return {
      ...(believed === null || asked === null ? byEngine('bm25-mmr', '1') : byModel(name, [asked.answer])),
      usage,
      ...cutAt(believed !== null && shown?.isCut === true ? shown.chars : null),
      method: believed === null ? 'extractive' : 'model',
      source: gathered.source,
      as_of: dates.toSorted().at(-1) ?? null,
      answer: made.answer,
      findings: made.findings,
      disagreements: made.disagreements,
      unknowns: made.unknowns,
      sources: gathered.sources.map(({ n, url, title, publisher, published_at, fetched_at, isPage }) => ({
        n,
        url,
        title,
        publisher,
        published_at,
        fetched_at,
        text: isPage ? ('page' as const) : ('snippet' as const),
        used: used.has(n),
      })),
      coverage: {
        sources_fetched: gathered.sources.filter(({ isPage }) => isPage).length,
        sources_used: used.size,
        claims: made.claims,
        claims_with_verified_quote: made.findings.length,
      },
      confidence: confidenceOf(sites.size, made.disagreements.length),
      injection_flags: flagsOf(gathered.sources.flatMap(({ flags }) => flags)),
    }
  },
})

function confidenceOf(sites: number, disagreements: number): 'high' | 'medium' | 'low' {
  if (sites >= 3 && disagreements === 0) return 'high'
  return sites >= 2 ? 'medium' : 'low'
}
