import { type CompanySite, pagesOf } from '#shared/engines/company/crawl/company-site.ts'
import type { Pricing } from '#shared/engines/company/pricing/read-pricing.ts'
import type { Said, Teardown } from './teardown-report.ts'

const CTA =
  /\b(?:start|try|sign up|get|book|request|schedule|buy|order|subscribe|contact|talk|join|download|demo|kostenlos|testen|anfragen)\b/i
const SELF_SERVE =
  /\b(?:start (?:for )?free|sign up|get started|try (?:it |for )?(?:free|now)|create (?:an )?account|buy now|free trial|jetzt testen|kostenlos)\b/i
const SALES_LED =
  /\b(?:book|request|schedule|get) (?:a |your )?demo\b|\b(?:contact|talk to) (?:sales|us|an expert)\b|\bget a quote\b/i
const TRIAL =
  /\b(?:\d{1,3}[- ]days?\s(?:free\s)?trial|free trial|try (?:it )?(?:for )?free for \d{1,3} days|kostenlos testen)\b/i
const DEMO =
  /\b(?:book|request|schedule|get|watch|see) (?:a |an |the |your )?(?:live |product |free |interactive )?demo\b/i
const MOST_CTAS = 12
const MOST_INTEGRATIONS = 30

/** How a visitor becomes a customer, by buttons and sentences of the site. */
export function readFunnel(site: CompanySite, pricing: Pricing | null): Teardown['funnel'] {
  const buttons = [...new Set(site.pages.flatMap((page) => page.buttons))]
  const links = site.pages.flatMap((page) => page.links.map(({ text }) => text).filter((text) => text.length < 40))
  const words = [...new Set([...buttons, ...links])]
  const selfServe = words.filter((text) => SELF_SERVE.test(text))
  const salesLed = words.filter((text) => SALES_LED.test(text))
  const hasForm = site.pages.some(({ forms }) => forms.password)
  const isSelf = selfServe.length > 0 || hasForm
  const isSales = salesLed.length > 0 || pricing?.model === 'on_request'
  const both = isSelf && isSales ? 'mixed' : null
  const pages = pagesOf(site, 'integrations')
  return {
    ctas: words.filter((text) => CTA.test(text) && text.length < 40).slice(0, MOST_CTAS),
    signup_friction: both ?? (isSelf ? 'self_serve' : isSales ? 'sales_led' : 'unknown'),
    signup_basis: [
      ...selfServe.slice(0, 3),
      ...salesLed.slice(0, 3),
      ...(hasForm ? ['a form that asks for a password'] : []),
    ],
    trial: firstSaid('trial', site, TRIAL),
    demo: firstSaid('demo', site, DEMO),
    integrations: {
      page: pages[0]?.url ?? null,
      named: [
        ...new Set(
          pages.flatMap((page) =>
            page.blocks.filter(({ level, text }) => level >= 2 && text.length < 40).map(({ text }) => text),
          ),
        ),
      ].slice(0, MOST_INTEGRATIONS),
    },
  }
}

function firstSaid(id: string, site: CompanySite, pattern: RegExp): Said | null {
  for (const page of site.pages) {
    const text = [...page.blocks.map((block) => block.text), ...page.buttons].find((one) => pattern.test(one))
    if (text !== undefined) return { id, text: text.slice(0, 240), source_url: page.url }
  }
  return null
}
