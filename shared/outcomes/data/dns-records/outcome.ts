import { z } from 'zod'

import { ASKABLE_TYPES } from '#shared/lib/network/dns-record-types.rules.ts'
import { invalidFields } from '#shared/errors.ts'
import { dnsName, isPrivateName, nameNotAsked } from '#shared/lib/network/dns-name.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import { dnsSource } from '#shared/outcomes/lib/dns-source.ts'
import { Source } from '#shared/outcomes/lib/source.ts'
import example from './example.json' with { type: 'json' }

const Record = z.object({ value: z.string(), ttl: z.int(), priority: z.int().optional() })

/** One resolver, all types side by side; dns-lookup asks one type of several resolvers. */
export const dnsRecords = defineOutcome({
  slug: 'dns-records',
  title: 'DNS records',
  description: 'All common DNS records of a domain with mail-authentication reading.',
  cents: 1,
  impulse: true,
  timeoutMs: 12_000,
  types: {
    takes: { domain: 'domain', types: 'dns-type[]' },
    gives: { records: 'json', mail: 'json' },
    also: {
      'records.A.0.value': 'ip',
      'records.AAAA.0.value': 'ip',
      'records.MX.0.value': 'domain',
      'records.NS.0.value': 'domain',
    },
  },
  input: () =>
    z.object({
      domain: z.string().min(1).max(253).describe('domain name (IDN accepted)'),
      types: z
        .array(z.enum(ASKABLE_TYPES))
        .min(1)
        .max(ASKABLE_TYPES.length)
        .default(['A', 'AAAA', 'CNAME', 'MX', 'NS', 'TXT', 'SOA', 'CAA'])
        .describe('record types'),
    }),
  output: () =>
    z.object({
      source: Source,
      as_of: z.string().nullable().describe('when the resolver answered, ISO 8601'),
      domain: z.string().describe('A-label form'),
      exists: z.boolean().describe('false on NXDOMAIN'),
      records: z.record(z.string(), z.array(Record)).describe('by type; ttl in seconds as the resolver counts it down'),
      mail: z.object({
        mx_count: z.int().nullable().describe('null, here as below: the question was not answered; errors has it'),
        provider: z.string().nullable(),
        null_mx: z.boolean().nullable().describe('the domain says that it takes no mail (RFC 7505)'),
        spf: z
          .object({
            record: z.string().nullable(),
            all: z.string().nullable(),
            lookups: z.int().describe('of the record itself; those of what it includes come on top'),
            valid: z.boolean(),
            problem: z.string().nullable(),
          })
          .nullable(),
        dmarc: z
          .object({
            record: z.string().nullable(),
            policy: z.string().nullable(),
            pct: z.int().nullable(),
            rua: z.array(z.string()),
            found_at: z.string().nullable(),
          })
          .nullable(),
        mta_sts: z.boolean().nullable(),
      }),
      dnssec: z.object({
        signed: z.boolean().nullable().describe('the parent zone has a DS record'),
        ad_flag: z.boolean().describe('the resolver says that it validated'),
      }),
      errors: z
        .array(z.object({ name: z.string(), type: z.string(), rcode: z.string() }))
        .describe('questions that were not answered: of them nothing is known'),
      resolver: z.string().describe('endpoint used'),
    }),
  example: exampleFrom(example),
  check({ domain }) {
    const name = dnsName(domain)
    if (name === null) {
      throw invalidFields({ path: ['domain'], msg: 'Value error, this is no domain name', input: domain })
    }
    if (isPrivateName(name)) throw nameNotAsked()
  },
  async run({ domain: given, types }, { dns, signal }) {
    const [{ getDomain }, { collectRecords }] = await Promise.all([import('tldts'), import('./collect-records.ts')])
    const domain = dnsName(given) ?? given
    const organization = getDomain(domain, { allowPrivateDomains: false }) ?? domain
    const {
      lead,
      resolvers: _,
      ...found
    } = await collectRecords(domain, organization, [...new Set(types)], {
      dns,
      signal,
    })
    return { source: dnsSource(lead), as_of: lead.retrievedAt, domain, ...found, resolver: lead.endpoint }
  },
})
