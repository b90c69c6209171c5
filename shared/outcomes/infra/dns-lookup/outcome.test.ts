import { describe, expect, test } from 'vitest'

import { type DnsSaid, fakeDns } from '#test/support/fakes/fake-dns.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { dnsLookup } from './outcome.ts'

async function run(input: Record<string, unknown>, zone: Record<string, DnsSaid> = {}, resolvers?: string[]) {
  const dns = fakeDns(zone, resolvers)
  dnsLookup.check?.(dnsLookup.input.parse(input))
  // Safe: the outcome's own schema made it.
  const answer = (await dnsLookup.run(input, fakeContext({ dns }))) as Record<string, unknown>
  return { answer, asked: dns.asked }
}

test('dns-lookup: an address is asked for its name', async () => {
  const { answer } = await run({ name: '8.8.8.8', type: 'PTR' }, { '8.8.8.8.in-addr.arpa PTR': ['dns.google'] })
  expect(answer).toMatchObject({
    name: '8.8.8.8.in-addr.arpa',
    type: 'PTR',
    rcode: 'NOERROR',
    answers: [{ value: 'dns.google' }],
    consistent: true,
  })
  expect((await run({ name: '2001:4860:4860::8888' })).answer).toMatchObject({ type: 'PTR' })
})

test('dns-lookup: resolvers that agree are consistent, whatever their order and times to live', async () => {
  const { answer } = await run(
    { name: 'e.test' },
    {
      'cloudflare: e.test A': ['192.0.2.1', '192.0.2.2'],
      'google: e.test A': [{ value: '192.0.2.2', ttl: 10 }, '192.0.2.1'],
      'quad9: e.test A': ['192.0.2.1', '192.0.2.2'],
    },
  )
  expect(answer).toMatchObject({ consistent: true, answers: [{ value: '192.0.2.1' }, { value: '192.0.2.2' }] })
})

test('dns-lookup: a resolver that answers otherwise is seen, and the answers of all are given', async () => {
  const { answer } = await run({ name: 'e.test' }, { 'e.test A': ['192.0.2.1'], 'google: e.test A': ['192.0.2.9'] })
  expect(answer).toMatchObject({
    consistent: false,
    answers: [{ value: '192.0.2.1' }, { value: '192.0.2.9' }],
    by_resolver: [
      { resolver: 'cloudflare', values: ['192.0.2.1'] },
      { resolver: 'google', values: ['192.0.2.9'] },
      { resolver: 'quad9', values: ['192.0.2.1'] },
    ],
  })
})

test('dns-lookup: a resolver that does not answer is named and judged by nobody', async () => {
  const { answer } = await run({ name: 'e.test' }, { 'e.test A': ['192.0.2.1'], 'quad9: e.test A': 'timeout' })
  expect(answer).toMatchObject({
    consistent: true,
    by_resolver: [{ rcode: 'NOERROR' }, { rcode: 'NOERROR' }, { resolver: 'quad9', rcode: 'TIMEOUT', values: [] }],
  })
})

test('dns-lookup: a name that some know and some do not is inconsistent, and the answer leads', async () => {
  const { answer } = await run(
    { name: 'new.e.test' },
    { 'new.e.test A': { rcode: 'NXDOMAIN' }, 'google: new.e.test A': ['192.0.2.1'] },
  )
  expect(answer).toMatchObject({ rcode: 'NOERROR', consistent: false, source: { name: 'google' } })
})

test('dns-lookup: aliases are shown in their order, with priorities before values', async () => {
  const { answer } = await run(
    { name: 'www.e.test', type: 'MX' },
    {
      'www.e.test MX': [
        { value: 'e.test', type: 'CNAME' },
        { name: 'e.test', value: 'mx.e.test', priority: 10 },
      ],
    },
  )
  expect(answer).toMatchObject({
    cname_chain: ['e.test'],
    answers: [
      { name: 'www.e.test', type: 'CNAME', value: 'e.test' },
      { name: 'e.test', type: 'MX', value: '10 mx.e.test' },
    ],
    by_resolver: [{ values: ['10 mx.e.test'] }, {}, {}],
  })
})

test('dns-lookup: name servers are those of the zone the name lies in', async () => {
  const { answer } = await run(
    { name: 'deep.e.test' },
    {
      'deep.e.test A': ['192.0.2.1'],
      'deep.e.test NS': { rcode: 'NOERROR', zone: 'e.test' },
      'e.test NS': ['ns2.e.test', 'ns1.e.test'],
    },
  )
  expect(answer['authoritative_ns']).toEqual(['ns1.e.test', 'ns2.e.test'])
})

test('dns-lookup: it costs nothing when no resolver answers', async () => {
  await expect(run({ name: 'e.test' }, { 'e.test A': 'unreachable' })).rejects.toMatchObject({
    code: 'upstream_unavailable',
    detail: { extra: { tried: [{ source: 'cloudflare' }, { source: 'google' }, { source: 'quad9' }] } },
  })
})

describe('dns-lookup: resolvers', () => {
  test('are asked by name, once each', async () => {
    const { answer } = await run({ name: 'e.test', resolvers: ['google', 'google'] }, { 'e.test A': ['192.0.2.1'] })
    expect(answer['by_resolver']).toMatchObject([{ resolver: 'google' }])
  })

  test('nobody has are a wrong field', async () => {
    await expect(run({ name: 'e.test', resolvers: ['mine'] })).rejects.toMatchObject({ code: 'validation_error' })
    expect(dnsLookup.input.safeParse({ name: 'e.test', resolvers: ['127.0.0.1:53'] }).success).toBe(false)
  })

  test('of this installation are asked where it has none of the usual ones', async () => {
    const { answer } = await run({ name: 'e.test' }, { 'e.test A': ['192.0.2.1'] }, ['local'])
    expect(answer['by_resolver']).toMatchObject([{ resolver: 'local' }])
  })
})

describe('dns-lookup: what is not asked', () => {
  test.each(['a', 'db.internal', '10.0.0.1', '127.0.0.1', '::1', '192.168.1.1', 'fd00::1'])('%s is refused', (name) => {
    expect(() => dnsLookup.check?.({ name })).toThrow('not looked up')
  })

  test('a type that is not read, and no name at all, are wrong fields', () => {
    expect(dnsLookup.input.safeParse({ name: 'a', type: 'ANY' }).success).toBe(false)
    expect(() => dnsLookup.check?.({ name: 'a..b' })).toThrow('One field is wrong')
  })
})
