import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { fakeUpstreams } from '#test/support/fakes/fake-doors.ts'

import { compareVersions } from './compare-versions.ts'
import { cvss3Score, severityOfScore } from './cvss.ts'
import { lookUpAdvisories, withoutTwins } from './look-up-advisories.ts'
import { type Vulnerability, vulnerabilityOf } from './osv.ts'

describe('CVSS 3 base scores of published advisories', () => {
  test.each([
    ['CVSS:3.1/AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:H', 7.2],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 9.8],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H', 10],
    ['CVSS:3.0/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N', 6.1],
    ['CVSS:3.1/AV:L/AC:H/PR:L/UI:N/S:U/C:L/I:N/A:N', 2.5],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N', 0],
  ])('%s is %d', (vector, score) => {
    expect(cvss3Score(vector)).toBe(score)
  })

  test('other versions and torn vectors have none', () => {
    expect(cvss3Score('CVSS:4.0/AV:N/AC:L')).toBeNull()
    expect(cvss3Score('CVSS:3.1/AV:N/AC:L')).toBeNull()
  })

  test('words follow the scale', () => {
    expect([0.1, 3.9, 4, 7, 9].map(severityOfScore)).toEqual(['low', 'low', 'medium', 'high', 'critical'])
  })
})

describe('versions', () => {
  test.each([
    ['1.0.0', '1.0.1'],
    ['1.9.0', '1.10.0'],
    ['1.0.0-alpha', '1.0.0'],
    ['1.0.0-alpha.2', '1.0.0-alpha.10'],
    ['1.0rc1', '1.0'],
    ['v1.2.3', '1.2.4'],
    ['4.2', '4.2.1'],
  ])('%s is older than %s', (older, newer) => {
    expect(compareVersions(older, newer)).toBeLessThan(0)
    expect(compareVersions(newer, older)).toBeGreaterThan(0)
  })

  test('build metadata and missing zeros make no difference', () => {
    expect(compareVersions('1.0.0+a', '1.0')).toBe(0)
  })

  test('any two texts are ordered the same way from both sides', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        expect(Math.sign(compareVersions(one, other)) + Math.sign(compareVersions(other, one))).toBe(0)
      }),
    )
  })
})

describe('advisories', () => {
  const DJANGO = { ecosystem: 'PyPI', name: 'Django', version: '4.2.1' } as const
  const one = (id: string, more: Partial<Vulnerability> = {}): Vulnerability => ({
    id,
    aliases: [],
    package: 'Django',
    ecosystem: 'PyPI',
    version: '4.2.1',
    severity: 'unknown',
    score: null,
    summary: '',
    fixedIn: null,
    dev: null,
    ...more,
  })

  test('one hole that databases tell under several ids is one', () => {
    const twins = [
      one('PYSEC-2023-1', { aliases: ['CVE-2023-1'], fixedIn: '4.2.2' }),
      one('GHSA-aaaa', { aliases: ['CVE-2023-1'], severity: 'high', score: 7.5 }),
      one('GHSA-aaaa', { version: '4.2.0', aliases: ['CVE-2023-1'] }),
    ]
    expect(withoutTwins(twins).map(({ id, version, aliases, fixedIn }) => [id, version, aliases, fixedIn])).toEqual([
      ['GHSA-aaaa', '4.2.1', ['CVE-2023-1', 'PYSEC-2023-1'], '4.2.2'],
      ['GHSA-aaaa', '4.2.0', ['CVE-2023-1'], null],
    ])
  })

  test('malware keeps its name among twins', () => {
    const [only] = withoutTwins([
      one('GHSA-b', { aliases: ['MAL-2026-1'] }),
      one('MAL-2026-1', { severity: 'critical' }),
    ])
    expect(only).toMatchObject({ id: 'MAL-2026-1', severity: 'critical', aliases: ['GHSA-b'] })
  })

  const advisory = (more: Record<string, unknown>) => ({
    id: 'GHSA-a',
    summary: null,
    aliases: [],
    severity: [],
    withdrawn: null,
    affected: [],
    database_specific: null,
    ...more,
  })

  test('the oldest fix above the version in use, of the ranges of this very package', () => {
    const affected = [
      { package: { name: 'other', ecosystem: 'PyPI' }, ranges: [{ type: 'ECOSYSTEM', events: [{ fixed: '4.2.2' }] }] },
      {
        package: { name: 'django', ecosystem: 'PyPI' },
        ranges: [
          {
            type: 'ECOSYSTEM',
            events: [{ introduced: '0' }, { fixed: '3.2.9' }, { introduced: '4.0' }, { fixed: '4.2.7' }],
          },
        ],
      },
      { package: { name: 'django', ecosystem: 'PyPI' }, ranges: [{ type: 'ECOSYSTEM', events: [{ fixed: '5.0' }] }] },
    ]
    expect(vulnerabilityOf('GHSA-a', advisory({ affected }), DJANGO)?.fixedIn).toBe('4.2.7')
  })

  test('one that was withdrawn is none; one that cannot be read stands by its id', () => {
    expect(vulnerabilityOf('GHSA-a', advisory({ withdrawn: '2026-01-01T00:00:00Z' }), DJANGO)).toBeNull()
    expect(vulnerabilityOf('GHSA-a', null, DJANGO)).toMatchObject({ id: 'GHSA-a', severity: 'unknown', fixedIn: null })
  })

  test('without a CVSS vector the database’s own word counts', () => {
    const told = advisory({ database_specific: { severity: 'MODERATE' } })
    expect(vulnerabilityOf('GHSA-a', told, DJANGO)?.severity).toBe('medium')
  })
})

describe('a list of advisories that goes on', () => {
  /** OSV with one advisory on each of so many pages. */
  const osv = (pages: number) =>
    fakeUpstreams(({ path, post }) => {
      if (path !== '/v1/querybatch') return { status: 404, body: {} }
      // Safe: questions are ours.
      const { queries } = post as { queries: { page_token?: string }[] }
      const at = Number(queries[0]?.page_token ?? 0)
      const more = at + 1 < pages ? { next_page_token: String(at + 1) } : {}
      return { body: { results: [{ vulns: [{ id: `GHSA-${at}` }], ...more }] } }
    })
  const lookUp = (pages: number) =>
    lookUpAdvisories({ upstreams: osv(pages), signal: new AbortController().signal }, [
      { ecosystem: 'npm', name: 'lodash', version: '4.17.20' },
    ])

  test('is read to its end', async () => {
    const { value } = await lookUp(3)
    expect(value?.vulnerabilities.map(({ id }) => id).toSorted()).toEqual(['GHSA-0', 'GHSA-1', 'GHSA-2'])
  })

  test('and on and on leaves it unknown what holds', async () => {
    expect(await lookUp(99)).toMatchObject({ value: null, problem: 'too_large' })
  })
})
