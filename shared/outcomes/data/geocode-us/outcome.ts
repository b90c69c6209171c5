import { z } from 'zod'

import { Refusal } from '#shared/errors.ts'

import type { OutcomeContext } from '#shared/doors/context.ts'
import { defineOutcome } from '#shared/outcomes/define.ts'
import { DataSource, embeddedSource, upstreamSource } from '#shared/outcomes/lib/data-source.ts'

/** Further apart than this, two matches are two places. */
const SAME_PLACE_M = 50
const ASK_MS = 9_000

const Match = z.object({
  normalized_address: z.string(),
  lat: z.number(),
  lon: z.number(),
  match_type: z.enum(['exact', 'non_exact', 'interpolated', 'centroid']),
  components: z.object({
    number: z.string().nullable(),
    street: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    zip: z.string().nullable(),
  }),
  side: z.enum(['L', 'R']).nullable().describe('of the street'),
  fips: z
    .object({
      state: z.string().nullable(),
      county: z.string().nullable(),
      tract: z.string().nullable(),
      block: z.string().nullable(),
    })
    .nullable(),
})

const EXAMPLE_MATCH = {
  normalized_address: 'Washington, DC 20500',
  lat: 38.8946,
  lon: -77.0355,
  match_type: 'centroid',
  components: { number: null, street: null, city: 'Washington', state: 'DC', zip: '20500' },
  side: null,
  fips: null,
} as const

export const geocodeUs = defineOutcome({
  slug: 'geocode-us',
  title: 'US geocoder',
  description:
    'US street address to coordinates, normalised address, FIPS codes and match quality by the Census Bureau. A ZIP code or city alone is answered at once with its middle, from data that is part of the product.',
  cents: 1,
  impulse: true,
  timeoutMs: 12_000,
  types: {
    takes: { address: 'us-address' },
    gives: { 'best.lat': 'latitude', 'best.lon': 'longitude', best: 'json' },
    also: { 'best.normalized_address': 'us-address' },
  },
  input: () => z.object({ address: z.string().min(5).max(300).describe('one-line US address') }),
  output: () =>
    z.object({
      source: DataSource,
      as_of: z.string().nullable(),
      matched: z.boolean(),
      matches: z.array(Match),
      best: Match.nullable().describe('the first match'),
      ambiguous: z.boolean().describe('matches more than 50 m apart'),
      hints: z.array(z.string()).describe('why there may be no match, or no better one'),
    }),
  example: {
    input: { address: '20500, USA' },
    output: {
      source: embeddedSource('zipcodes 8.0.0'),
      as_of: null,
      matched: true,
      matches: [EXAMPLE_MATCH],
      best: EXAMPLE_MATCH,
      ambiguous: false,
      hints: ['There is no house number in it: this is the middle of the area.'],
    },
  },
  async run({ address: sent }, ctx) {
    const { readUsAddress } = await import('./read-us-address.ts')
    const { areaMatch } = await import('./area-match.ts')
    const { metersBetween } = await import('./place-match.ts')
    const address = readUsAddress(sent)
    const area = areaMatch(address)
    if (!address.hasHouseNumber && area !== null) {
      const hint = address.isPoBox
        ? 'A post office box has no place of its own: this is the middle of its area.'
        : 'There is no house number in it: this is the middle of the area.'
      return areaAnswer(area, [hint])
    }

    const asked = await ask(sent.trim(), area !== null, ctx)
    if (asked === null) {
      // Safe: without an area `ask` has thrown.
      const known = area as NonNullable<typeof area>
      return areaAnswer(known, ['No geocoder could be reached: this is the middle of the ZIP code or city.'])
    }
    const matches = asked.value
    const [best = null, ...others] = matches
    return {
      source: upstreamSource(asked),
      as_of: null,
      matched: best !== null,
      matches,
      best,
      ambiguous: best !== null && others.some((other) => metersBetween(best, other) > SAME_PLACE_M),
      hints: best === null ? hintsFor(address) : [],
    }
  },
})

/** Null: nobody answered, and the middle of the area is known instead. */
async function ask(address: string, hasArea: boolean, { upstreams, signal }: OutcomeContext) {
  const { geocodeSources } = await import('./geocode-sources.ts')
  try {
    return await upstreams.ask(geocodeSources(address), { signal, withinMs: ASK_MS })
  } catch (error) {
    if (hasArea && error instanceof Refusal && error.code === 'upstream_unavailable') return null
    throw error
  }
}

const areaAnswer = ({ match, source }: { match: z.input<typeof Match>; source: string }, hints: string[]) => ({
  source: embeddedSource(source),
  as_of: null,
  matched: true,
  matches: [match],
  best: match,
  ambiguous: false,
  hints,
})

function hintsFor(address: {
  zip: string | null
  state: string | null
  isPoBox: boolean
  hasHouseNumber: boolean
}): string[] {
  return [
    ...(address.isPoBox ? ['A post office box has no place; send a street address.'] : []),
    ...(address.hasHouseNumber ? [] : ['There is no house number at its beginning.']),
    ...(address.zip === null ? ['There is no ZIP code; with one more addresses are found.'] : []),
    ...(address.state === null && address.zip === null ? ['No US state is in it; only US addresses are found.'] : []),
  ]
}
