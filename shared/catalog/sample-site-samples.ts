import { RIVAL_HOST, SAMPLE_HOST } from '#shared/lib/network/sample-site.ts'

import type { CatalogEntry } from './catalog.ts'

const at = (path: string) => `http://${SAMPLE_HOST}${path}`
const HOME = { url: at('/') }
const PAID = { url: at('/merchant/paid') }
const COMPANY = { domain: SAMPLE_HOST }

/** What the samples of outcomes that read a web page ask for where the playground serves a site for them. */
export const SITE_SAMPLES: Readonly<Record<string, Record<string, unknown>>> = {
  'http-headers': HOME,
  'page-markdown': HOME,
  'tech-fingerprint': HOME,
  screenshot: HOME,
  'website-intelligence': HOME,
  'redirect-resolve': { url: at('/short') },
  'pdf-extract': { url: at('/hello.pdf') },
  'image-ocr': { image_url: at('/sign.png') },
  'image-describe': { image_url: at('/cat.jpg') },
  'image-moderate': { image_url: at('/flag.png') },
  'route-pay-probe': { url: at('/merchant/free') },
  'accepts-dual-rail-check': PAID,
  'stable-payto-check': PAID,
  'merchant-smoke': PAID,
  'merchant-legit-gate': PAID,
  'wallet-readiness-pack': PAID,
  'integration-readiness': { base_url: at('') },
  'lead-brief': COMPANY,
  'lead-brief-plus': COMPANY,
  'lead-research': COMPANY,
  'company-people': COMPANY,
  'hiring-signals': COMPANY,
  'company-teardown': COMPANY,
  'competitor-snapshot': { ...COMPANY, competitors: [RIVAL_HOST] },
}

/** The catalog with samples that work against the playground's own site. */
export const withSiteSamples = (catalog: ReadonlyMap<string, CatalogEntry>): ReadonlyMap<string, CatalogEntry> =>
  new Map([...catalog].map(([slug, entry]) => [slug, withSiteSample(entry)]))

function withSiteSample(entry: CatalogEntry): CatalogEntry {
  const { outcome } = entry
  const asked = SITE_SAMPLES[outcome.slug]
  if (asked === undefined) return entry
  const { example } = outcome
  return { ...entry, outcome: { ...outcome, example: { ...example, input: { ...example.input, ...asked } } } }
}

/** Inputs that name what an outcome reads, and addresses that are nobody's, or that need not be there. */
const READ_AT = ['url', 'image_url', 'audio_url', 'base_url', 'repo_url', 'domain'] as const
const MADE_UP = /\.example(?:\/|$)|^https:\/\/example\.com\/\w|^acme\.com$|\/acme\/|^https:\/\/bit\.ly\//

/** Says of an outcome's sample whether it works as it stands. */
export function describeSample({ outcome }: Pick<CatalogEntry, 'outcome'>): string {
  const { input, follows } = outcome.example
  if (follows !== undefined) return `A call that works once ${follows} was called with its sample and this credential`
  const isMadeUp = READ_AT.some((name) => typeof input[name] === 'string' && MADE_UP.test(input[name]))
  return isMadeUp ? 'A call as it looks: put an address of your own in it' : 'A call that works'
}
