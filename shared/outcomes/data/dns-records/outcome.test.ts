import { describe, expect, test } from 'vitest'

import { fakeDns, type DnsSaid } from '#test/support/fakes/fake-dns.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { dnsRecords } from './outcome.ts'

async function run(input: Record<string, unknown>, zone: Record<string, DnsSaid> = {}) {
  const dns = fakeDns(zone)
  // Safe: the outcome's own schema made it.
  const answer = (await dnsRecords.run(input, fakeContext({ dns }))) as Record<string, unknown>
  return { answer, asked: dns.asked }
}
const refusal = (domain: string) => {
  try {
    dnsRecords.check?.({ domain })
    return null
  } catch (error) {
    return error
  }
}

describe('dns-records: the records of a domain', () => {
  const ZONE: Record<string, DnsSaid> = {
    'example.com A': ['93.184.216.34'],
    'example.com NS': ['a.iana-servers.net', 'b.iana-servers.net'],
    'example.com MX': [
      { value: 'mx2.e.test', priority: 20 },
      { value: 'aspmx.l.google.com', priority: 1 },
    ],
    'example.com TXT': ['v=spf1 include:_spf.google.com ~all', 'google-site-verification=abc'],
    'example.com DS': ['31589 8 2 CDE0'],
    '_dmarc.example.com TXT': ['v=DMARC1; p=reject; pct=50; rua=mailto:a@e.test,mailto:b@e.test'],
    '_mta-sts.example.com TXT': ['v=STSv1; id=1'],
  }

  test('come by type, with what they say of mail and of the signature', async () => {
    const { answer, asked } = await run({ domain: 'example.com' }, ZONE)
    expect(answer).toMatchObject({
      domain: 'example.com',
      exists: true,
      records: {
        A: [{ value: '93.184.216.34', ttl: 300 }],
        AAAA: [],
        NS: [{ value: 'a.iana-servers.net' }, { value: 'b.iana-servers.net' }],
        MX: [
          { value: 'aspmx.l.google.com', priority: 1 },
          { value: 'mx2.e.test', priority: 20 },
        ].toReversed(),
      },
      mail: {
        mx_count: 2,
        provider: 'google',
        null_mx: false,
        spf: { all: '~all', lookups: 1, valid: true, problem: null },
        dmarc: {
          policy: 'reject',
          pct: 50,
          rua: ['mailto:a@e.test', 'mailto:b@e.test'],
          found_at: '_dmarc.example.com',
        },
        mta_sts: true,
      },
      dnssec: { signed: true, ad_flag: false },
      errors: [],
      resolver: 'https://cloudflare.example/dns-query',
      source: { name: 'cloudflare', cached: false },
    })
    // Eight types, the DS, and two names for mail: each once.
    expect(new Set(asked).size).toBe(asked.length)
    expect(asked).toHaveLength(11)
  })

  test('of the types asked for only, and mail is read all the same', async () => {
    const { answer } = await run({ domain: 'example.com', types: ['A', 'A'] }, ZONE)
    expect(answer).toMatchObject({ records: { A: [{ value: '93.184.216.34' }] }, mail: { mx_count: 2 } })
    expect(Object.keys(answer['records'] as object)).toEqual(['A'])
  })

  test('of an international name are asked by its A-labels', async () => {
    expect((await run({ domain: 'münchen.de' })).answer['domain']).toBe('xn--mnchen-3ya.de')
  })

  test('of a name that does not exist are none, and that is said', async () => {
    const gone = Object.fromEntries(
      ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'TXT', 'SOA', 'CAA', 'DS'].map((type) => [
        `e.test ${type}`,
        { rcode: 'NXDOMAIN' },
      ]),
    )
    expect((await run({ domain: 'e.test' }, gone)).answer).toMatchObject({
      exists: false,
      records: { A: [] },
      errors: [],
    })
  })

  test('that one type could not be had of are the rest, and the type is named', async () => {
    const { answer } = await run(
      { domain: 'e.test' },
      { 'e.test CAA': { rcode: 'SERVFAIL' }, 'e.test TXT': 'timeout', 'e.test A': ['192.0.2.1'] },
    )
    expect(answer).toMatchObject({
      exists: true,
      records: { A: [{ value: '192.0.2.1' }], TXT: [], CAA: [] },
      errors: [
        { type: 'TXT', rcode: 'NO_ANSWER' },
        { type: 'CAA', rcode: 'SERVFAIL' },
      ],
    })
  })

  test('that were not told say nothing of mail: no policy is not the same as no answer', async () => {
    const { answer } = await run(
      { domain: 'e.test', types: ['A'] },
      {
        'e.test A': ['192.0.2.1'],
        'e.test MX': 'timeout',
        'e.test TXT': 'timeout',
        'e.test DS': { rcode: 'SERVFAIL' },
        '_dmarc.e.test TXT': 'timeout',
        '_mta-sts.e.test TXT': { rcode: 'SERVFAIL' },
      },
    )
    expect(answer).toMatchObject({
      mail: { mx_count: null, provider: null, null_mx: null, spf: null, dmarc: null, mta_sts: null },
      dnssec: { signed: null },
    })
    expect(answer['errors']).toEqual([
      { name: 'e.test', type: 'MX', rcode: 'NO_ANSWER' },
      { name: 'e.test', type: 'TXT', rcode: 'NO_ANSWER' },
      { name: 'e.test', type: 'DS', rcode: 'SERVFAIL' },
      { name: '_dmarc.e.test', type: 'TXT', rcode: 'NO_ANSWER' },
      { name: '_mta-sts.e.test', type: 'TXT', rcode: 'SERVFAIL' },
    ])
  })

  test('cost nothing when no resolver answers', async () => {
    const down = Object.fromEntries(['A', 'MX', 'TXT', 'DS'].map((type) => [`e.test ${type}`, 'timeout' as const]))
    await expect(run({ domain: 'e.test', types: ['A'] }, down)).rejects.toMatchObject({ code: 'upstream_unavailable' })
  })
})

