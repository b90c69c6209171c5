import { type CompanySite, pagesOf, type SitePage } from '#shared/engines/company/crawl/company-site.ts'
import { textOf, typesOf } from '#shared/engines/company/page/json-ld.ts'
import type { Said, Teardown } from './teardown-report.ts'

const AUDIENCE =
  /\b(?:built|made|designed|perfect|ideal|platform|software|tool|solution|trusted by|loved by)?\s{0,3}\bfor\s((?:[\p{L}-]{2,20}\s){0,3}(?:teams?|developers?|engineers?|businesses|companies|startups|enterprises?|agencies|founders|marketers|freelancers|retailers|manufacturers|schools|students|hospitals|clinics|banks|creators|designers|analysts|lawyers|accountants|nonprofits|governments?))\b/iu
const NUMBER =
  /\b(?:over|more than)?\s{0,3}\d[\d.,]{0,12}\s?(?:[kmb]\b|million|billion|%)?\+?\s(?:customers?|users?|companies|businesses|teams|countries|developers?|downloads?|stores?|clients|members|transactions|organi[sz]ations|installs|uptime|faster|hours saved)\b/i
const TRUSTED =
  /\b(?:trusted by|used by|loved by|customers include|our customers|join .{0,30}(?:companies|teams|customers))\b/i
const CERTIFICATES: readonly { claim: string; pattern: RegExp }[] = [
  { claim: 'SOC 2', pattern: /\bsoc\s?2\b/i },
  { claim: 'ISO 27001', pattern: /\biso(?:\/iec)?\s?27001\b/i },
  { claim: 'ISO 9001', pattern: /\biso\s?9001\b/i },
  { claim: 'HIPAA', pattern: /\bhipaa\b/i },
  { claim: 'GDPR', pattern: /\b(?:gdpr|dsgvo)[- ](?:compliant|ready|compliance|konform)\b/i },
  { claim: 'PCI DSS', pattern: /\bpci(?:[- ]dss)\b/i },
  { claim: 'FedRAMP', pattern: /\bfedramp\b/i },
  { claim: 'CSA STAR', pattern: /\bcsa star\b/i },
]
const MOST = 8

type Claims = Teardown['trust']['certifications_claimed']

/** Gives what was found ids of one kind, each text once. */
const numberClaims = (prefix: string, found: readonly Omit<Said, 'id'>[]): Said[] =>
  [...new Map(found.map((one) => [one.text.toLowerCase(), one])).values()]
    .slice(0, MOST)
    .map((one, place) => ({ id: `${prefix}${place + 1}`, ...one }))

const blocksOf = (pages: readonly SitePage[]) =>
  pages.flatMap((page) => page.blocks.map((block) => ({ ...block, url: page.url })))

/** What the company sells, to whom, and what it says for it. Claims stay claims, with their words. */
export function readOffer(site: CompanySite): Teardown['offer'] {
  const front = pagesOf(site, 'home', 'product')
  const blocks = blocksOf(front)
  const named = front.flatMap((page) =>
    page.nodes
      .filter((node) =>
        typesOf(node).some((type) => /^(?:Product|SoftwareApplication|WebApplication|Service)$/.test(type)),
      )
      .flatMap((node) => {
        const text = textOf(node['name'])
        return text === null ? [] : [{ text: text.slice(0, 120), source_url: page.url }]
      }),
  )
  const titles = pagesOf(site, 'product').flatMap((page) =>
    page.blocks
      .filter(({ level, text }) => level === 1 && text.length < 100)
      .map(({ text }) => ({ text, source_url: page.url })),
  )
  const props = blocks.filter(
    ({ level, text }) => (level === 1 || level === 2) && text.length > 12 && text.length < 140 && !text.endsWith('?'),
  )
  const audience = blocks.flatMap(({ text, url }) => {
    const [, whom] = AUDIENCE.exec(text) ?? []
    return whom === undefined ? [] : [{ text: whom.trim().toLowerCase(), source_url: url }]
  })
  return {
    products: numberClaims('p', [...named, ...titles]),
    audience: numberClaims('a', audience),
    value_props: numberClaims(
      'v',
      props.map(({ text, url }) => ({ text, source_url: url })),
    ),
    proof: {
      customers: customersOf(site),
      numbers: claims(
        'n',
        blocks.filter(({ text }) => text.length < 200),
        (text) => NUMBER.exec(text)?.[0].trim() ?? null,
      ),
    },
  }
}

function claims(
  prefix: string,
  blocks: readonly { text: string; url: string }[],
  read: (text: string) => string | null,
): Claims {
  const found = blocks.flatMap(({ text, url }) => {
    const claim = read(text)
    return claim === null ? [] : [{ claim, quote: text.slice(0, 240), source_url: url, status: 'claimed' as const }]
  })
  return [...new Map(found.map((one) => [one.claim.toLowerCase(), one])).values()]
    .slice(0, MOST)
    .map((one, place) => ({ id: `${prefix}${place + 1}`, ...one }))
}

/** Customers that a page of customers has as headings, and sentences about who uses it. */
function customersOf(site: CompanySite): Claims {
  const pages = pagesOf(site, 'customers')
  const headings = blocksOf(pages).filter(
    ({ level, text }) =>
      (level === 2 || level === 3) &&
      text.length < 80 &&
      !/^(?:customers?|our|what|why|case|stories|trusted|get|ready|see)\b/i.test(text),
  )
  const sentences = blocksOf(pagesOf(site, 'home', 'customers')).filter(
    ({ text }) => TRUSTED.test(text) && text.length < 240,
  )
  return [...claims('c', headings, (text) => text), ...claims('t', sentences, (text) => text.slice(0, 120))].slice(
    0,
    MOST,
  )
}

/** Certificates that pages name; that they name them is all that is known. */
export function certificatesOf(site: CompanySite): Claims {
  const blocks = blocksOf(pagesOf(site, 'security', 'home', 'legal', 'product', 'pricing'))
  return claims('k', blocks, (text) => CERTIFICATES.find(({ pattern }) => pattern.test(text))?.claim ?? null)
}
