import type { Endpoint } from '#shared/doors/sellers.ts'
import { digestOf } from '#shared/lib/crypto/digest.ts'

import { conclude, type Check, type Finding } from '../guard/verdict.ts'
import type { JsonObject } from '../json/json-value.ts'
import { fieldFit, fieldsOf, schemaFields, type Fit } from './field-fit.ts'
import { relativesOf, termsOf } from './terms.ts'
import { TextIndex } from './text-index.ts'

type Asked = {
  need: string
  have?: JsonObject | undefined
  want?: JsonObject | undefined
  maxCents?: number | undefined
  limit: number
  scope: 'outcomes' | 'sellers' | 'all'
  /** Outcomes that the need asks for in the words of the goal router, with how clearly, 0 to 1. */
  said?: ReadonlyMap<string, number>
  input: unknown
}

type Match = {
  slug: string
  url: string
  method: 'POST'
  price_cents: number
  score: number
  why: string[]
  input_fit: Fit
  output_fit: Fit
  sample_body: Record<string, unknown>
  pay_probe_url: string
  kind: 'outcome' | 'seller'
}

const RULESET = 'endpoint-match/2026-11-20'
/** Weights of text, input and output. Below the floor, no match is better than a wrong sale. */
const [TEXT, INPUT, OUTPUT] = [0.6, 0.25, 0.15]
const FLOOR = 0.15
const NEUTRAL = 0.5
/** What of the text's share counts whether the need says the whole name, not a word of it in passing. */
const NAMED = 0.25
const WEAK = 0.35
/** What the texts of a seller count for without measured quality: the seller wrote them. */
const UNPROVED = 0.8

/** The catalog is the same array from call to call: what is made of it is kept as long as it is. */
const indexes = new WeakMap<readonly Endpoint[], TextIndex>()

function indexOf(endpoints: readonly Endpoint[]): TextIndex {
  const known = indexes.get(endpoints) ?? new TextIndex(endpoints.map(entryOf))
  indexes.set(endpoints, known)
  return known
}

/** Finds the endpoints that fit a need, by text and by fields. */
export function matchEndpoints(asked: Asked, endpoints: readonly Endpoint[]) {
  const { said = new Map<string, number>() } = asked
  const found = new Map(
    indexOf(endpoints)
      .search(asked.need)
      .map((hit) => [hit.id, hit]),
  )
  const hits = endpoints.flatMap((endpoint) => {
    const { score, why } = found.get(endpoint.url) ?? { score: 0, why: [] }
    const clear = endpoint.kind === 'outcome' ? (said.get(endpoint.slug) ?? 0) : 0
    const isNear = score >= FLOOR && isNamed(endpoint, why)
    return isNear || clear > 0 ? [{ why, endpoint, score: Math.max(score, clear) }] : []
  })
  const inScope = hits.filter(({ endpoint }) => isInScope(endpoint, asked))
  const matches = inScope
    .map(({ endpoint, score, why }) =>
      matchOf(endpoint, (1 - NAMED) * score + NAMED * nameShare(endpoint, asked.need), why, asked),
    )
    .sort((a, b) => b.score - a.score || a.price_cents - b.price_cents || (a.slug < b.slug ? -1 : 1))
    .slice(0, asked.limit)
  const best =
    matches.find(({ input_fit }) => asked.have === undefined || input_fit.missing_required.length === 0) ?? null
  const covered = new Set(matches.flatMap(({ why }) => why))
  const verdict = conclude({
    input: asked.input,
    ruleset: RULESET,
    findings: judge(matches, best),
    checks: checksOf(asked, endpoints, hits.length, inScope.length),
    proceed: best === null ? '' : `POST to ${best.url} with the sample body filled in.`,
  })
  return {
    ...verdict,
    decision: WORDS[verdict.decision],
    matches,
    best,
    unmatched_terms: [
      ...new Set(
        words(asked.need)
          .filter(([, term]) => !covered.has(term))
          .map(([word]) => word),
      ),
    ],
    catalog_version: digestOf(endpoints.map(({ slug, cents, title }) => [slug, cents, title])).slice(0, 16),
  }
}

const WORDS = { allow: 'proceed', review: 'review', require_confirm: 'review', block: 'reject' } as const

