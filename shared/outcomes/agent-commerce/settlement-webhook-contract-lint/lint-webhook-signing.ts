import type { WebhookReport } from './lint-webhook-url.ts'

export type Signing = {
  header: string | null
  scheme_guess: 'standard-webhooks' | 'stripe-like' | 'plain-digest' | 'unknown' | null
  timestamp_signed: boolean | null
  secret_present: boolean | null
}

type Scheme = { header: RegExp; value: RegExp; guess: Signing['scheme_guess']; timestamp: boolean }

/** By header name, or by the form of a value where one was sent along. */
const SCHEMES: readonly Scheme[] = [
  { header: /^(?:webhook|svix)-signature$/, value: /^v1a?,[\w+/=-]+/, guess: 'standard-webhooks', timestamp: true },
  {
    header: /^(?:stripe-signature|x-(?:paddle|moonpay|coinbase|cc-webhook)-signature(?:-v2)?|paddle-signature)$/,
    value: /(?:^|,)t(?:s)?=\d+[,;]/,
    guess: 'stripe-like',
    timestamp: true,
  },
  {
    header: /signature|hmac|digest|-sig$/,
    value: /^(?:sha\d+=)?(?:[0-9a-f]{40,128}|[\w+/-]{27,88}={0,2})$/i,
    guess: 'plain-digest',
    timestamp: false,
  },
]

/** How events are signed, from the name of the header or a whole "name: value" line. The value is never repeated. */
export function lintWebhookSigning(
  report: WebhookReport,
  line: string | undefined,
  hasSecret: boolean | undefined,
): Signing {
  const secret_present = hasSecret ?? null
  if (hasSecret === false) report.add('WH_NO_SECRET', '/hmac_secret_present')
  if (line === undefined || line.trim() === '') {
    report.add('WH_NOT_SIGNED', '/hmac_header')
    return { header: null, scheme_guess: null, timestamp_signed: null, secret_present }
  }
  if (hasSecret === undefined) report.add('WH_SECRET_NOT_TOLD', '/hmac_secret_present')
  const colon = line.indexOf(':')
  const header = (colon === -1 ? line : line.slice(0, colon)).trim()
  const value = colon === -1 ? '' : line.slice(colon + 1).trim()
  if (!/^[!#$%&'*+.^_`|~\w-]{1,100}$/.test(header)) {
    report.add('WH_HEADER_NAME', '/hmac_header')
    return { header: null, scheme_guess: null, timestamp_signed: null, secret_present }
  }
  const name = header.toLowerCase()
  if (value.startsWith('whsec_')) report.add('WH_SECRET_IN_HEADER', '/hmac_header')
  const digest = /^(sha1|md5)=/i.exec(value)?.[1] ?? (name === 'x-hub-signature' ? 'sha1' : null)
  if (digest !== null) report.add('WH_WEAK_DIGEST', '/hmac_header', { digest: digest.toLowerCase() })
  const scheme =
    (value === '' ? undefined : SCHEMES.find((known) => known.value.test(value))) ??
    SCHEMES.find((known) => known.header.test(name))
  if (scheme === undefined) {
    report.add('WH_SCHEME_UNKNOWN', '/hmac_header', { header })
    return { header, scheme_guess: 'unknown', timestamp_signed: null, secret_present }
  }
  if (!scheme.timestamp) report.add('WH_REPLAY', '/hmac_header')
  return { header, scheme_guess: scheme.guess, timestamp_signed: scheme.timestamp, secret_present }
}
