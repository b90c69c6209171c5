import pMap from 'p-map'
import { Refusal } from '#shared/errors.ts'
import { askPart, lineOf, type Part, type SourceLine } from '#shared/engines/sources/part.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'

import { chooseFiles, type ChosenFiles } from './choose-files.ts'
import { hostOf } from './hosts/host-of.ts'
import type { Commit, Release, RepoInfo, Tree } from './hosts/repo-host.ts'
import type { ScannedText } from './indicators/find-indicators.ts'
import type { LockedPackage, Manifest } from './manifests/package-entry.ts'
import { readDependencyFile } from './manifests/read-dependency-file.ts'
import { readRepoUrl, type RepoRef } from './repo-url.ts'

export type RepoDoors = Pick<OutcomeContext, 'upstreams' | 'signal'>

/** The contents of a repository: its host's file list, and the facts in its manifests and lock files. JSON. */
export type Inventory = {
  ref: RepoRef
  info: RepoInfo
  source: SourceLine
  /** The commit that was looked at; null where the host did not say. */
  commit: string | null
  /** The ref by which its files are requested. */
  at: string
  commits: Part<Commit[]>
  releases: Part<Release[]>
  tree: Part<Tree>
  chosen: ChosenFiles
  manifests: readonly Manifest[]
  locked: readonly LockedPackage[]
  /** Manifests and lock files that could not be fetched or read. */
  problems: readonly string[]
}

const RECENT_COMMITS = 30
/** As many as there are connections to one host. */
const LANES = 16
const FILES_MS = 15_000
const FILE_MS = 5_000

/**
 * Reads what a repository holds. Throws `repo_not_found` where there is none (or no such ref), and `upstream_unavailable`
 * where its host does not say; the rest may be missing.
 */
export async function readInventory(
  repoUrl: string,
  wantedRef: string | undefined,
  doors: RepoDoors,
): Promise<Inventory> {
  const asked = readRepoUrl(repoUrl)
  if (asked === null) throw notFound(`${repoUrl.slice(0, 300)} is no repository.`, 'Check the address.')
  const host = hostOf(asked.host)
  const answer = await doors.upstreams.ask(host.info(asked), doors)
  const info = answer.value
  if (info === null)
    throw notFound(
      `${asked.url} does not exist, is private, or was taken down.`,
      'Check owner and name of the repository.',
    )
  // A repository that moved answers under its new name, and everything else is there only.
  const ref = readRepoUrl(`${new URL(asked.url).origin}/${info.owner}/${info.name}`) ?? asked
  const wanted = wantedRef ?? info.defaultBranch ?? 'HEAD'
  const [commits, releases] = await Promise.all([
    askPart(doors, host.commits(ref, { ref: wanted, most: RECENT_COMMITS })),
    askPart(doors, host.releases(ref)),
  ])
  if (wantedRef !== undefined && commits.value === null && commits.problem === null)
    throw notFound(`ref ${wantedRef} is not there.`, 'Leave ref out to look at the default branch.')
  const commit = commits.value?.[0]?.sha ?? null
  const at = commit ?? wanted
  const tree = await askPart(doors, host.tree(ref, at))
  const chosen = chooseFiles(tree.value?.files ?? [])
  const texts = await readTexts(doors, { ref, at }, chosen.dependency, performance.now() + FILES_MS)
  const files = texts.map(({ path, text }) => readDependencyFile(path, text))
  const missing = chosen.dependency.length - texts.length
  return {
    ref,
    info,
    source: lineOf(answer),
    commit,
    at,
    commits,
    releases,
    tree,
    chosen,
    manifests: files.flatMap(({ manifest }) => manifest ?? []),
    locked: files.flatMap(({ locked }) => locked),
    problems: [
      ...files.flatMap(({ problem }) => problem ?? []),
      ...(missing > 0
        ? [`${missing} of ${chosen.dependency.length} manifests and lock files could not be fetched`]
        : []),
    ],
  }
}

/** The texts of files; those that cannot be had are left out, and none is begun after `untilMs` (performance.now). */
export async function readTexts(
  doors: RepoDoors,
  { ref, at }: Pick<Inventory, 'ref' | 'at'>,
  paths: readonly string[],
  untilMs: number,
): Promise<ScannedText[]> {
  const host = hostOf(ref.host)
  const texts = await pMap(
    paths,
    async (path) => {
      if (performance.now() > untilMs) return null
      const { value } = await askPart(doors, host.file(ref, at, path), FILE_MS)
      return value === null ? null : { path, text: value }
    },
    { concurrency: LANES },
  )
  return texts.filter((one) => one !== null)
}

const notFound = (detail: string, action: string) =>
  new Refusal('repo_not_found', 'There is no public repository at this address; nothing was charged.', {
    detail,
    fix: { action },
  })
