import type { Teardown } from './teardown-report.ts'

type Facts = Omit<
  Teardown,
  'swot' | 'swot_ruleset' | 'scorecard' | 'unknowns' | 'sources' | 'steps' | 'injection_flags'
>
type Found = { text: string; based_on: string[] } | null
export type SwotRule = { id: string; side: keyof Teardown['swot']; judge: (facts: Facts) => Found }

export const SWOT_RULESET = 'company-swot/2026-11-20'

const say = (text: string, ...basedOn: (string | undefined)[]): Found => ({
  text,
  based_on: basedOn.filter((id) => id !== undefined),
})
const isSlaClaim = (text: string) => /\b99\.\d{1,3}\s?%|\bsla\b|\buptime\b/i.test(text)

/** What speaks for and against a company by its own pages: each rule names the facts it rests on. */
export const swotRules: readonly SwotRule[] = [
  {
    id: 'open_pricing',
    side: 'strengths',
    judge: ({ pricing }) =>
      (pricing?.entry_price ?? null) === null
        ? null
        : say('Prices are public, which shortens the way to a decision.', 'pricing'),
  },
  {
    id: 'free_tier',
    side: 'strengths',
    judge: ({ pricing }) =>
      pricing?.free_tier === true ? say('There is a way in that costs nothing.', 'pricing') : null,
  },
  {
    id: 'self_serve',
    side: 'strengths',
    judge: ({ funnel }) =>
      funnel.signup_friction === 'self_serve' ? say('Customers can start without talking to anybody.', 'funnel') : null,
  },
  {
    id: 'proof',
    side: 'strengths',
    judge: ({ offer }) =>
      offer.proof.customers.length >= 3
        ? say(
            `It names customers (${offer.proof.customers.length} claims).`,
            ...offer.proof.customers.slice(0, 3).map(({ id }) => id),
          )
        : null,
  },
  {
    id: 'certified',
    side: 'strengths',
    judge: ({ trust }) =>
      trust.certifications_claimed.length > 0
        ? say(
            `It claims ${trust.certifications_claimed.map(({ claim }) => claim).join(', ')}.`,
            ...trust.certifications_claimed.map(({ id }) => id),
          )
        : null,
  },
  {
    id: 'age',
    side: 'strengths',
    judge: ({ overview }) =>
      overview.founded !== null && overview.founded.value < 2012
        ? say(`It has been around since ${overview.founded.value}.`, overview.founded.id)
        : null,
  },
  {
    id: 'good_headers',
    side: 'strengths',
    judge: ({ trust }) =>
      (trust.security_headers_grade ?? '').startsWith('A')
        ? say('Its site is well secured by headers.', 'trust')
        : null,
  },
  {
    id: 'no_pricing',
    side: 'weaknesses',
    judge: ({ pricing }) => (pricing === null ? say('No prices are public.', 'pricing') : null),
  },
  {
    id: 'no_status_page',
    side: 'weaknesses',
    judge: ({ trust, offer }) => {
      const sla = offer.proof.numbers.find(({ quote }) => isSlaClaim(quote))
      return trust.policies.status_page === null && sla !== undefined
        ? say('It claims availability and shows no status page.', sla.id, 'trust')
        : null
    },
  },
  {
    id: 'no_security_page',
    side: 'weaknesses',
    judge: ({ trust }) =>
      trust.certifications_claimed.length === 0 && trust.policies.security_txt === null
        ? say('It says nothing about how it is secured and whom to tell about a hole.', 'trust')
        : null,
  },
  {
    id: 'weak_headers',
    side: 'weaknesses',
    judge: ({ trust }) =>
      /^[D-F]/.test(trust.security_headers_grade ?? '')
        ? say(`The site’s security headers are graded ${trust.security_headers_grade}.`, 'trust')
        : null,
  },
  {
    id: 'no_privacy',
    side: 'weaknesses',
    judge: ({ trust }) =>
      trust.policies.privacy === null
        ? say('No privacy policy is linked from the pages that were read.', 'trust')
        : null,
  },
  {
    id: 'no_proof',
    side: 'weaknesses',
    judge: ({ offer }) =>
      offer.proof.customers.length === 0 && offer.proof.numbers.length === 0
        ? say('It shows neither customers nor numbers.', 'offer')
        : null,
  },
  {
    id: 'quiet_blog',
    side: 'weaknesses',
    judge: ({ content }) =>
      content.blog_posts_90d === 0 ? say('Nothing was published in the last 90 days.', 'content') : null,
  },
  {
    id: 'hiring',
    side: 'opportunities',
    judge: ({ hiring }) =>
      (hiring?.open_roles ?? 0) >= 5 ? say(`It grows: ${hiring?.open_roles} roles are open.`, 'hiring') : null,
  },
  {
    id: 'new_market',
    side: 'opportunities',
    judge: ({ hiring }) =>
      hiring?.signals.some(({ code }) => code === 'new_market') === true
        ? say('Roles show that it opens a region.', 'hiring')
        : null,
  },
  {
    id: 'ai',
    side: 'opportunities',
    judge: ({ hiring }) =>
      hiring?.signals.some(({ code }) => code === 'building_ai') === true
        ? say('It builds a machine learning team.', 'hiring')
        : null,
  },
  {
    id: 'funding',
    side: 'opportunities',
    judge: ({ signals }) => {
      const funding = signals.find(({ kind }) => kind === 'funding')
      return funding === undefined ? null : say(`News of money: “${funding.text}”.`, funding.id)
    },
  },
  {
    id: 'integrations',
    side: 'opportunities',
    judge: ({ funnel }) =>
      funnel.integrations.named.length >= 10
        ? say('It connects to many other tools, which brings their customers.', 'funnel')
        : null,
  },
  {
    id: 'freeze',
    side: 'threats',
    judge: ({ hiring }) =>
      hiring?.signals.some(({ code }) => code === 'hiring_freeze') === true
        ? say('Its job board is empty.', 'hiring')
        : null,
  },
  {
    id: 'layoffs',
    side: 'threats',
    judge: ({ signals }) => {
      const cut = signals.find(({ text }) => /layoff|job cuts|lays off/i.test(text))
      return cut === undefined ? null : say(`News of job cuts: “${cut.text}”.`, cut.id)
    },
  },
  {
    id: 'young_domain',
    side: 'threats',
    judge: ({ tech }) =>
      tech.domain_age_days !== null && tech.domain_age_days < 365
        ? say(`Its domain is ${tech.domain_age_days} days old.`, 'tech')
        : null,
  },
  {
    id: 'tls_ends',
    side: 'threats',
    judge: ({ trust }) =>
      (trust.tls?.days_left ?? 99) < 14 ? say(`Its certificate ends in ${trust.tls?.days_left} days.`, 'trust') : null,
  },
]
