/** What is known of the registration of a domain; null where the registry does not say. */
export type Registration = {
  registered: boolean
  registrar: { name: string | null; ianaId: string | null; abuseEmail: string | null } | null
  createdAt: string | null
  updatedAt: string | null
  expiresAt: string | null
  /** EPP status codes in camelCase. */
  status: string[]
  nameservers: string[]
  dnssec: boolean | null
  registrant: Registrant
  /** A registrar's own RDAP server has more; its URL. */
  more: string | null
}

export type Registrant = {
  /** `not_given`: the registry says nothing of one, neither shown nor redacted. */
  state: 'shown' | 'redacted' | 'not_given'
  organization: string | null
  country: string | null
  /** What shows the redaction: the registry's own words or a privacy service's name. */
  evidence: string | null
}

export const UNREGISTERED: Registration = {
  registered: false,
  registrar: null,
  createdAt: null,
  updatedAt: null,
  expiresAt: null,
  status: [],
  nameservers: [],
  dnssec: null,
  registrant: { state: 'not_given', organization: null, country: null, evidence: null },
  more: null,
}

/** Words of registries and privacy services in place of a registrant. */
const REDACTED =
  /redacted|withheld for privacy|not disclosed|data protected|privacy|proxy|whoisguard|identity protect|statutory masking|gdpr|hidden upon|contact privacy|domains by proxy|perfect privacy|anonymi[sz]ed|non-public data/i

/** Whether a registrant's name stands for nobody. */
export const isRedacted = (text: string): boolean => REDACTED.test(text)

/** `client transfer prohibited` and `clientTransferProhibited https://icann.org/epp#…` as EPP writes it. */
export function eppStatus(text: string): string {
  const [words = ''] = text.trim().split(/\s+https?:|\s*\(/)
  const known = RDAP_WORDS[words.toLowerCase()]
  if (known !== undefined) return known
  if (!/[\s_-]/.test(words)) return words
  return words
    .toLowerCase()
    .split(/[\s_-]+/)
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('')
}

/** RFC 8056: where RDAP's word is not EPP's. */
const RDAP_WORDS: Readonly<Record<string, string>> = {
  active: 'ok',
  associated: 'linked',
  'add period': 'addPeriod',
  'redemption period': 'redemptionPeriod',
  'pending delete': 'pendingDelete',
}
