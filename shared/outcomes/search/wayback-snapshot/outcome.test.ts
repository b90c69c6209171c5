import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { archiveMoment, isoOfArchive } from './archive-time.ts'
import { readCdx } from './read-captures.ts'

import { fakeUpstreams, type Told } from '#test/support/fakes/fake-doors.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { attempt } from '#test/support/attempt.ts'
import { waybackSnapshot } from './outcome.ts'

const NAMES = ['timestamp', 'original', 'mimetype', 'statuscode', 'digest']
const row = (timestamp: string, original = 'http://e.com:80/') => [
  timestamp,
  original,
  'text/html',
  '200',
  'HT2DYGA5UKZCPBSFVCV3JOBXGW2G5UUA',
]
const cdx = (...timestamps: string[]) => ({ body: [NAMES, ...timestamps.map((at) => row(at))] })

type Answer = Record<string, unknown> & { snapshot: Record<string, unknown> | null }
async function run(
  input: object,
  list: Told | ((query: Record<string, unknown>) => Told),
  available: Told = 'unreachable',
) {
  const upstreams = fakeUpstreams(({ upstream, query = {} }) => {
    if (upstream === 'wayback-available') return available
    return typeof list === 'function' ? list(query) : list
  })
  const body = { url: 'https://e.com', ...input }
  waybackSnapshot.check?.(waybackSnapshot.input.parse(body))
  // Safe: the outcome's own schema made it.
  const answer = (await waybackSnapshot.run(body, fakeContext({ upstreams }))) as Answer
  return { answer, asked: upstreams.asked }
}

describe('wayback-snapshot: a page that is archived', () => {
  test('is answered with its newest capture, the first, the last, and how many there are', async () => {
    const { answer, asked } = await run(
      { url: 'https://Example.com/' },
      cdx('20020120142510', '20100101000000', '20260101000000'),
    )
    expect(answer).toMatchObject({
      url: 'example.com/',
      available: true,
      snapshot: {
        url: 'https://web.archive.org/web/20260101000000/http://e.com:80/',
        raw_url: 'https://web.archive.org/web/20260101000000id_/http://e.com:80/',
        timestamp: '2026-01-01T00:00:00.000Z',
        status: 200,
        mimetype: 'text/html',
        distance_seconds: null,
      },
      first_capture: '2002-01-20T14:25:10.000Z',
      last_capture: '2026-01-01T00:00:00.000Z',
      capture_count: 3,
      capped: false,
    })
    expect(asked[0]?.query).toMatchObject({ url: 'example.com/', output: 'json', filter: 'statuscode:200' })
  })

  test('is answered with the capture nearest to a moment', async () => {
    const { answer } = await run({ timestamp: '2020-01-01' }, cdx('20191231000000', '20200301000000'))
    expect(answer.snapshot).toMatchObject({ timestamp: '2019-12-31T00:00:00.000Z', distance_seconds: 86_400 })
    expect(
      (await run({ timestamp: '20200301' }, cdx('20191231000000', '20200301000000'))).answer.snapshot?.[
        'distance_seconds'
      ],
    ).toBe(0)
  })

  test('more often than is counted says so, and its newest captures are asked for', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      new Date(Date.UTC(2000, 0, 1) + index * 60_000).toISOString().replaceAll(/\D/g, '').slice(0, 14),
    )
    const { answer, asked } = await run({ timestamp: '2025' }, (query) =>
      query['limit'] === 10_000 ? cdx(...many) : query['limit'] === -1 ? cdx('20261101000000') : cdx('20250102000000'),
    )
    expect(answer).toMatchObject({
      capped: true,
      capture_count: 10_000,
      last_capture: '2026-11-01T00:00:00.000Z',
      snapshot: { timestamp: '2025-01-02T00:00:00.000Z' },
    })
    expect(asked.map(({ query }) => query?.['limit'])).toEqual([10_000, -1, 1])
    const blind = await run({}, (query) => (query['limit'] === 10_000 ? cdx(...many) : 'timeout'))
    expect(blind.answer).toMatchObject({ capped: true, last_capture: null })
  })
})

