import pMap from 'p-map'
import { z } from 'zod'

import { Refusal } from '#shared/errors.ts'
import { askPart, type Asking } from '#shared/engines/sources/part.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'

import { lookUpAdvisories } from '#shared/engines/repo/advisories/look-up-advisories.ts'
import type { Versioned } from '#shared/engines/repo/advisories/osv.ts'
import { githubAccountQuestion } from '../hosts/github-account.ts'
import { hostOf } from '#shared/engines/repo/hosts/host-of.ts'
import { isLockFile } from '#shared/engines/repo/manifests/read-dependency-file.ts'
import { normalName } from '#shared/engines/repo/manifests/package-entry.ts'
import { versionQuestion, versionsQuestion } from '../packages/deps-dev.ts'
import { namePackage, readPackage } from '../packages/read-package.ts'
import { readInventory } from '#shared/engines/repo/read-inventory.ts'
import type { DiligenceFacts, DirectDependency, SafetyReport, SlimInventory } from './diligence-facts.ts'

const YEAR_MS = 365 * 86_400_000
const MOST_COMMITS = 100
const MOST_DIRECT = 30
const MOST_ACCOUNTS = 3
const LANES = 8
const NOTHING = { value: null, source: null, problem: null }
const Safety = z.looseObject({
  decision: z.enum(['allow', 'review', 'block']),
  score: z.number(),
  grade: z.string(),
  reasons: z.array(z.object({ code: z.string(), severity: z.string(), message: z.string() })),
  indicators: z.array(z.object({ code: z.string(), path: z.string(), severity: z.string(), message: z.string() })),
  unknowns: z.array(z.string()),
})

/**
 * Gathers for due diligence, side by side and each part a durable step: a call that is resumed asks nobody again whose
 * answer it has. Throws what repo-safety throws: without it there is no diligence.
 */
export async function collectDiligence(
  { repoUrl, packageName }: { repoUrl: string; packageName: string | undefined },
  ctx: OutcomeContext,
): Promise<DiligenceFacts> {
  const began = await ctx.step('begin', async () => ctx.now().toISOString())
  const since = new Date(Date.parse(began) - YEAR_MS).toISOString()
  const safety = ctx.call('repo-safety', { repo_url: repoUrl })
  // Whichever of the two fails first ends the call; the other may fail after it.
  safety.catch(() => undefined)
  const inventory = await ctx.step('inventory', () => slimInventory(repoUrl, ctx))
  const { ref, at, manifests, locked } = inventory
  const host = hostOf(ref.host)
  const named = namePackage(packageName, manifests)
  const wanted = directOf(inventory)
  const [judged, year, issues, comments, pack, direct] = await Promise.all([
    safety,
    ctx.step('commits of a year', () =>
      askPart(ctx, host.commits(ref, { ref: at, most: MOST_COMMITS, since: `${since.slice(0, 10)}T00:00:00Z` })),
    ),
    ctx.step('issues', async () => (host.issues === null ? NOTHING : askPart(ctx, host.issues(ref)))),
    ctx.step('issue comments', async () =>
      host.issueComments === null ? NOTHING : askPart(ctx, host.issueComments(ref)),
    ),
    named === null ? null : ctx.step('package', () => readPackage(ctx, named)),
    ctx.step('dependencies', () => askDirect(ctx, wanted.slice(0, MOST_DIRECT))),
  ])
  const approximate = locked.length === 0 && wanted.length > 0
  const versions: Versioned[] = approximate
    ? direct.found.flatMap(({ version, ...one }) => (version === null ? [] : [{ ...one, version }]))
    : [...locked]
  const [advisories, accounts] = await Promise.all([
    versions.length === 0 ? NOTHING : ctx.step('advisories', () => lookUpAdvisories(ctx, versions)),
    ref.host === 'github' ? ctx.step('accounts', () => askAccounts(ctx, topAuthors(year.value ?? []))) : [],
  ])
  const sources = [
    inventory.source,
    year.source,
    issues.source,
    pack?.record.source,
    pack?.graph.source,
    advisories.source,
  ]
  return {
    now: ctx.now(),
    safety: readSafety(judged),
    inventory,
    year,
    issues,
    comments,
    accounts,
    package: pack,
    direct: direct.found,
    directLeft: Math.max(0, wanted.length - MOST_DIRECT),
    directProblem: direct.problem,
    approximate,
    advisories,
    sources: sources.filter((line) => line !== null && line !== undefined),
  }
}

