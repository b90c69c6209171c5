import { gradeSecurity } from '#shared/engines/response/grade-security.ts'
import type { SiteFacts } from '../collect/collect-site.ts'
import type { CheckCode } from './checks.rules.ts'
import { hit, type Hit, keepHits } from './hit.ts'
import { finalUrlOf, headersOf } from './site-headers.ts'

type HeaderCheck = { header: string; present: boolean; value: string | null; verdict: string; advice: string | null }

/** The check of ours that a verdict of the http-headers outcome stands for. */
const CODES: Readonly<Record<string, Readonly<Record<string, CheckCode>>>> = {
  'strict-transport-security': { missing: 'hsts_missing', weak: 'hsts_short' },
  'content-security-policy': { missing: 'csp_missing', weak: 'csp_unsafe' },
  'x-frame-options': { missing: 'clickjacking', weak: 'clickjacking' },
  'x-content-type-options': { missing: 'nosniff_missing', weak: 'nosniff_missing' },
  'referrer-policy': { missing: 'referrer_policy_missing', weak: 'referrer_policy_missing' },
  'permissions-policy': { missing: 'permissions_policy_missing', weak: 'permissions_policy_missing' },
}

/** What the response headers leave open, by the same judgement as the http-headers outcome. */
export function checkHeaders(facts: SiteFacts): Hit[] {
  const checks = headerChecksOf(facts)
  if (checks === null) return []
  const metaCsp = facts.pages[0]?.html?.metaCsp ?? null
  const hits = checks.map((check) => {
    const isInPage = check.header === 'content-security-policy' && check.verdict === 'missing' && metaCsp !== null
    return hitOf(isInPage ? policyInPage(metaCsp) : check, facts)
  })
  return keepHits(...hits, disclosed(facts))
}

/** As the http-headers part judged them, else as its judgement sees the start page; null when neither came. */
export function headerChecksOf(facts: SiteFacts): readonly HeaderCheck[] | null {
  const header = headersOf(facts)
  if (facts.headers !== null || header === null) return facts.headers?.security.checks ?? null
  const valuesOf = (name: string) => [header(name) ?? []].flat()
  return gradeSecurity({ isHttps: finalUrlOf(facts).startsWith('https:'), valuesOf, cookies: [] }).checks
}

function hitOf({ header, value, verdict }: HeaderCheck, facts: SiteFacts): Hit | null {
  const code = CODES[header]?.[verdict]
  if (code === undefined) return null
  if (value !== null) return hit(code, `${header}: ${value.slice(0, 300)}`)
  const isPlain = header === 'strict-transport-security' && finalUrlOf(facts).startsWith('http:')
  return hit(code, isPlain ? 'The site answers over plain http, where HSTS has no effect.' : `No ${header} was sent.`)
}

/** A policy in a meta element counts like one that was sent, but for framing. */
function policyInPage(policy: string): HeaderCheck {
  const valuesOf = (name: string) => (name === 'content-security-policy' ? [policy] : [])
  const { checks } = gradeSecurity({ isHttps: true, valuesOf, cookies: [] })
  const none = { header: '', present: false, value: null, verdict: 'good', advice: null }
  return checks.find(({ header }) => header === 'content-security-policy') ?? none
}

function disclosed(facts: SiteFacts): Hit | null {
  const header = headersOf(facts)
  const named = ['server', 'x-powered-by', 'x-aspnet-version'].flatMap((name) => {
    const value = header?.(name) ?? null
    return value !== null && /\d+\.\d+/.test(value) ? [`${name}: ${value.slice(0, 80)}`] : []
  })
  return named.length === 0 ? null : hit('version_disclosed', named.join(' · '))
}
