import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { areaMatch } from './area-match.ts'
import { readCensus } from './read-census.ts'
import { readNominatim } from './read-nominatim.ts'
import { readUsAddress } from './read-us-address.ts'

import { fakeUpstreams, type Told } from '#test/support/fakes/fake-doors.ts'
import { UpstreamError } from '#shared/doors/upstreams.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { geocodeUs } from './outcome.ts'

const match = (x: number, y: number, more: object = {}) => ({
  tigerLine: { side: 'L', tigerLineId: '76225813' },
  coordinates: { x, y },
  addressComponents: {
    zip: '20502',
    streetName: 'PENNSYLVANIA',
    preType: '',
    city: 'WASHINGTON',
    preDirection: '',
    suffixDirection: 'NW',
    fromAddress: '1600',
    state: 'DC',
    suffixType: 'AVE',
    toAddress: '1698',
  },
  matchedAddress: '1600 PENNSYLVANIA AVE NW, WASHINGTON, DC, 20502',
  geographies: {
    Counties: [{ NAME: 'District of Columbia', STATE: '11', COUNTY: '001', GEOID: '11001' }],
    'Census Tracts': [{ STATE: '11', COUNTY: '001', TRACT: '980000' }],
    '2020 Census Blocks': [{ STATE: '11', COUNTY: '001', TRACT: '980000', BLOCK: '1034' }],
  },
  ...more,
})
const census = (...matches: object[]): Told => ({ body: { result: { input: {}, addressMatches: matches } } })
const run = async (address: string, told: Partial<Record<string, Told>> = {}) => {
  const upstreams = fakeUpstreams(({ upstream }) => told[upstream] ?? 'unreachable')
  // Safe: the outcome's answer is an object.
  const answer = (await geocodeUs.run({ address }, fakeContext({ upstreams }))) as Record<string, unknown>
  return { answer, asked: upstreams.asked.map(({ upstream }) => upstream) }
}
const WHITE_HOUSE = '1600 Pennsylvania Ave NW, Washington, DC 20500'

describe('geocode-us: a street address', () => {
  test('is found by the Census Bureau, latitude first, with its FIPS codes', async () => {
    const { answer, asked } = await run(WHITE_HOUSE, { census: census(match(-77.03535, 38.898754)) })
    expect(asked).toEqual(['census'])
    expect(answer).toMatchObject({
      matched: true,
      best: {
        lat: 38.898754,
        lon: -77.03535,
        match_type: 'non_exact',
        components: { number: '1600', street: 'PENNSYLVANIA AVE NW', city: 'WASHINGTON', state: 'DC', zip: '20502' },
        side: 'L',
        fips: { state: '11', county: '001', tract: '980000', block: '1034' },
      },
      ambiguous: false,
      hints: [],
    })
  })

  test('x is the longitude and y the latitude', async () => {
    const { answer } = await run('1 Main St, DC', { census: census(match(-77, 38)) })
    expect(answer).toMatchObject({ best: { lat: 38, lon: -77 } })
  })

  test('is exact when it is the same but for long forms and commas', async () => {
    const { answer } = await run('1600 Pennsylvania Avenue Northwest Washington DC 20502', {
      census: census(match(-77, 38)),
    })
    expect(answer).toMatchObject({ best: { match_type: 'exact' } })
  })

  test('is ambiguous when matches lie more than 50 m apart', async () => {
    expect((await run(WHITE_HOUSE, { census: census(match(-77, 38), match(-77.1, 38)) })).answer).toMatchObject({
      ambiguous: true,
    })
    expect((await run(WHITE_HOUSE, { census: census(match(-77, 38), match(-77.0001, 38)) })).answer).toMatchObject({
      ambiguous: false,
    })
  })

  test('is asked of Nominatim when the Census Bureau fails', async () => {
    const found = {
      lat: '38.8976',
      lon: '-77.0365',
      display_name: 'White House, 1600, …',
      address: {
        house_number: '1600',
        road: 'Pennsylvania Avenue Northwest',
        city: 'Washington',
        'ISO3166-2-lvl4': 'US-DC',
        postcode: '20500',
      },
    }
    const { answer } = await run(WHITE_HOUSE, { census: { body: '<html>maintenance' }, nominatim: { body: [found] } })
    expect(answer).toMatchObject({
      best: {
        lat: 38.8976,
        lon: -77.0365,
        match_type: 'non_exact',
        components: { state: 'DC', zip: '20500' },
        fips: null,
      },
      source: { name: 'nominatim', tried: [{ source: 'census', problem: 'bad_response' }] },
    })
  })

  test('without a match says what may be missing', async () => {
    const { answer } = await run('99999 Nowhere Rd, Springfield', { census: census() })
    expect(answer).toMatchObject({
      matched: false,
      best: null,
      matches: [],
      hints: [expect.stringContaining('ZIP'), expect.stringContaining('state')],
    })
    const refused = {
      status: 400,
      body: { errors: ['Street address cannot be empty and cannot exceed 100 characters'], status: '400' },
    }
    expect((await run('Hauptstraße 1, Berlin', { census: refused })).answer).toMatchObject({ matched: false })
  })

  test('with every geocoder down is the middle of its ZIP code', async () => {
    const { answer } = await run(WHITE_HOUSE)
    expect(answer).toMatchObject({
      matched: true,
      best: {
        lat: 38.8946,
        lon: -77.0355,
        match_type: 'centroid',
        components: { city: 'Washington', zip: '20500', number: null },
      },
      source: { name: 'zipcodes 8.0.0', embedded: true },
      hints: [expect.stringContaining('No geocoder')],
    })
  })

  test('with every geocoder down and no area in it, is an upstream error', async () => {
    await expect(run('1 Nowhere Rd')).rejects.toMatchObject({ code: 'upstream_unavailable' })
  })
})

