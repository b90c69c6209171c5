import { describe, expect, test } from 'vitest'

import { acmeSite, companyContext, companyPage } from '#test/support/fakes/fake-company.ts'
import { Refusal } from '#shared/errors.ts'

import { fakeUpstreams } from '#test/support/fakes/fake-doors.ts'
import { hiringSignals } from './hiring-signals.ts'

type Given = Parameters<typeof companyContext>[0]
type Answer = {
  open_roles: number | null
  roles: {
    title: string
    posted_at: string | null
    function: string
    location: string | null
    remote: boolean | null
  }[]
  signals: { code: string; evidence: string[] }[]
  ats: string | null
  unknowns: string[]
  by_function: Record<string, number>
  source: { name: string }
}

const look = async (given: Given = {}, input: Record<string, unknown> = {}) =>
  // Safe: what was parsed by the outcome's own output schema.
  (await hiringSignals.run({ domain: 'e.test', ...input }, companyContext(given).ctx)) as Answer
const withCareers = (body: string): Given => ({
  pages: { '/': companyPage('Acme', '<a href="/careers">Careers</a>'), '/careers': companyPage('Careers', body) },
})
const boardOf = (url: string) => withCareers(`<a href="${url}">Open roles</a>`)

test('hiring-signals: a Greenhouse board with two jobs', async () => {
  const answer = await look()
  expect(answer).toMatchObject({
    ats: 'greenhouse',
    open_roles: 2,
    by_function: { data: 1, sales: 1 },
    unknowns: [],
    source: { name: 'greenhouse' },
  })
  expect(answer.roles.map(({ title, posted_at: at, remote }) => [title, at, remote])).toEqual([
    ['Senior Machine Learning Engineer', '2026-11-02T14:00:00.000Z', null],
    ['Account Executive', '2026-01-14T15:55:28.000Z', true],
  ])
  expect(answer.signals).toMatchObject([
    { code: 'building_ai', evidence: ['https://boards.greenhouse.io/acme/jobs/1'] },
  ])
})

describe('hiring-signals: boards of other systems, in the form their interfaces answer', () => {
  test.each([
    [
      'lever',
      'https://jobs.lever.co/acme',
      [
        {
          id: 'u',
          text: 'Platform Engineer',
          categories: { location: 'Berlin', team: 'Platform', commitment: 'Full-time' },
          createdAt: 1_760_000_000_000,
          workplaceType: 'remote',
          hostedUrl: 'https://jobs.lever.co/acme/u',
        },
      ],
    ],
    [
      'ashby',
      'https://jobs.ashbyhq.com/acme',
      {
        apiVersion: '1',
        jobs: [
          {
            title: 'Platform Engineer',
            department: 'Eng',
            team: 'ENG',
            location: 'Berlin',
            publishedAt: '2025-10-09T08:53:20.000+00:00',
            isListed: true,
            isRemote: true,
            jobUrl: 'https://jobs.ashbyhq.com/acme/f',
          },
          { title: 'Hidden', isListed: false, jobUrl: 'https://jobs.ashbyhq.com/acme/h' },
        ],
      },
    ],
    [
      'workable',
      'https://apply.workable.com/acme/',
      {
        name: 'Acme',
        jobs: [
          {
            title: 'Platform Engineer',
            department: 'Eng',
            city: 'Berlin',
            country: 'Germany',
            telecommuting: true,
            published_on: '2025-10-09',
            url: 'https://apply.workable.com/j/A',
          },
        ],
      },
    ],
    [
      'recruitee',
      'https://acme.recruitee.com/',
      {
        offers: [
          {
            title: 'Platform Engineer',
            department: 'Eng',
            location: 'Berlin',
            remote: true,
            published_at: '2025-10-09',
            careers_url: 'https://acme.recruitee.com/o/p',
          },
        ],
      },
    ],
    [
      'smartrecruiters',
      'https://careers.smartrecruiters.com/acme',
      {
        totalFound: 1,
        content: [
          {
            id: '7',
            name: 'Platform Engineer',
            releasedDate: '2025-10-09T00:00:00Z',
            location: { city: 'Berlin', remote: true },
            department: { label: 'Eng' },
          },
        ],
      },
    ],
  ])('%s', async (ats, url, body) => {
    const answer = await look({ ...boardOf(url), told: { [ats]: { body } } })
    expect(answer).toMatchObject({ ats, open_roles: 1 })
    expect(answer.roles[0]).toMatchObject({ title: 'Platform Engineer', function: 'engineering', remote: true })
    expect(answer.roles[0]?.posted_at).toMatch(/^2025-10-09/)
  })

  /** A board of SmartRecruiters with so many roles, of which the page from `failing` on does not come. */
  const smart = async (total: number, failing = -1) => {
    const { ctx } = companyContext(boardOf('https://careers.smartrecruiters.com/acme'))
    const upstreams = fakeUpstreams(({ query }) => {
      const offset = Number(query?.['offset'] ?? 0)
      if (offset === failing) return 'timeout'
      const left = Math.max(0, Math.min(100, total - offset))
      const content = Array.from({ length: left }, (_, at) => ({ id: offset + at, name: `Engineer ${offset + at}` }))
      return { body: { totalFound: total, content } }
    })
    // Safe: as above.
    return (await hiringSignals.run({ domain: 'e.test' }, { ...ctx, upstreams })) as Answer
  }

  test('a board of several pages is read page by page', async () => {
    const answer = await smart(250)
    expect(answer).toMatchObject({ open_roles: 250, by_function: { engineering: 250 } })
    expect(answer.unknowns.join()).not.toContain('on the board were read')
  })

  test.each([
    [250, 100, 150],
    [900, -1, 500],
  ])(
    'of %i roles of which page %i fails the number is that of the board, and what was read is told',
    async (total, failing, read) => {
      const answer = await smart(total, failing)
      expect(answer).toMatchObject({ open_roles: total })
      expect(answer.unknowns.join()).toContain(`only ${read} of ${total} on the board were read`)
    },
  )

  test('an embedded board is found by its script', async () => {
    const answer = await look(
      withCareers('<script src="https://boards.greenhouse.io/embed/job_board/js?for=acme"></script>'),
    )
    expect(answer).toMatchObject({ ats: 'greenhouse', open_roles: 2 })
  })

  test('a board that answers with an error, or not, leaves the number unknown', async () => {
    for (const told of [
      { lever: { body: { ok: false, error: 'Document not found' } } },
      { lever: 'timeout' },
    ] as const) {
      const answer = await look({ ...boardOf('https://jobs.lever.co/acme'), told })
      expect(answer).toMatchObject({ ats: 'lever', open_roles: null, roles: [] })
      expect(answer.unknowns.join()).toContain('lever did not answer')
    }
  })

  test('an empty board is zero, and a sign of a freeze', async () => {
    expect(await look({ told: { greenhouse: { body: { jobs: [] } } } })).toMatchObject({
      open_roles: 0,
      signals: [{ code: 'hiring_freeze' }],
    })
  })
})

