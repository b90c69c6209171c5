import { z } from 'zod'

import { invalidFields } from '#shared/errors.ts'
import { dnsName, isPrivateName, nameNotAsked } from '#shared/lib/network/dns-name.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import { Source } from '#shared/outcomes/lib/source.ts'
import example from './example.json' with { type: 'json' }

const DAY_MS = 86_400_000
const SOON_DAYS = 30

/** By RDAP at the registry IANA's list names, at the one rdap.org knows, or by WHOIS; never guessed. */
export const rdapWhois = defineOutcome({
  slug: 'rdap-whois',
  title: 'RDAP registration data',
  description: 'Registration facts of a domain from RDAP: dates, registrar, status, name servers, age.',
  cents: 2,
  impulse: true,
  timeoutMs: 15_000,
  types: {
    takes: { domain: 'domain' },
    gives: { created_at: 'iso-date', expires_at: 'iso-date', registrar: 'json' },
    also: {
      'registrar.name': 'company',
      'registrar.abuse_email': 'email',
      updated_at: 'iso-date',
      'nameservers.0': 'domain',
      'registrant.organization': 'company',
    },
  },
  input: () =>
    z.object({
      domain: z.string().min(1).max(253).describe('domain name'),
      fallback_whois: z
        .boolean()
        .default(true)
        .describe('port 43 whois when the TLD has no RDAP, or it does not answer'),
    }),
  output: () =>
    z.object({
      source: Source,
      as_of: z.string().nullable().describe('when the registry was asked, ISO 8601'),
      domain: z.string().describe('registrable domain queried'),
      registered: z.boolean().describe('false: the registry knows no such name'),
      registrar: z
        .object({ name: z.string().nullable(), iana_id: z.string().nullable(), abuse_email: z.string().nullable() })
        .nullable(),
      created_at: z.string().nullable(),
      updated_at: z.string().nullable(),
      expires_at: z.string().nullable(),
      age_days: z.int().nullable(),
      days_to_expiry: z.int().nullable(),
      status: z.array(z.string()).describe('EPP status codes in camelCase'),
      nameservers: z.array(z.string()),
      dnssec: z.boolean().nullable().describe('delegation signed'),
      privacy: z.boolean().nullable().describe('registrant redacted; null: the registry says nothing of a registrant'),
      registrant: z
        .object({
          state: z.enum(['shown', 'redacted', 'not_given']),
          organization: z.string().nullable(),
          country: z.string().nullable(),
          evidence: z.string().nullable().describe('the words that show the redaction'),
        })
        .describe('names and addresses of people are never passed on'),
      flags: z
        .array(z.string())
        .describe('newly_registered, expires_soon, expired, client_hold, server_hold, redemption, pending_delete'),
      protocol: z.enum(['rdap', 'whois']),
      notes: z.array(z.string()),
    }),
  example: exampleFrom(example),
  check({ domain }) {
    const name = dnsName(domain)
    if (name === null) {
      throw invalidFields({ path: ['domain'], msg: 'Value error, this is no domain name', input: domain })
    }
    if (isPrivateName(name)) throw nameNotAsked()
  },
  async run({ domain: given, fallback_whois: mayWhois }, { upstreams, egress, whois, signal, now }) {
    const [{ getDomain }, { lookUpDomain }] = await Promise.all([import('tldts'), import('./look-up-domain.ts')])
    const domain = getDomain(dnsName(given) ?? '', { allowPrivateDomains: false })
    if (domain === null) {
      throw invalidFields({ path: ['domain'], msg: 'Value error, a suffix is no registrable domain', input: given })
    }
    const { registration, protocol, source, notes } = await lookUpDomain(domain, mayWhois, {
      upstreams,
      egress,
      whois,
      signal,
    })
    const { registrar, createdAt, updatedAt, expiresAt, status, registrant } = registration
    const daysFrom = (from: string, to: Date) => Math.floor((to.getTime() - Date.parse(from)) / DAY_MS)
    const ageDays = createdAt === null ? null : daysFrom(createdAt, now())
    const daysLeft = expiresAt === null ? null : Math.floor((Date.parse(expiresAt) - now().getTime()) / DAY_MS)
    return {
      source,
      as_of: source.fetched_at,
      domain,
      registered: registration.registered,
      registrar:
        registrar === null
          ? null
          : { name: registrar.name, iana_id: registrar.ianaId, abuse_email: registrar.abuseEmail },
      created_at: createdAt,
      updated_at: updatedAt,
      expires_at: expiresAt,
      age_days: ageDays,
      days_to_expiry: daysLeft,
      status,
      nameservers: registration.nameservers,
      dnssec: registration.dnssec,
      privacy: registrant.state === 'not_given' ? null : registrant.state === 'redacted',
      registrant,
      flags: [
        ...(ageDays !== null && ageDays < SOON_DAYS ? ['newly_registered'] : []),
        ...(daysLeft !== null && daysLeft >= 0 && daysLeft < SOON_DAYS ? ['expires_soon'] : []),
        ...(daysLeft !== null && daysLeft < 0 ? ['expired'] : []),
        ...Object.entries(STATUS_FLAGS).flatMap(([word, flag]) => (status.includes(word) ? [flag] : [])),
      ],
      protocol,
      notes,
    }
  },
})

const STATUS_FLAGS: Readonly<Record<string, string>> = {
  clientHold: 'client_hold',
  serverHold: 'server_hold',
  redemptionPeriod: 'redemption',
  pendingDelete: 'pending_delete',
}
