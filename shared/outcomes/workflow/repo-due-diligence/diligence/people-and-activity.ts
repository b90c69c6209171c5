import type { Commit } from '#shared/engines/repo/hosts/repo-host.ts'
import { SIGNATURE } from '#shared/engines/repo/safety/safety-checks.rules.ts'
import type { DiligenceFacts } from './diligence-facts.ts'

const DAY_MS = 86_400_000
const NEW_ACCOUNT_DAYS = 90
const STALE_DAYS = 90
const MOST_TOP = 10
/** Issues that one question lists. */
const MOST_LISTED = 100

/** The fewest authors who together wrote half of these commits; null without commits. */
export function busFactor(commits: readonly Pick<Commit, 'author' | 'isBot'>[]): number | null {
  const shares = sharesOf(commits)
  const total = shares.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return null
  let sum = 0
  return shares.findIndex(({ count }) => (sum += count) * 2 >= total) + 1
}

function sharesOf(commits: readonly Pick<Commit, 'author' | 'isBot'>[]) {
  const counts = new Map<string, number>()
  for (const { author, isBot } of commits) if (!isBot) counts.set(author, (counts.get(author) ?? 0) + 1)
  return [...counts]
    .map(([login, count]) => ({ login, count }))
    .toSorted((a, b) => b.count - a.count || (a.login < b.login ? -1 : 1))
}

/** Who keeps the repository alive; null where the host did not say. */
export function maintainersOf({ year, inventory, accounts, now }: DiligenceFacts) {
  const commits = year.value ?? inventory.commits.value
  const shares = commits === null ? [] : sharesOf(commits)
  const total = shares.reduce((sum, { count }) => sum + count, 0)
  const recent = commits?.filter(({ date, isBot }) => !isBot && isWithin(date, now, 90)) ?? []
  return {
    bus_factor: commits === null ? null : busFactor(commits),
    active_90d: commits === null ? null : new Set(recent.map(({ author }) => author)).size,
    org: inventory.info.isOrganization,
    top: shares
      .slice(0, MOST_TOP)
      .map(({ login, count }) => ({ login, commits_pct: Math.round((1_000 * count) / total) / 10 })),
    account_age_flags: accounts
      .filter(({ createdAt }) => isWithin(createdAt, now, NEW_ACCOUNT_DAYS))
      .map(({ login, createdAt }) => `${login}: the account was made on ${createdAt?.slice(0, 10)}`),
  }
}

const isWithin = (time: string | null, now: Date, days: number) =>
  time !== null && now.getTime() - Date.parse(time) <= days * DAY_MS

/** How alive the repository is. What the host did not say is null. */
export function activityOf({ year, issues, comments, inventory, now }: DiligenceFacts) {
  const releases = inventory.releases.value
  const dates = releases?.flatMap(({ publishedAt }) => publishedAt ?? []) ?? []
  const [newest] = dates
  const oldest = dates.at(-1)
  const spanDays = newest === undefined || oldest === undefined ? 0 : (Date.parse(newest) - Date.parse(oldest)) / DAY_MS
  const pulls = issues.value?.filter(({ isPull, isOpen }) => isPull && isOpen) ?? []
  const stale = pulls.filter(({ updatedAt }) => !isWithin(updatedAt, now, STALE_DAYS))
  return {
    commits_90d: year.value === null ? null : year.value.filter(({ date }) => isWithin(date, now, 90)).length,
    releases: releases?.length ?? null,
    release_cadence_days: dates.length < 2 ? null : Math.round(spanDays / (dates.length - 1)),
    median_issue_response_h: medianResponse({ issues, comments }),
    open_issues: openIssuesOf({ inventory, issues }),
    stale_pr_pct: issues.value === null || pulls.length === 0 ? null : Math.round((100 * stale.length) / pulls.length),
  }
}

/** GitHub counts pull requests among its open issues, so they are counted here: where all of them were listed. */
export function openIssuesOf({ inventory, issues }: Pick<DiligenceFacts, 'inventory' | 'issues'>): number | null {
  const { ref, info } = inventory
  if (ref.host !== 'github' || info.openIssues === 0) return info.openIssues
  if (issues.value === null || issues.value.length >= MOST_LISTED) return null
  return issues.value.filter(({ isOpen, isPull }) => isOpen && !isPull).length
}

/** Hours to the first answer of somebody else, of the issues whose comments were seen. */
function medianResponse({ issues, comments }: Pick<DiligenceFacts, 'issues' | 'comments'>): number | null {
  if (issues.value === null || comments.value === null) return null
  const waits = issues.value
    .filter(({ isPull }) => !isPull)
    .flatMap(({ number, author, createdAt }) => {
      const first = comments.value
        ?.filter((comment) => comment.issue === number && comment.author !== author)
        .flatMap((comment) => comment.createdAt ?? [])
        .toSorted()[0]
      return first === undefined || createdAt === null ? [] : [(Date.parse(first) - Date.parse(createdAt)) / 3_600_000]
    })
    .toSorted((a, b) => a - b)
  const middle = waits[Math.floor(waits.length / 2)]
  return middle === undefined ? null : Math.round(middle * 10) / 10
}

/** What can be traced back to its makers. */
export function provenanceOf({ inventory, package: pack }: DiligenceFacts) {
  const told = inventory.commits.value?.filter(({ verified }) => verified !== null) ?? []
  const withFiles = inventory.releases.value?.filter(({ assets }) => assets.length > 0) ?? []
  return {
    signed_commits_pct:
      told.length === 0
        ? null
        : Math.round((100 * told.filter(({ verified }) => verified === true).length) / told.length),
    signed_releases:
      withFiles.length === 0
        ? null
        : withFiles.filter(({ assets }) => assets.some((name) => SIGNATURE.test(name))).length,
    slsa_provenance: pack?.record.value?.provenance ?? null,
    reproducible_hint: inventory.hasReproducibleHint,
  }
}