describe('geocode-us: an area', () => {
  test.each([
    ['20500', { city: 'Washington', state: 'DC', zip: '20500' }],
    ['20746-1234, USA', { city: 'Suitland', state: 'MD', zip: '20746' }],
    ['Suitland, MD', { city: 'Suitland', state: 'MD', zip: null }],
    ['Suitland Maryland', { city: 'Suitland', state: 'MD', zip: null }],
    ['New York, NY', { city: 'New York', state: 'NY', zip: null }],
    ['PO Box 12, Suitland, MD 20746', { city: 'Suitland', zip: '20746' }],
  ])('%s is answered at once, from the product', async (address, components) => {
    const { answer, asked } = await run(address)
    expect(asked).toEqual([])
    expect(answer).toMatchObject({
      matched: true,
      best: { match_type: 'centroid', components },
      source: { embedded: true },
    })
  })

  test('of a city is the middle of its ZIP codes', () => {
    expect(areaMatch(readUsAddress('Suitland, MD'))?.match).toMatchObject({ lat: 38.8456, lon: -76.92305 })
  })
})

test.each(['x', '1234', 'a'.repeat(301)])('geocode-us: %s is refused', (address) =>
  expect(geocodeUs.input.safeParse({ address }).success).toBe(false),
)

test('geocode-us: whatever is sent as an address, its end is read', () => {
  fc.assert(fc.property(fc.string({ maxLength: 300, unit: 'binary' }), (line) => void areaMatch(readUsAddress(line))))
})

test('geocode-us: whatever a geocoder answers, it is matches or an error of theirs', () => {
  const body = fc.oneof(
    fc.jsonValue(),
    fc
      .dictionary(fc.constantFrom('matchedAddress', 'coordinates', 'geographies', 'tigerLine'), fc.jsonValue())
      .map((more) => ({ result: { addressMatches: [match(-77, 38, more)] } })),
    fc.array(fc.record({ lat: fc.string(), lon: fc.string(), display_name: fc.string(), address: fc.jsonValue() })),
  )
  fc.assert(
    fc.property(body, fc.constantFrom(200, 400), (value, status) => {
      const reply = { status, text: () => '', json: () => value }
      for (const read of [() => readCensus(reply, 'x'), () => readNominatim(reply)]) {
        try {
          read()
        } catch (error) {
          if (!(error instanceof UpstreamError) && Object(error).name !== 'ZodError') throw error
        }
      }
    }),
  )
})