test('hiring-signals: JobPosting in JSON-LD, with its date', async () => {
  const node = {
    '@type': 'JobPosting',
    title: 'Welder',
    datePosted: '2026-10-01',
    jobLocation: { address: { addressLocality: 'Berlin' } },
    jobLocationType: 'TELECOMMUTE',
  }
  const answer = await look(withCareers(`<script type="application/ld+json">${JSON.stringify(node)}</script>`))
  expect(answer).toMatchObject({ open_roles: 1, ats: 'none' })
  expect(answer.roles[0]).toMatchObject({
    title: 'Welder',
    posted_at: '2026-10-01T00:00:00.000Z',
    location: 'Berlin',
    remote: true,
  })
})

test('hiring-signals: links of a careers page that name roles', async () => {
  const answer = await look(
    withCareers(
      '<a href="/careers/senior-welder">Senior Sales Manager</a><a href="/careers/senior-welder">again</a><a href="/careers/why">Why Acme</a>',
    ),
  )
  expect(answer).toMatchObject({ open_roles: 1, roles: [{ title: 'Senior Sales Manager', posted_at: null }] })
  expect(answer.unknowns.join()).toContain('without dates')
})

test('hiring-signals: no careers page means unknown, not zero', async () => {
  const answer = await look({ pages: { '/': companyPage('Acme', '<p>Widgets</p>') } })
  expect(answer).toMatchObject({ open_roles: null, roles: [], ats: null, signals: [] })
  expect(answer.unknowns.join()).toContain('careers')
})

test('hiring-signals: the same title in the same place counts once', async () => {
  const job = {
    title: 'Welder',
    location: { name: 'Berlin' },
    absolute_url: 'https://boards.greenhouse.io/acme/jobs/1',
    departments: [],
  }
  expect(
    await look({
      told: {
        greenhouse: { body: { jobs: [job, { ...job, absolute_url: 'https://boards.greenhouse.io/acme/jobs/2' }] } },
      },
    }),
  ).toMatchObject({ open_roles: 1 })
})

test('hiring-signals: limits', async () => {
  expect(hiringSignals.input.safeParse({ domain: 'e.test', limit: 0 }).success).toBe(false)
  expect(() => hiringSignals.check?.({ domain: '10.0.0.1', limit: 1, since_days: 1 })).toThrow(Refusal)
  const answer = await look({}, { limit: 1 })
  expect(answer).toMatchObject({ open_roles: 2 })
  expect(answer.roles).toHaveLength(1)
})

test('hiring-signals: a crawl follows robots.txt to the letter', async () => {
  const pages = { ...acmeSite(), '/robots.txt': { status: 503 } }
  expect(await look({ pages })).toMatchObject({ open_roles: null })
})