/** The words of the need, each with the term it is compared as. */
const words = (need: string): [string, string][] =>
  (need.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((word) =>
    termsOf(word).map((term): [string, string] => [word, term]),
  )

function entryOf({ slug, url, title, description, tags, inputSchema, outputSchema }: Endpoint) {
  return {
    id: url,
    parts: [
      { text: slug.replaceAll('-', ' '), weight: 3 },
      { text: title, weight: 2 },
      { text: description, weight: 1 },
      { text: tags.join(' '), weight: 0.5 },
      {
        text: [...schemaFields(inputSchema), ...schemaFields(outputSchema)]
          .map(({ name }) => name.replaceAll('_', ' '))
          .join(' '),
        weight: 0.25,
      },
    ],
  }
}

/** A single shared word is not a match: it must be in the name, or not alone. */
function isNamed({ slug, title }: Endpoint, why: readonly string[]): boolean {
  const names = new Set(termsOf(`${slug.replaceAll('-', ' ')} ${title}`))
  return why.length > 1 || why.some((term) => [term, ...relativesOf(term)].some((word) => names.has(word)))
}

/** The share of an endpoint's name that the need says, in these or related words. */
function nameShare({ slug }: Endpoint, need: string): number {
  const said = new Set(termsOf(need).flatMap((term) => [term, ...relativesOf(term)]))
  const name = termsOf(slug.replaceAll('-', ' '))
  return name.length === 0 ? 0 : name.filter((term) => said.has(term)).length / name.length
}

const isInScope = ({ kind, cents }: Endpoint, { scope, maxCents }: Asked) =>
  (scope === 'all' || (scope === 'outcomes') === (kind === 'outcome')) && (maxCents === undefined || cents <= maxCents)

function matchOf(endpoint: Endpoint, text: number, why: string[], { have, want }: Asked): Match {
  const input = fieldFit(have === undefined ? [] : fieldsOf(have), schemaFields(endpoint.inputSchema))
  const output = fieldFit(schemaFields(endpoint.outputSchema), want === undefined ? [] : fieldsOf(want))
  const { quality = 1 } = endpoint
  const score =
    TEXT * text * (UNPROVED + (1 - UNPROVED) * quality) +
    INPUT * (have === undefined ? NEUTRAL : input.share) +
    OUTPUT * (want === undefined ? NEUTRAL : output.share)
  return {
    slug: endpoint.slug,
    url: endpoint.url,
    method: 'POST',
    price_cents: endpoint.cents,
    score: Math.round(1000 * score) / 1000,
    why,
    input_fit: input.fit,
    output_fit: output.fit,
    sample_body: endpoint.sample,
    pay_probe_url: endpoint.probeUrl,
    kind: endpoint.kind,
  }
}

function judge(matches: readonly Match[], best: Match | null): Finding[] {
  if (matches.length === 0)
    return [
      {
        decision: 'block',
        code: 'no_match',
        message: 'No endpoint fits the need well enough.',
        next: 'Do not buy; say the need in other words, or look elsewhere.',
      },
    ]
  if (best === null)
    return [
      {
        decision: 'review',
        code: 'fields_missing',
        message: `Every match needs fields that were not offered, ${matches[0]?.slug} for one: ${matches[0]?.input_fit.missing_required.join(', ')}.`,
        next: 'Get the missing fields, then call the first match.',
      },
    ]
  return best.score < WEAK
    ? [
        {
          decision: 'review',
          code: 'weak_match',
          message: `The best match, ${best.slug}, shares little with the need.`,
          next: 'Read its description before buying.',
        },
      ]
    : []
}

function checksOf(
  { have, want, maxCents, scope }: Asked,
  endpoints: readonly Endpoint[],
  found: number,
  inScope: number,
): Check[] {
  const given = (id: string, value: unknown): Check => ({
    id,
    status: value === undefined ? 'skipped' : 'pass',
    detail: value === undefined ? `${id} was not given` : `${id} was compared with every match`,
  })
  const sellers = endpoints.filter(({ kind }) => kind === 'seller').length
  return [
    {
      id: 'text',
      status: found > 0 ? 'pass' : 'fail',
      detail: `${found} of ${endpoints.length} endpoints share enough words`,
    },
    {
      id: 'scope',
      status: 'pass',
      detail: `${scope}: ${endpoints.length - sellers} outcomes, ${sellers} seller endpoints; ${inScope} left`,
    },
    given('have', have),
    given('want', want),
    {
      id: 'max_cents',
      status: maxCents === undefined ? 'skipped' : 'pass',
      detail: maxCents === undefined ? 'max_cents was not given' : `at most ${maxCents} cents`,
    },
  ]
}
