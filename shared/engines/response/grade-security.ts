/** One security header, judged. */
export type HeaderCheck = {
  header: string
  present: boolean
  value: string | null
  verdict: 'good' | 'weak' | 'missing' | 'not_applicable'
  advice: string | null
}

export type SecurityGrade = {
  grade: 'A' | 'B' | 'C' | 'D' | 'F'
  score: number
  /** Points deducted from 100, with reasons; the complete list. */
  deductions: { points: number; reason: string }[]
  checks: HeaderCheck[]
}

const GRADES = [
  ['A', 90],
  ['B', 75],
  ['C', 60],
  ['D', 45],
] as const
const HALF_A_YEAR_S = 15_768_000

/**
 * Grades an answer's security headers by points: 100 less 20 without HSTS (a plain-HTTP page has none), 25 without a
 * CSP, 20 for one that lets inline or evaluated scripts run, 20 without a defence against framing, 5 without nosniff and
 * 20 for a cookie without Secure. A from 90, B 75, C 60, D 45, else F.
 */
export function gradeSecurity(answer: {
  isHttps: boolean
  /** All values of a header, in order. */
  valuesOf: (name: string) => readonly string[]
  cookies: readonly { secure: boolean }[]
}): SecurityGrade {
  const { isHttps, valuesOf, cookies } = answer
  const policies = valuesOf('content-security-policy')
    .flatMap((value) => value.split(','))
    .map(parsePolicy)
  const checks = [
    checkHsts(isHttps, valuesOf('strict-transport-security')),
    checkCsp(valuesOf('content-security-policy'), policies, valuesOf('content-security-policy-report-only')),
    checkFraming(valuesOf('x-frame-options'), policies),
    checkOne('x-content-type-options', valuesOf, (value) => value.toLowerCase() === 'nosniff', 'Send nosniff.'),
    checkOne(
      'referrer-policy',
      valuesOf,
      (value) => !/unsafe-url|no-referrer-when-downgrade/i.test(lastOf(value)),
      'Send strict-origin-when-cross-origin or stricter.',
    ),
    checkOne(
      'permissions-policy',
      valuesOf,
      (value) => value.includes('='),
      'Switch off the features the page does not use.',
    ),
    checkOne(
      'cross-origin-opener-policy',
      valuesOf,
      (value) => /^(?:same-origin|noopener)/i.test(value),
      'Send same-origin, or same-origin-allow-popups where pop-ups are used.',
    ),
    checkOne(
      'cross-origin-resource-policy',
      valuesOf,
      (value) => /^same-(?:origin|site)$/i.test(value),
      'Send same-origin or same-site unless others embed this.',
    ),
  ] as const
  const [hsts, csp, framing, nosniff] = checks
  const deductions = [
    ...(hsts.verdict === 'missing' ? [{ points: 20, reason: isHttps ? 'no HSTS' : 'plain HTTP, so no HSTS' }] : []),
    ...(csp.verdict === 'missing' ? [{ points: 25, reason: 'no CSP' }] : []),
    ...(csp.verdict === 'weak' ? [{ points: 20, reason: 'CSP lets inline or evaluated scripts run' }] : []),
    ...(framing.verdict === 'missing' ? [{ points: 20, reason: 'no defence against framing' }] : []),
    ...(nosniff.verdict === 'good' ? [] : [{ points: 5, reason: 'no nosniff' }]),
    ...(cookies.some(({ secure }) => !secure) ? [{ points: 20, reason: 'a cookie without Secure' }] : []),
  ]
  const score = Math.max(0, 100 - deductions.reduce((sum, { points }) => sum + points, 0))
  return { grade: GRADES.find(([, from]) => score >= from)?.[0] ?? 'F', score, deductions, checks: [...checks] }
}

