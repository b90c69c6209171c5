import { gleifQuestion } from '#shared/engines/company/knowledge/gleif.ts'
import { subdomainsQuestion } from '#shared/engines/company/knowledge/subdomains.ts'
import { wikidataSearch } from '#shared/engines/company/knowledge/wikidata.ts'
import { boardQuestion } from '#shared/engines/company/jobs/boards.ts'
import type { ApplicantSystem } from '#shared/engines/company/jobs/job.ts'
import { batchQuestion } from '#shared/engines/repo/advisories/osv.ts'
import { codeberg } from '#shared/engines/repo/hosts/codeberg.ts'
import { github } from '#shared/engines/repo/hosts/github.ts'
import { gitlab } from '#shared/engines/repo/hosts/gitlab.ts'
import type { RepoHost } from '#shared/engines/repo/hosts/repo-host.ts'
import { versionsQuestion } from '#shared/outcomes/workflow/repo-due-diligence/packages/deps-dev.ts'
import { npmDownloadsQuestion, npmQuestion } from '#shared/outcomes/workflow/repo-due-diligence/packages/npm.ts'
import { pypiQuestion } from '#shared/outcomes/workflow/repo-due-diligence/packages/pypi.ts'
import { readRepoUrl } from '#shared/engines/repo/repo-url.ts'
import { scorecardQuestion } from '#shared/engines/repo/scorecard.ts'

import { probe, type UpstreamProbe } from './probe.ts'

/** Well-known repositories. */
const KNOWN: readonly (readonly [RepoHost, string])[] = [
  [github, 'https://github.com/lodash/lodash'],
  [gitlab, 'https://gitlab.com/gitlab-org/gitlab'],
  [codeberg, 'https://codeberg.org/forgejo/forgejo'],
]
/** Companies that publish jobs with the system's own vendor. */
const BOARDS: readonly (readonly [ApplicantSystem, string])[] = [
  ['greenhouse', 'gitlab'],
  ['lever', 'leverdemo'],
  ['ashby', 'ashby'],
  ['workable', 'workable'],
  ['recruitee', 'recruitee'],
  ['smartrecruiters', 'smartrecruiters'],
]

const repoProbes = KNOWN.flatMap(([host, url]) => {
  const repo = readRepoUrl(url)
  if (repo === null) throw new TypeError(`${url} is no repository`)
  const info = probe(host.info(repo), (found) => (found?.name === repo.name ? null : `no repository ${repo.name}`))
  if (host !== github) return [info]
  const file = probe(host.file(repo, 'main', 'package.json'), (text) =>
    text?.includes('"name": "lodash"') === true ? null : 'no package.json of lodash',
  )
  const card = probe(scorecardQuestion(repo), (found) =>
    (found?.checks.length ?? 0) > 0 ? null : 'no checks of lodash',
  )
  return [info, file, card]
})

const boardProbes = BOARDS.flatMap(([system, token]) => {
  const question = boardQuestion(system, token)
  return question === null ? [] : [probe(question, (page) => ((page?.jobs.length ?? 0) > 0 ? null : 'no roles'))]
})

/**
 * Probes of the upstreams of repository and company outcomes: forges, registries, advisories, job boards, public
 * records.
 */
export const intelProbes: readonly UpstreamProbe[] = [
  ...repoProbes,
  ...boardProbes,
  probe(batchQuestion([{ ecosystem: 'npm', name: 'lodash', version: '4.17.20' }]), ([found]) =>
    found?.ids.includes('GHSA-35jh-r3h4-6jhm') === true ? null : 'no advisory for lodash 4.17.20',
  ),
  probe(versionsQuestion('npm', 'lodash'), (versions) =>
    (versions?.latest ?? null) !== null ? null : 'no versions of lodash',
  ),
  probe(npmQuestion('lodash'), (record) => ((record?.latest ?? null) !== null ? null : 'no latest version of lodash')),
  probe(npmDownloadsQuestion('lodash'), (count) => ((count ?? 0) > 0 ? null : 'no downloads of lodash')),
  probe(pypiQuestion('requests'), (record) =>
    (record?.latest ?? null) !== null ? null : 'no latest version of requests',
  ),
  probe(gleifQuestion('Apple Inc.'), ([first]) => (first === undefined ? 'no entity of Apple Inc.' : null)),
  probe(subdomainsQuestion('wikipedia.org'), ([first]) => (first === undefined ? 'no certificate' : null)),
  probe(wikidataSearch('Wikimedia Foundation'), ([first]) => (first === undefined ? 'no entry' : null)),
]
