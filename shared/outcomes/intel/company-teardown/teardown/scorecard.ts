import type { Teardown } from './teardown-report.ts'

type Sections = Pick<Teardown, 'offer' | 'pricing' | 'funnel' | 'trust' | 'content' | 'seo' | 'hiring' | 'tech'>
type Point = readonly [has: boolean, points: number, name: string]

const GRADES: Readonly<Record<string, number>> = { A: 100, B: 80, C: 60, D: 40, E: 20, F: 0 }

/** Points that are there of those that could be; what they are is the basis. */
function points(area: string, list: readonly Point[]): Teardown['scorecard'][number] {
  const most = list.reduce((sum, [, worth]) => sum + worth, 0)
  const have = list.filter(([has]) => has)
  const score = Math.round((100 * have.reduce((sum, [, worth]) => sum + worth, 0)) / most)
  return {
    area,
    score,
    basis: have.length === 0 ? 'none of what counts here was found' : have.map(([, , name]) => name).join(', '),
  }
}

/** How much of what a visitor looks for is there, area by area; null where nothing could be measured. */
export function scorecardOf({
  offer,
  pricing,
  funnel,
  trust,
  content,
  seo,
  hiring,
  tech,
}: Sections): Teardown['scorecard'] {
  const openRoles = hiring?.open_roles ?? null
  const grade = GRADES[(trust.security_headers_grade ?? '').slice(0, 1)]
  return [
    points('offer', [
      [offer.products.length > 0, 2, 'names products'],
      [offer.value_props.length >= 2, 2, 'says what they are good for'],
      [offer.audience.length > 0, 2, 'says whom they are for'],
      [offer.proof.customers.length > 0, 2, 'names customers'],
      [offer.proof.numbers.length > 0, 1, 'gives numbers'],
    ]),
    points('pricing', [
      [pricing !== null, 4, 'prices are public'],
      [(pricing?.entry_price ?? null) !== null, 2, 'an entry price stands with a plan'],
      [pricing?.free_tier === true, 1, 'a free plan'],
      [(pricing?.plans.length ?? 0) >= 2, 1, 'several plans'],
    ]),
    points('funnel', [
      [funnel.ctas.length > 0, 2, 'calls to action'],
      [funnel.signup_friction === 'self_serve' || funnel.signup_friction === 'mixed', 2, 'self-service'],
      [funnel.trial !== null, 2, 'a trial'],
      [funnel.demo !== null, 1, 'a demo'],
      [funnel.integrations.page !== null, 1, 'integrations'],
    ]),
    {
      area: 'security',
      score:
        grade === undefined
          ? null
          : Math.round(
              grade * 0.7 +
                (trust.certifications_claimed.length > 0 ? 15 : 0) +
                (trust.policies.security_txt === null ? 0 : 15),
            ),
      basis:
        grade === undefined
          ? 'the headers could not be read'
          : `headers ${trust.security_headers_grade}, ${trust.certifications_claimed.length} certificates claimed, security.txt ${trust.policies.security_txt === null ? 'missing' : 'there'}`,
    },
    points('trust', [
      [trust.policies.privacy !== null, 2, 'privacy policy'],
      [trust.policies.terms !== null, 2, 'terms'],
      [trust.policies.dpa !== null, 1, 'data processing agreement'],
      [trust.policies.status_page !== null, 1, 'status page'],
      [trust.tls?.trusted === true, 2, 'trusted certificate'],
    ]),
    points('content', [
      [(content.blog_posts_90d ?? 0) > 0, 2, 'posts in the last 90 days'],
      [content.docs !== null, 2, 'documentation'],
      [content.changelog !== null, 1, 'changelog'],
    ]),
    points('seo', [
      [seo.title !== null, 2, 'title'],
      [seo.description !== null, 2, 'description'],
      [seo.canonical !== null, 1, 'canonical address'],
      [seo.sitemap_urls !== null, 1, 'sitemap'],
      [seo.structured_data_types.length > 0, 1, 'structured data'],
    ]),
    {
      area: 'hiring',
      score: openRoles === null ? null : Math.min(100, openRoles * 5),
      basis: openRoles === null ? 'how many roles are open is not known' : `${openRoles} open roles, 5 points each`,
    },
    {
      area: 'technology',
      score: tech.technologies.length === 0 ? null : Math.min(100, 40 + tech.technologies.length * 5),
      basis: `${tech.technologies.length} technologies recognised`,
    },
  ]
}
