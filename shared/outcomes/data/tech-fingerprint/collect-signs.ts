import { isIP } from 'node:net'

import { decodeText } from '#shared/engines/page/decode-text.ts'
import { Refusal } from '#shared/errors.ts'
import { dnsName, isPrivateName } from '#shared/lib/network/dns-name.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'
import type { EgressAnswer } from '#shared/doors/egress.ts'

import type { SiteSigns } from '#shared/engines/tech/match-technologies.ts'

type Doors = Pick<OutcomeContext, 'egress' | 'dns' | 'compute' | 'signal'>

const PAGE_MS = 9_000
const FILE_MS = 3_500
const DNS_MS = 4_000
const MAX_PAGE_BYTES = 3 * 1024 * 1024
const SCRIPT_BYTES = 200_000
const MOST_SCRIPTS = 5

export type Collected = { page: EgressAnswer; signs: SiteSigns; notes: string[] }

/**
 * Gathers what a site shows: its page, up to five of its own scripts, robots.txt and the DNS records of its domain; what is
 * independent is fetched together. Only the page has to answer.
 */
export async function collectSigns(url: string, includeDns: boolean, doors: Doors): Promise<Collected> {
  const { egress, compute, signal } = doors
  const notes: string[] = []
  const fetching = egress.fetch(url, {
    accept: 'text/html, application/xhtml+xml;q=0.9, */*;q=0.5',
    headers: { 'accept-language': 'en, *;q=0.5' },
    maxBytes: MAX_PAGE_BYTES,
    maxWireBytes: MAX_PAGE_BYTES,
    overflow: 'truncate',
    inspect: true,
    timeoutMs: PAGE_MS,
    signal,
  })
  const records = includeDns ? askRecords(new URL(url).hostname, doors, notes) : Promise.resolve({})
  // Whatever becomes of the page, nobody waits for these alone.
  records.catch(() => undefined)
  const page = await fetching
  const isHtml = /html/.test(page.contentType) || page.contentType === ''
  const signs = isHtml
    ? await compute('readSigns', { bytes: page.body, charset: page.charset, url: page.url }, { signal })
    : { html: '', meta: [], urls: [], scripts: [], code: '' }
  const { origin } = new URL(page.url)
  const own = [...new Set(signs.scripts)].filter((script) => new URL(script).origin === origin).slice(0, MOST_SCRIPTS)
  const [robots, scriptTexts, dns] = await Promise.all([
    fetchText(`${origin}/robots.txt`, doors),
    Promise.all(own.map((script) => fetchText(script, doors))),
    records,
  ])
  return {
    page,
    notes,
    signs: {
      url: page.url,
      page: signs,
      headers: Object.fromEntries(Object.entries(page.headers).map(([name, value]) => [name, [value].flat()])),
      cookies: [page.headers['set-cookie'] ?? []].flat().map((cookie) => (cookie.split('=')[0] ?? '').trim()),
      scriptTexts: scriptTexts.flatMap((text) => text ?? []),
      robots,
      dns,
      issuer: page.connection?.tls?.issuer ?? null,
    },
  }
}

/** The beginning of a file of the site; null where it cannot be had or is a page. */
async function fetchText(url: string, { egress, signal }: Doors): Promise<string | null> {
  try {
    const file = await egress.fetch(url, {
      maxBytes: SCRIPT_BYTES,
      maxWireBytes: SCRIPT_BYTES,
      overflow: 'truncate',
      maxRedirects: 3,
      timeoutMs: FILE_MS,
      signal,
    })
    if (file.status !== 200 || /html/.test(file.contentType)) return null
    return decodeText(file.body, file.charset).text.slice(0, SCRIPT_BYTES)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** MX, NS and TXT of the registrable domain. */
async function askRecords(host: string, { dns, signal }: Doors, notes: string[]): Promise<SiteSigns['dns']> {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  const name = isIP(bare) === 0 ? dnsName(host) : null
  if (name === null || isPrivateName(name)) return {}
  const { getDomain } = await import('tldts')
  const domain = getDomain(name, { allowPrivateDomains: false }) ?? name
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(DNS_MS)])
  const ask = async (type: 'MX' | 'NS' | 'TXT'): Promise<string[]> => {
    try {
      const { answers } = await dns.ask({ name: domain, type }, bounded)
      return answers.filter((record) => record.type === type).map(({ value }) => value)
    } catch (error) {
      if (!(error instanceof Refusal) && (signal.aborted || !bounded.aborted)) throw error
      notes.push(`DNS did not answer for ${type}.`)
      return []
    }
  }
  const [MX, NS, TXT] = await Promise.all([ask('MX'), ask('NS'), ask('TXT')])
  return { MX, NS, TXT }
}
