import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'
import { audit } from '#shared/money/audit/audit.ts'
import { catalog, type CatalogEntry } from '#shared/outcomes/catalog.ts'
import { fakeContext } from '#shared/outcomes/testing.ts'
import { UPSTREAM_IDS } from '#shared/upstreams/registry.ts'
import { settingNames } from '#shared/upstreams/settings.ts'

import { startUpstreamFixtures, type UpstreamFixtures } from '../support/upstream-fixtures.ts'
import { openWorld, type World } from '../support/world.ts'

/** What answers from data that is part of the product, with an input that nobody has to be asked about. */
const EMBEDDED: readonly [slug: string, input: Record<string, unknown>][] = [
  ['dictionary-define', { word: 'ledger' }],
  ['timezone-convert', { datetime: '2024-01-01T00:00:00', to_tz: 'Asia/Tokyo' }],
  ['vin-decode', { vin: '1HGCM82633A004352' }],
  ['ip-geo', { ip: '8.8.8.8' }],
  ['geocode-us', { address: '20500, USA' }],
  ['geocode-us', { address: '1600 Pennsylvania Ave NW, Washington, DC 20500' }],
  ['currency-convert', { amount: 10, from_currency: 'USD', to_currency: 'EUR' }],
]

/** What asks upstreams about its own example, and nobody else: found out by running it once with a door that says no. */
async function askers(): Promise<[string, Record<string, unknown>][]> {
  const found = await Promise.all([...catalog.values()].map(async (entry) => ((await asks(entry)) ? entry : null)))
  return found.flatMap((entry) => (entry === null ? [] : [[entry.outcome.slug, entry.outcome.example.input]]))
}

async function asks({ outcome }: CatalogEntry): Promise<boolean> {
  let upstreams = 0
  let others = 0
  const none = () => new Refusal('upstream_unavailable', 'No source answered.', { extra: { tried: [] } })
  const deny = () => {
    others += 1
    return Promise.reject(none())
  }
  const context = fakeContext({
    upstreams: {
      ask: () => {
        upstreams += 1
        return Promise.reject(none())
      },
    },
    dns: { resolvers: [], ask: deny, askOne: deny },
    whois: { ask: deny },
    egress: { fetch: deny, vet: deny },
    call: deny,
  })
  await outcome.run(outcome.example.input, context).catch(() => undefined)
  return upstreams > 0 && others === 0
}

const ASKERS = await askers()

describe.each(['answers 500', 'is switched off'])('when every upstream %s', (how) => {
  let world: World
  let fixtures: UpstreamFixtures
  let key: string
  let keyId: string
  beforeAll(async () => {
    fixtures = await startUpstreamFixtures()
    // A fixture that was told nothing answers 501.
    const off = Object.fromEntries(UPSTREAM_IDS.map((id) => [settingNames(id).url, 'off']))
    const env = how === 'answers 500' ? fixtures.env(...UPSTREAM_IDS) : off
    world = await openWorld({
      backend: 'postgres',
      pools: ['outcome', 'router-workflow', 'settlement-watch'],
      env: { ...env, UPSTREAM_CONTACT: 'ops@farebox.example' },
    })
    await world.ready()
    ;({ key, keyId } = await world.key(1_000))
  })
  afterAll(async () => {
    expect((await audit(world.db.pg)).filter(({ ok }) => !ok)).toEqual([])
    await world.close()
    await fixtures.close()
  })

  const call = (slug: string, input: Record<string, unknown>) => world.call(slug, input, { 'x-service-key': key })
  const money = async () => {
    const [row] = await world.sql<{ posted: string; held: string }>(
      `select a.posted, a.held from account a join service_key k on k.account_id = a.id where k.key_id = $1`,
      [keyId],
    )
    return { cents: Number(row?.posted) / 10_000, held: Number(row?.held) / 10_000 }
  }

  test.each(EMBEDDED)('%s answers %j from the product and is charged', async (slug, input) => {
    const before = await money()
    const { status, body } = await call(slug, input)
    expect({ status, code: body['code'] }).toEqual({ status: 200, code: undefined })
    const cents = catalog.get(slug)?.outcome.cents ?? 0
    expect(body).toMatchObject({ ok: true, charge: { cents } })
    expect(await money()).toEqual({ cents: before.cents - cents, held: 0 })
  })

  test('there is much that asks upstreams', () => {
    expect(ASKERS.map(([slug]) => slug)).toEqual(
      expect.arrayContaining([
        'stock-quote',
        'crypto-price',
        'crypto-price-batch',
        'crypto-sentiment',
        'weather',
        'sec-filings',
        'wikipedia-summary',
      ]),
    )
  })

  test.each(ASKERS)('%s ends in 502 and no balance changes', async (slug, input) => {
    const before = await money()
    const { status, body } = await call(slug, input)
    expect({ status, code: body['code'], charged: body['charged_cents'] }).toEqual({
      status: 502,
      code: 'upstream_unavailable',
      charged: 0,
    })
    expect(await money()).toEqual(before)
  })
})
