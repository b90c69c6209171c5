/** What a domain's SPF record says (RFC 7208); `problem` is why it is not valid. */
export type Spf = { record: string | null; all: string | null; lookups: number; valid: boolean; problem: string | null }

/** What a DMARC record says (RFC 7489). */
export type Dmarc = {
  record: string | null
  policy: string | null
  pct: number | null
  rua: string[]
  found_at: string | null
}

const LOOKUP_LIMIT = 10
const ALL = /^[+?~-]?all$/i
const MECHANISM =
  /^[+?~-]?(?:all|(?:include|exists):\S+|(?:a|mx)(?:[:/]\S+)?|ptr(?::\S+)?|ip4:[\d./]+|ip6:[\da-f:./]+)$/i
const MODIFIER = /^[a-z][a-z0-9_.-]*=\S*$/i
/** Terms that cost a DNS lookup of whoever checks. */
const LOOKS_UP = /^[+?~-]?(?:include:|exists:|a(?:[:/]|$)|mx(?:[:/]|$)|ptr(?::|$))|^redirect=/i

/**
 * Reads the SPF record among TXT records. Lookups are those of the record itself; those of what it includes come on top
 * and are not followed. Two records are an error for every receiver (RFC 7208, 4.5).
 */
export function readSpf(texts: readonly string[]): Spf {
  const records = texts.filter((text) => /^v=spf1(?: |$)/i.test(text))
  const [record] = records
  if (record === undefined) return { record: null, all: null, lookups: 0, valid: false, problem: 'no SPF record' }
  const terms = record
    .split(/\s+/)
    .slice(1)
    .filter((term) => term !== '')
  const all = terms.find((term) => ALL.test(term)) ?? null
  const lookups = terms.filter((term) => LOOKS_UP.test(term)).length
  const odd = terms.find((term) => !MECHANISM.test(term) && !MODIFIER.test(term))
  const problem =
    records.length > 1
      ? `${records.length} SPF records; receivers take that for an error`
      : odd !== undefined
        ? `the term ${odd.slice(0, 60)} is none of SPF`
        : lookups > LOOKUP_LIMIT
          ? `${lookups} DNS lookups; receivers give up after ${LOOKUP_LIMIT}`
          : null
  return { record, all: all?.toLowerCase() ?? null, lookups, valid: problem === null, problem }
}

/** Reads the DMARC record among TXT records of `name`; without one everything is null. */
export function readDmarc(texts: readonly string[], name: string): Dmarc {
  const record = texts.find((text) => /^v=DMARC1\s*(?:;|$)/i.test(text))
  if (record === undefined) return { record: null, policy: null, pct: null, rua: [], found_at: null }
  const tags = new Map(
    record.split(';').flatMap((part): [string, string][] => {
      const at = part.indexOf('=')
      return at < 0 ? [] : [[part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()]]
    }),
  )
  const policy = tags.get('p')?.toLowerCase() ?? ''
  const pct = Number(tags.get('pct') ?? 100)
  return {
    record,
    policy: ['none', 'quarantine', 'reject'].includes(policy) ? policy : null,
    pct: Number.isInteger(pct) && pct >= 0 && pct <= 100 ? pct : null,
    rua: (tags.get('rua') ?? '')
      .split(',')
      .map((uri) => uri.trim().slice(0, 300))
      .filter((uri) => uri !== ''),
    found_at: name,
  }
}

/** Whether these TXT records of `_mta-sts.` announce MTA-STS (RFC 8461). */
export const announcesMtaSts = (texts: readonly string[]): boolean => texts.some((text) => /^v=STSv1\s*;/i.test(text))
