import type { UpstreamSamples } from './sample.ts'

const TEXT = 'text/plain; charset=utf-8'

/** Upstreams of the repository and company outcomes; bodies in the shape of recordings and documentation. */
export const intelSamples: UpstreamSamples = {
  github: {
    ok: {
      type: 'application/json; charset=utf-8',
      body: {
        id: 3_955_647,
        name: 'lodash',
        full_name: 'lodash/lodash',
        private: false,
        owner: { login: 'lodash', id: 2_565_403, type: 'Organization' },
        html_url: 'https://github.com/lodash/lodash',
        description: 'A modern JavaScript utility library.',
        fork: false,
        created_at: '2012-04-07T04:11:46Z',
        updated_at: '2026-11-01T10:00:00Z',
        pushed_at: '2026-10-20T10:00:00Z',
        stargazers_count: 60_000,
        archived: false,
        disabled: false,
        open_issues_count: 100,
        license: { key: 'other', name: 'Other', spdx_id: 'NOASSERTION', url: null },
        topics: [],
        visibility: 'public',
        default_branch: 'main',
      },
    },
    notFound: {
      status: 404,
      body: {
        message: 'Not Found',
        documentation_url: 'https://docs.github.com/rest/repos/repos#get-a-repository',
        status: '404',
      },
    },
    errorsInside200: [{ body: { message: 'API rate limit exceeded' } }],
  },
  'github-raw': {
    ok: { type: TEXT, body: '{\n  "name": "lodash",\n  "version": "5.0.0"\n}\n' },
    notFound: { status: 404, type: TEXT, body: '404: Not Found' },
  },
  gitlab: {
    ok: {
      body: {
        id: 278_964,
        description: 'GitLab is an open source end-to-end software development platform.',
        name: 'GitLab',
        path: 'gitlab',
        path_with_namespace: 'gitlab-org/gitlab',
        created_at: '2015-05-20T10:47:11.949Z',
        default_branch: 'master',
        star_count: 5_000,
        forks_count: 9_000,
        last_activity_at: '2026-11-20T10:00:00.000Z',
        namespace: { id: 9_970, name: 'GitLab.org', path: 'gitlab-org', kind: 'group', full_path: 'gitlab-org' },
        archived: false,
        open_issues_count: 60_000,
        license: { key: 'other', name: 'Other' },
      },
    },
    notFound: { status: 404, body: { message: '404 Project Not Found' } },
  },
  codeberg: {
    ok: {
      body: {
        id: 87_354,
        owner: { id: 1, login: 'forgejo', full_name: 'Forgejo' },
        name: 'forgejo',
        full_name: 'forgejo/forgejo',
        description: 'Beyond coding. We forge.',
        fork: false,
        archived: false,
        created_at: '2022-11-05T20:47:31+01:00',
        updated_at: '2026-11-19T20:00:00+01:00',
        default_branch: 'forgejo',
        stars_count: 2_500,
        open_issues_count: 800,
        licenses: ['GPL-3.0-or-later'],
      },
    },
    notFound: {
      status: 404,
      body: { message: 'The target could not be found.', url: 'https://codeberg.org/api/swagger' },
    },
  },
  osv: {
    ok: { body: { results: [{ vulns: [{ id: 'GHSA-35jh-r3h4-6jhm', modified: '2026-01-01T00:00:00Z' }] }] } },
    notFound: { status: 200, body: { results: [{}] } },
    errorsInside200: [{ body: { code: 3, message: 'Invalid query.' } }, { body: {} }],
  },
  'deps-dev': {
    ok: {
      body: {
        packageKey: { system: 'NPM', name: 'lodash' },
        versions: [
          {
            versionKey: { system: 'NPM', name: 'lodash', version: '4.17.20' },
            publishedAt: '2020-08-13T16:53:54Z',
            isDefault: false,
            isDeprecated: false,
          },
          {
            versionKey: { system: 'NPM', name: 'lodash', version: '4.17.21' },
            publishedAt: '2021-02-20T15:42:16Z',
            isDefault: true,
            isDeprecated: false,
          },
        ],
      },
    },
    notFound: { status: 404, type: TEXT, body: 'package not found' },
  },
  scorecard: {
    ok: {
      body: {
        date: '2026-11-16',
        repo: { name: 'github.com/lodash/lodash', commit: 'f4dfcefa9063c99d52e3b4d68375a0a7d8cdf5da' },
        scorecard: { version: 'v5.0.0', commit: '3155309' },
        score: 5.1,
        checks: [
          {
            details: null,
            score: 10,
            reason: 'no binaries found in the repo',
            name: 'Binary-Artifacts',
            documentation: {
              url: 'https://github.com/ossf/scorecard',
              short: 'Determines if the project has binaries.',
            },
          },
          { details: null, score: -1, reason: 'no pull request found', name: 'CI-Tests' },
        ],
        metadata: '',
      },
    },
    notFound: { status: 404, body: '' },
    errorsInside200: [{ body: { code: 400, message: 'unable to get score' } }],
  },
  'npm-registry': {
    ok: {
      body: {
        _id: 'lodash',
        name: 'lodash',
        'dist-tags': { latest: '4.17.21' },
        versions: {
          '4.17.21': {
            name: 'lodash',
            version: '4.17.21',
            license: 'MIT',
            repository: { type: 'git', url: 'git+https://github.com/lodash/lodash.git' },
            scripts: { test: 'echo' },
            dist: { shasum: '679591c5', integrity: 'sha512-v2kD', fileCount: 1_054, unpackedSize: 1_412_415 },
            _npmUser: { name: 'bnjmnt4n', email: 'a@b.example' },
          },
        },
        time: {
          created: '2012-04-23T16:37:11.912Z',
          modified: '2026-01-01T00:00:00.000Z',
          '4.17.21': '2021-02-20T15:42:16.891Z',
        },
        maintainers: [{ name: 'mathias', email: 'a@b.example' }],
      },
    },
    notFound: { status: 404, body: { error: 'Not found' } },
    errorsInside200: [{ body: { error: 'internal_server_error' } }],
  },
  'npm-downloads': {
    ok: { body: { downloads: 220_000_000, start: '2026-10-20', end: '2026-11-18', package: 'lodash' } },
    notFound: { status: 404, body: { error: 'package lodash not found' } },
    errorsInside200: [{ body: { error: 'Internal error' } }],
  },
  pypi: {
    ok: {
      body: {
        info: {
          name: 'requests',
          version: '2.32.3',
          license: 'Apache-2.0',
          author: 'Kenneth Reitz',
          requires_python: '>=3.8',
          yanked: false,
          project_urls: { Documentation: 'https://requests.readthedocs.io', Source: 'https://github.com/psf/requests' },
          classifiers: ['License :: OSI Approved :: Apache Software License'],
        },
        last_serial: 23_000_000,
        releases: { '2.32.3': [{ packagetype: 'bdist_wheel', upload_time_iso_8601: '2024-05-29T15:37:47.000000Z' }] },
        urls: [{ packagetype: 'bdist_wheel', upload_time_iso_8601: '2024-05-29T15:37:47.000000Z' }],
        vulnerabilities: [],
      },
    },
    notFound: { status: 404, body: { message: 'Not Found' } },
  },
  greenhouse: {
    ok: {
      body: {
        jobs: [
          {
            id: 127_817,
            internal_job_id: 144_381,
            title: 'Vault Designer',
            updated_at: '2016-01-14T10:55:28-05:00',
            requisition_id: '50',
            location: { name: 'NYC' },
            absolute_url: 'https://boards.greenhouse.io/vaulttec/jobs/127817',
            language: 'en',
            metadata: null,
            content: 'This is the job description. &amp;lt;p&amp;gt;Any HTML&amp;lt;/p&amp;gt;',
            departments: [{ id: 13_583, name: 'Department of Departments', parent_id: null, child_ids: [13_585] }],
            offices: [
              { id: 8_304, name: 'East Coast', location: 'United States', parent_id: null, child_ids: [8_787] },
            ],
          },
        ],
        meta: { total: 1 },
      },
    },
    notFound: { status: 404, body: { status: 404, error: 'Job not found' } },
    errorsInside200: [{ body: { status: 500, error: 'Internal' } }],
  },
  lever: {
    ok: {
      body: [
        {
          id: '5ac21346-8e0c-4494-8e7a-3eb92ff77902',
          text: 'Platform Engineer',
          categories: {
            location: 'Berlin',
            team: 'Platform',
            department: 'Eng',
            commitment: 'Full-time',
            allLocations: ['Berlin'],
          },
          country: 'DE',
          createdAt: 1_760_000_000_000,
          workplaceType: 'remote',
          descriptionPlain: 'Build it.',
          lists: [{ text: 'Requirements', content: '<li>Node</li>' }],
          hostedUrl: 'https://jobs.lever.co/leverdemo/5ac21346-8e0c-4494-8e7a-3eb92ff77902',
          applyUrl: 'https://jobs.lever.co/leverdemo/5ac21346-8e0c-4494-8e7a-3eb92ff77902/apply',
        },
      ],
    },
    notFound: { status: 404, body: { ok: false, error: 'Document not found' } },
    errorsInside200: [{ body: { ok: false, error: 'Document not found' } }],
  },
  ashby: {
    ok: {
      body: {
        apiVersion: '1',
        jobs: [
          {
            id: 'f265e6a0',
            title: 'Staff Software Engineer',
            department: 'Eng',
            team: 'ENG',
            employmentType: 'FullTime',
            location: 'Toronto, Canada',
            secondaryLocations: [],
            publishedAt: '2026-04-15T13:26:54.184+00:00',
            isListed: true,
            isRemote: true,
            workplaceType: 'Remote',
            address: { postalAddress: { addressLocality: 'Toronto', addressCountry: 'Canada' } },
            jobUrl: 'https://jobs.ashbyhq.com/kong/f265e6a0',
            applyUrl: 'https://jobs.ashbyhq.com/kong/f265e6a0/application',
          },
        ],
      },
    },
    notFound: { status: 404, type: TEXT, body: 'Not Found' },
    errorsInside200: [{ body: { errors: [{ message: 'Unknown organization' }] } }],
  },
  workable: {
    ok: {
      body: {
        name: 'Workable',
        description: null,
        jobs: [
          {
            title: 'Account Executive',
            shortcode: 'A1B2C3',
            department: 'Sales',
            city: 'Boston',
            country: 'United States',
            telecommuting: false,
            published_on: '2026-10-01',
            url: 'https://apply.workable.com/j/A1B2C3',
          },
        ],
      },
    },
  },
  recruitee: {
    ok: {
      body: {
        offers: [
          {
            id: 1,
            title: 'Backend Developer',
            department: 'Engineering',
            location: 'Amsterdam',
            remote: false,
            published_at: '2026-10-01 10:00:00 UTC',
            careers_url: 'https://recruitee.recruitee.com/o/backend-developer',
          },
        ],
      },
    },
  },
  smartrecruiters: {
    ok: {
      body: {
        offset: 0,
        limit: 100,
        totalFound: 1,
        content: [
          {
            id: '743999',
            name: 'Customer Success Manager',
            releasedDate: '2026-10-01T10:00:00.000Z',
            location: { city: 'Kraków', country: 'pl', remote: false },
            department: { label: 'Customer Success' },
          },
        ],
      },
    },
    notFound: { status: 200, body: { offset: 0, limit: 100, totalFound: 0, content: [] } },
  },
  'crt-sh': {
    ok: {
      body: [
        {
          issuer_ca_id: 286_236,
          issuer_name: 'C=US, O=Google Trust Services, CN=WE1',
          common_name: 'wikipedia.org',
          name_value: '*.wikipedia.org\nen.wikipedia.org',
          id: 21_535_723_622,
          entry_timestamp: '2025-10-07T02:42:38.34',
          not_before: '2025-10-07T01:42:38',
          not_after: '2026-01-05T02:40:17',
          serial_number: '302b01',
          result_count: 3,
        },
      ],
    },
    notFound: { status: 200, body: [] },
    errorsInside200: [{ body: { error: 'statement timeout' } }],
  },
  gleif: {
    ok: {
      type: 'application/vnd.api+json',
      body: {
        meta: { pagination: { currentPage: 1, total: 1 } },
        data: [
          {
            type: 'lei-records',
            id: 'HWUPKR0MPOU8FGXBT394',
            attributes: {
              lei: 'HWUPKR0MPOU8FGXBT394',
              entity: {
                legalName: { name: 'Apple Inc.', language: 'en' },
                legalAddress: { city: 'Glendale', country: 'US' },
                headquartersAddress: { city: 'Cupertino', country: 'US' },
                jurisdiction: 'US-CA',
                status: 'ACTIVE',
              },
            },
          },
        ],
      },
    },
    notFound: { status: 200, type: 'application/vnd.api+json', body: { data: [] } },
    errorsInside200: [{ body: { errors: [{ status: '400', title: 'Invalid filter' }] } }],
  },
  wikidata: {
    ok: {
      body: {
        searchinfo: { search: 'Wikimedia Foundation' },
        search: [
          { id: 'Q180', title: 'Q180', label: 'Wikimedia Foundation', description: 'American charitable organization' },
        ],
        success: 1,
      },
    },
    notFound: { status: 200, body: { searchinfo: { search: 'x' }, search: [], success: 1 } },
    errorsInside200: [{ body: { error: { code: 'maxlag', info: 'Waiting for a database server' } } }],
  },
}