describe('dns-records: mail', () => {
  const spf = async (...texts: string[]) => {
    const { answer } = await run({ domain: 'e.test' }, { 'e.test TXT': texts })
    return (answer['mail'] as { spf: unknown }).spf
  }

  test('the example of the catalog: an include is one lookup', async () => {
    expect(await spf('v=spf1 include:_spf.google.com ~all')).toMatchObject({ all: '~all', lookups: 1, valid: true })
  })

  test.each([
    ['v=spf1 a mx ptr exists:%{i}.e.test include:a.test redirect=b.test', 6, true, null],
    ['v=spf1 ip4:192.0.2.0/24 ip6:2001:db8::/32 -all', 0, true, '-all'],
    ['v=spf1 a:mail.e.test/24 mx/28 +all', 2, true, '+all'],
    [`v=spf1 ${Array.from({ length: 11 }, (_, index) => `include:s${index}.test`).join(' ')} -all`, 11, false, '-all'],
    ['v=spf1 ip4:192.0.2.1 all.', 0, false, null],
  ])('%s has its lookups counted', async (record, lookups, valid, all) => {
    expect(await spf(record)).toMatchObject({ lookups, valid, all })
  })

  test('two SPF records are an error, none is none', async () => {
    expect(await spf('v=spf1 -all', 'v=spf1 ~all')).toMatchObject({
      valid: false,
      problem: expect.stringContaining('2 SPF'),
    })
    expect(await spf('v=spf10', 'other')).toMatchObject({ record: null, valid: false })
  })

  test('a policy of the organisation stands for what lies under it', async () => {
    const { answer } = await run({ domain: 'shop.e.co.uk' }, { '_dmarc.e.co.uk TXT': ['v=DMARC1; p=none'] })
    expect(answer).toMatchObject({ mail: { dmarc: { policy: 'none', pct: 100, found_at: '_dmarc.e.co.uk' } } })
  })

  test('a null MX is no mail server', async () => {
    const { answer } = await run({ domain: 'e.test' }, { 'e.test MX': [{ value: '.', priority: 0 }] })
    expect(answer).toMatchObject({ mail: { mx_count: 0, null_mx: true, provider: null } })
  })
})

describe('dns-records: what is no public domain', () => {
  test.each(['a..b', '127.0.0.1', 'http://e.test', 'a b', '-x.test'])('%s is a wrong field', (domain) => {
    expect(refusal(domain)).toMatchObject({ code: 'validation_error' })
  })

  test.each(['localhost', 'db', 'printer.local', 'metadata.google.internal', '1.0.0.10.in-addr.arpa'])(
    '%s is not looked up',
    (domain) => expect(refusal(domain)).toMatchObject({ code: 'url_not_allowed' }),
  )

  test('types that are not read are a wrong field', () => {
    expect(dnsRecords.input.safeParse({ domain: 'e.test', types: ['ANY'] }).success).toBe(false)
    expect(dnsRecords.input.safeParse({ domain: 'e.test', types: [] }).success).toBe(false)
  })
})