async function slimInventory(repoUrl: string, ctx: OutcomeContext): Promise<SlimInventory> {
  const { tree, chosen, ...rest } = await readInventory(repoUrl, undefined, ctx)
  const paths = tree.value?.files.map(({ path }) => path) ?? []
  return {
    ...rest,
    hasReproducibleHint: paths.some((path) =>
      /(?:^|\/)(?:flake\.nix|\.bazelrc|WORKSPACE(?:\.bazel)?|MODULE\.bazel|reproducible[\w.-]*|SOURCE_DATE_EPOCH)$/i.test(
        path,
      ),
    ),
    lockFiles: chosen.dependency.filter(isLockFile),
  }
}

type WantedVersion = {
  ecosystem: DirectDependency['ecosystem']
  name: string
  locked: string | null
  license: string | null
}

/** What the manifests ask for, each once, with the version that is locked for it. */
function directOf({ manifests, locked }: SlimInventory): WantedVersion[] {
  const key = (ecosystem: DirectDependency['ecosystem'], name: string) => `${ecosystem} ${normalName(ecosystem, name)}`
  const versions = new Map(locked.toReversed().map((one) => [key(one.ecosystem, one.name), one]))
  const own = new Set(manifests.flatMap(({ ecosystem, name }) => (name === null ? [] : key(ecosystem, name))))
  const wanted = manifests
    .flatMap((manifest) => manifest.wanted)
    .filter(({ dev, range }) => !dev && !/^(?:workspace|file|link):/.test(range))
  const once = new Map(wanted.map((one) => [key(one.ecosystem, one.name), one]))
  return [...once].flatMap(([id, { ecosystem, name }]) => {
    const lock = versions.get(id)
    return own.has(id) ? [] : [{ ecosystem, name, locked: lock?.version ?? null, license: lock?.license ?? null }]
  })
}

async function askDirect(
  asking: Asking,
  wanted: readonly WantedVersion[],
): Promise<{ found: DirectDependency[]; problem: string | null }> {
  const answers = await pMap(
    wanted,
    async ({ ecosystem, name, locked, license }) => {
      const versions = await askPart(asking, versionsQuestion(ecosystem, name))
      const latest = versions.value?.latest ?? null
      const version = locked ?? latest
      const record =
        license === null && version !== null && versions.problem === null
          ? await askPart(asking, versionQuestion(ecosystem, name, version))
          : null
      const dependency: DirectDependency = {
        ecosystem,
        name,
        version,
        latest,
        latestAt: versions.value?.latestAt ?? null,
        deprecated: version !== null && (versions.value?.deprecated.includes(version) ?? false),
        license: license ?? (record?.value?.licenses.join(' AND ') || null),
      }
      return { dependency, problem: versions.problem }
    },
    { concurrency: LANES },
  )
  return {
    found: answers.map(({ dependency }) => dependency),
    problem: answers.find(({ problem }) => problem !== null)?.problem ?? null,
  }
}

function topAuthors(commits: readonly { author: string; isBot: boolean }[]): string[] {
  const counts = new Map<string, number>()
  for (const { author, isBot } of commits) if (!isBot) counts.set(author, (counts.get(author) ?? 0) + 1)
  return [...counts]
    .toSorted(([, x], [, y]) => y - x)
    .slice(0, MOST_ACCOUNTS)
    .map(([author]) => author)
}

/** Names without a login are nobody's account. */
async function askAccounts(asking: Asking, logins: readonly string[]) {
  const real = logins.filter((login) => /^[A-Za-z0-9-]{1,39}$/.test(login))
  const answers = await pMap(real, (login) => askPart(asking, githubAccountQuestion(login), 4_000), {
    concurrency: LANES,
  })
  return answers.map(({ value }, place) => ({ login: real[place] ?? '', createdAt: value?.createdAt ?? null }))
}

function readSafety(answer: unknown): SafetyReport {
  const read = Safety.safeParse(answer)
  if (read.success) return read.data
  throw new Refusal('internal', 'A part answered in a form that is not read.', {}, { cause: read.error })
}
