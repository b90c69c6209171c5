import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'
import { catalog } from '#shared/catalog/catalog.ts'
import { UPSTREAM_IDS } from '#shared/upstreams/registry.ts'
import { settingNames } from '#shared/upstreams/settings.ts'

import { needsTheWorld } from '#test/bench/network/rows.ts'
import { upstreamsOf } from '#test/catalog/catalog-table.ts'
import { OUTCOMES } from '#test/catalog/document.ts'
import { startUpstreamFixtures, type UpstreamFixtures } from '#test/support/files/upstream-fixtures.ts'
import { openWorld, type World } from '#test/support/world/world.ts'

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

/**
 * How a call with the example ends, by name, when nobody in the world answers: no upstream, no site, no resolver, no node,
 * and no model is configured. `answers` is a result that is honest without them, and is charged; the rest is a refusal.
 */
const ENDS: Readonly<Record<string, 'answers' | 502 | 503>> = {
  'geocode-us': 'answers',
  'currency-convert': 'answers',
  'dictionary-define': 'answers',
  'vin-decode': 'answers',
  'ip-geo': 'answers',
  'preflight-before-write': 'answers',
  // A verdict about somebody who does not answer.
  'email-verify-lite': 'answers',
  'accepts-dual-rail-check': 'answers',
  'merchant-smoke': 'answers',
  'merchant-legit-gate': 'answers',
  'route-pay-probe': 'answers',
  'integration-readiness': 'answers',
  'wallet-readiness-pack': 'answers',

  'web-search': 502,
  'page-markdown': 502,
  'search-scrape': 502,
  'news-headlines': 502,
  'hn-headlines': 502,
  'wikipedia-summary': 502,
  'wayback-snapshot': 502,
  'research-brief': 502,
  'stock-quote': 502,
  'http-headers': 502,
  'redirect-resolve': 502,
  'crypto-price': 502,
  'crypto-price-batch': 502,
  'crypto-sentiment': 502,
  weather: 502,
  'dns-records': 502,
  'dns-lookup': 502,
  'rdap-whois': 502,
  'sec-filings': 502,
  'tech-fingerprint': 502,
  'pdf-extract': 502,
  'repo-safety': 502,
  'base-eth-balance': 502,
  'base-erc20-balance': 502,
  'base-erc20-allowance': 502,
  'base-erc20-logs': 502,
  'base-tx-receipt': 502,
  'base-token-info': 502,
  'base-balances-batch': 502,
  'payment-watch': 502,
  'solana-balances': 502,
  'tx-summary-lite': 502,
  'token-metadata-lite': 502,
  'lead-brief': 502,
  'lead-brief-plus': 502,
  'lead-research': 502,
  'company-people': 502,
  'hiring-signals': 502,
  'competitor-snapshot': 502,
  'company-teardown': 502,
  'website-intelligence': 502,
  'repo-due-diligence': 502,
  'image-ocr': 502,

  'translate-text': 503,
  'embed-text': 503,
  'image-describe': 503,
  'image-moderate': 503,
  'image-generate': 503,
  'audio-transcribe': 503,
  'speech-synthesize': 503,
}
/**
 * Shown elsewhere, for they ask no upstream: a browser (screenshot-pages), the settlement process (settlement-status), and
 * what answers by a method of its own where there is no model (models).
 */
const ELSEWHERE = [
  'screenshot',
  'settlement-status',
  'llm-judge',
  'summarize-text',
  'classify-text',
  'extract-structured',
  'rerank-passages',
]
/** Other inputs than the example: names that are let through below are nobody's to look up, and a shortener's is not. */
const INPUTS: Readonly<Record<string, Record<string, unknown>>> = {
  'dns-records': { domain: 'iana.org' },
  'dns-lookup': { name: 'iana.org' },
  'redirect-resolve': { url: 'https://example.com/' },
}

/** Nobody listens there. */
const NOWHERE = '127.0.0.1:1'
const LIMIT_MS = 60_000

/** Every host that an example names is let through to this machine, where nobody listens. */
function deadSites(): string {
  const texts = Object.keys(ENDS).map((slug) => JSON.stringify(catalog.get(slug)?.outcome.example.input))
  const hosts = texts.flatMap((text) => text.match(/\b(?:[a-z0-9-]+\.)+(?:com|org|net|example)\b/g) ?? [])
  const names = new Set(hosts.flatMap((host) => [host, `www.${host}`]))
  return [...names].flatMap((name) => [`${name}:443=127.0.0.1`, `${name}:80=127.0.0.1`]).join(',')
}

/** What is answered at each of these ends, at this price. Of a 502 it is told whom it asked, and why that was no answer. */
const ANSWER_OF = {
  answers: (cents: number) => ({ status: 200, ok: true, charge: { cents } }),
  502: () => ({
    status: 502,
    code: 'upstream_unavailable',
    charged_cents: 0,
    tried: expect.arrayContaining([{ source: expect.any(String), problem: expect.any(String) }]),
  }),
  503: () => ({ status: 503, code: 'model_not_configured', charged_cents: 0 }),
}

test('every outcome that needs the world is here by name', () => {
  const worldly = [...catalog.keys()].filter((slug) => needsTheWorld(OUTCOMES[slug]?.kind))
  expect([...Object.keys(ENDS), ...ELSEWHERE].toSorted()).toEqual(worldly.toSorted())
})

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
      pools: ['outcome', 'router-workflow', 'settlement-watch', 'pdf-extract', 'media-processing'],
      env: {
        ...env,
        UPSTREAM_CONTACT: 'ops@farebox.example',
        DNS_RESOLVERS: `down=${NOWHERE}`,
        WHOIS_SERVER: 'off',
        BASE_READ_RPC_URL: `http://${NOWHERE}`,
        SOLANA_READ_RPC_URL: `http://${NOWHERE}`,
        EGRESS_ALLOW: deadSites(),
      },
    })
    await world.ready()
    ;({ key, keyId } = await world.key(5_000))
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

  // The second time only for those that ask upstreams and are for sale without them.
  const isAsked = (slug: string) =>
    upstreamsOf(slug).length > 0 && catalog.get(slug)?.outcome.needsUpstreams.length === 0
  const named = Object.entries(ENDS).filter(([slug]) => how === 'answers 500' || isAsked(slug))

  test.each(named)(
    '%s ends with %s, and money moves for an answer alone',
    async (slug, end) => {
      const before = await money()
      const { status, body } = await call(slug, INPUTS[slug] ?? catalog.get(slug)?.outcome.example.input ?? {})
      const price = end === 'answers' ? (catalog.get(slug)?.outcome.cents ?? 0) : 0
      expect({ status, ...body }).toMatchObject(ANSWER_OF[end](price))
      expect(await money()).toEqual({ cents: before.cents - price, held: 0 })
    },
    LIMIT_MS,
  )
})