function checkHsts(isHttps: boolean, values: readonly string[]): HeaderCheck {
  const header = 'strict-transport-security'
  // Browsers take the first one only (RFC 6797, 8.1), and none over plain HTTP.
  const [value] = values
  if (!isHttps)
    return {
      header,
      present: value !== undefined,
      value: value ?? null,
      verdict: 'missing',
      advice: 'Serve the page over https.',
    }
  const maxAge = Number(/(?:^|;)\s*max-age\s*=\s*"?(\d+)/i.exec(value ?? '')?.[1] ?? 0)
  if (value === undefined || maxAge === 0) {
    return {
      header,
      present: value !== undefined,
      value: value ?? null,
      verdict: 'missing',
      advice: 'Send max-age=31536000; includeSubDomains.',
    }
  }
  const isLong = maxAge >= HALF_A_YEAR_S
  return {
    header,
    present: true,
    value,
    verdict: isLong ? 'good' : 'weak',
    advice: isLong ? null : 'Raise max-age to at least half a year.',
  }
}

type Policy = ReadonlyMap<string, readonly string[]>

function parsePolicy(text: string): Policy {
  const directives = new Map<string, readonly string[]>()
  for (const directive of text.split(';')) {
    const [name = '', ...sources] = directive.trim().split(/\s+/)
    // The first of a name counts (CSP 3, 2.2.1).
    if (name !== '' && !directives.has(name.toLowerCase()))
      directives.set(
        name.toLowerCase(),
        sources.map((word) => word.toLowerCase()),
      )
  }
  return directives
}

function checkCsp(values: readonly string[], policies: readonly Policy[], reportOnly: readonly string[]): HeaderCheck {
  const header = 'content-security-policy'
  if (values.length === 0) {
    const advice = reportOnly.length > 0 ? 'The policy only reports; enforce it.' : "Start with default-src 'self'."
    return { header, present: false, value: null, verdict: 'missing', advice }
  }
  // Every policy has to let a script pass, so one strict policy is enough.
  const isStrict = policies.some((policy) => !letsScriptsIn(policy))
  const advice = isStrict ? null : 'Take unsafe-inline and unsafe-eval out of script-src; use nonces or hashes.'
  return { header, present: true, value: values.join(', '), verdict: isStrict ? 'good' : 'weak', advice }
}

function letsScriptsIn(policy: Policy): boolean {
  const sources = policy.get('script-src') ?? policy.get('default-src')
  if (sources === undefined || sources.includes("'unsafe-eval'")) return true
  // A nonce or a hash makes browsers ignore unsafe-inline (CSP 3, 6.7.3.3).
  const isKeyed = sources.some((source) => /^'(?:nonce-|sha\d+-|strict-dynamic)/.test(source))
  return (
    !isKeyed && (sources.includes("'unsafe-inline'") || sources.some((source) => /^(?:\*|https?:|data:)$/.test(source)))
  )
}

function checkFraming(values: readonly string[], policies: readonly Policy[]): HeaderCheck {
  const header = 'x-frame-options'
  const value = values.length === 0 ? null : values.join(', ')
  const byPolicy = policies.some((policy) => {
    const ancestors = policy.get('frame-ancestors')
    return ancestors !== undefined && !ancestors.some((source) => /^(?:\*|https?:)$/.test(source))
  })
  if (byPolicy) return { header, present: value !== null, value, verdict: 'good', advice: null }
  const isSet = value !== null && /^(?:deny|sameorigin)$/i.test(value.trim())
  const advice = isSet ? null : 'Send DENY or SAMEORIGIN, or frame-ancestors in the CSP.'
  return { header, present: value !== null, value, verdict: isSet ? 'good' : 'missing', advice }
}

function checkOne(
  header: string,
  valuesOf: (name: string) => readonly string[],
  isGood: (value: string) => boolean,
  advice: string,
): HeaderCheck {
  const values = valuesOf(header)
  if (values.length === 0) return { header, present: false, value: null, verdict: 'missing', advice }
  const value = values.join(', ')
  const good = isGood(value.trim())
  return { header, present: true, value, verdict: good ? 'good' : 'weak', advice: good ? null : advice }
}

const lastOf = (list: string) => list.split(',').at(-1) ?? ''