describe('wayback-snapshot: a page that is not', () => {
  test.each([{ body: [] }, { body: [NAMES] }, { body: '' }])('is no failure: %j', async (told) => {
    expect((await run({}, told)).answer).toMatchObject({
      available: false,
      snapshot: null,
      capture_count: 0,
      first_capture: null,
      notes: [],
    })
  })

  test('shown because its owner asked so is said to be', async () => {
    const body = 'org.archive.util.AdministrativeAccessControlException: Blocked Site Error'
    expect((await run({}, { status: 403, body })).answer).toMatchObject({
      available: false,
      notes: [expect.stringContaining('its owner')],
    })
  })
})

describe('wayback-snapshot: the other interface', () => {
  const closest = (more: object = {}) => ({
    body: {
      url: 'e.com',
      archived_snapshots: {
        closest: {
          status: '200',
          available: true,
          url: 'http://web.archive.org/web/20060101064348/http://www.e.com:80/',
          timestamp: '20060101064348',
          ...more,
        },
      },
    },
  })

  test.each<[string, Told]>([
    ['does not answer', 'timeout'],
    ['is busy', { status: 503, body: '<h1>503</h1>' }],
    ['refuses for another reason', { status: 403, body: 'forbidden' }],
    ['sends rows without names', { body: [['a'], ['b']] }],
    ['sends something else', { body: { error: 1 } }],
  ])('knows the nearest where the first %s', async (_what, told) => {
    const { answer, asked } = await run({ timestamp: '2006' }, told, closest())
    expect(answer).toMatchObject({
      available: true,
      snapshot: { url: 'https://web.archive.org/web/20060101064348/http://www.e.com:80/', digest: null },
      capture_count: null,
      first_capture: null,
      notes: [expect.stringContaining('nearest')],
    })
    expect(asked.at(-1)?.query).toEqual({ url: 'e.com/', timestamp: '20060101000000' })
  })

  test('knows none, or answers oddly', async () => {
    expect((await run({}, 'timeout', { body: { url: 'e.com', archived_snapshots: {} } })).answer).toMatchObject({
      available: false,
    })
    await expect(run({}, 'timeout', closest({ url: 'http://elsewhere.test/' }))).rejects.toMatchObject({
      code: 'upstream_unavailable',
    })
    await expect(run({}, 'timeout')).rejects.toMatchObject({ code: 'upstream_unavailable' })
  })
})

describe('wayback-snapshot: bad input', () => {
  test.each(['x', 'ftp://e.com', 'http://', 'http://u:p@e.com/', 'javascript:alert(1)', 'mailto:a@e.com'])(
    '%s is no URL to look up',
    (url) => {
      expect(() => waybackSnapshot.check?.(waybackSnapshot.input.parse({ url, timestamp: '19960101' }))).toThrow(
        'One field',
      )
    },
  )

  test.each(['yesterday', '2020-13-01', '20200230', '2020010', '1066', '2020-01-01T25:00'])(
    '%s is no moment',
    (timestamp) => {
      expect(() => waybackSnapshot.check?.(waybackSnapshot.input.parse({ url: 'e.com', timestamp }))).toThrow(
        'One field',
      )
    },
  )

  test.each([
    ['2006', '2006-01-01T00:00:00.000Z'],
    ['200607', '2006-07-01T00:00:00.000Z'],
    ['20060708091011', '2006-07-08T09:10:11.000Z'],
    ['2006-07-08', '2006-07-08T00:00:00.000Z'],
    ['2006-07-08T09:10', '2006-07-08T09:10:00.000Z'],
    ['2006-07-08T09:10:11+02:00', '2006-07-08T07:10:11.000Z'],
  ])('%s is %s', (timestamp, iso) => expect(new Date(archiveMoment(timestamp) ?? 0).toISOString()).toBe(iso))

  test('any text is a moment or none, any body captures or refused', () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), (text, body) => {
        const at = archiveMoment(text)
        expect(at === null || Number.isFinite(at)).toBe(true)
        expect(isoOfArchive(text)).toBeNull()
        const captures = attempt(() => readCdx({ status: 200, text: () => JSON.stringify(body), json: () => body }))
        expect(captures).not.toBeInstanceOf(TypeError)
      }),
    )
  })
})
