import { compareVersions } from '#shared/engines/repo/advisories/compare-versions.ts'
import type { DiligenceFacts } from './diligence-facts.ts'
import { kindOfExpression, type LicenseKind } from './licenses.rules.ts'

const DAY_MS = 86_400_000
const UNMAINTAINED_DAYS = 730
const MOST_NAMED = 40

/** The dependencies in numbers; what could not be counted is null. */
export function dependenciesOf({
  direct,
  directLeft,
  directProblem,
  inventory,
  package: pack,
  approximate,
  now,
}: DiligenceFacts) {
  const { locked } = inventory
  const known = direct.filter(({ latest }) => latest !== null)
  const isKnown = directProblem === null && direct.length > 0
  const age = (time: string | null) => (time === null ? 0 : (now.getTime() - Date.parse(time)) / DAY_MS)
  const graph = pack?.graph.value ?? null
  const named = (list: readonly { name: string }[]) => list.map(({ name }) => name).slice(0, MOST_NAMED)
  const outdated = known.filter(
    ({ version, latest }) => version !== null && latest !== null && compareVersions(version, latest) < 0,
  )
  const deprecated = known.filter((one) => one.deprecated)
  const unmaintained = known.filter(({ latestAt }) => age(latestAt) > UNMAINTAINED_DAYS)
  return {
    direct: direct.length + directLeft,
    transitive:
      locked.length > 0
        ? Math.max(
            0,
            new Set(locked.map(({ name, version }) => `${name}@${version}`)).size - direct.length - directLeft,
          )
        : (graph?.transitive ?? null),
    outdated: isKnown && !approximate ? outdated.length : null,
    deprecated: isKnown ? deprecated.length : null,
    unmaintained: isKnown ? unmaintained.length : null,
    tree_depth: graph?.depth ?? null,
    approximate,
    outdated_packages: approximate
      ? []
      : outdated.slice(0, MOST_NAMED).map(({ name, version, latest }) => `${name} ${version} (latest ${latest})`),
    deprecated_packages: named(deprecated),
    unmaintained_packages: named(unmaintained),
    lock_files: [...inventory.lockFiles],
  }
}

const COPYLEFT: ReadonlySet<LicenseKind> = new Set(['strong_copyleft', 'network_copyleft'])

/** Licences of the repository and of what it depends on, and where they do not go together. */
export function licensesOf({ inventory, direct, package: pack }: DiligenceFacts) {
  const repo =
    inventory.info.license ??
    inventory.manifests.find(({ license }) => license !== null)?.license ??
    pack?.record.value?.license ??
    null
  const held = new Map<string, { name: string; license: string | null; dev: boolean }>()
  for (const { name, license } of direct) held.set(name, { name, license, dev: false })
  for (const { name, license, dev } of inventory.locked) {
    const known = held.get(name)
    held.set(name, { name, license: license ?? known?.license ?? null, dev: dev === true && known?.dev !== false })
  }
  const all = [...held.values()]
  const told = all.filter((one): one is { name: string; license: string; dev: boolean } => one.license !== null)
  const counts = new Map<string, number>()
  for (const { license } of told) counts.set(license, (counts.get(license) ?? 0) + 1)
  // What only builds and tests is not handed on to anybody.
  const copyleft = told
    .filter(({ dev }) => !dev)
    .filter(({ license }) => COPYLEFT.has(kindOfExpression(license)))
    .map(({ name, license }) => ({ package: name, license, kind: kindOfExpression(license) }))
  const own = repo === null ? 'unknown' : kindOfExpression(repo)
  const conflicts = own === 'permissive' || own === 'weak_copyleft' || own === 'proprietary' ? copyleft : []
  return {
    repo,
    repo_kind: own,
    dependencies: [...counts]
      .map(([license, count]) => ({ license, count }))
      .toSorted((a, b) => b.count - a.count || (a.license < b.license ? -1 : 1))
      .slice(0, 60),
    conflicts: conflicts.slice(0, MOST_NAMED).map((one) => ({
      package: one.package,
      license: one.license,
      why: `${one.license} asks more of users than ${repo ?? ''} does`,
    })),
    copyleft: copyleft.slice(0, MOST_NAMED),
    missing: all.length - told.length,
  }
}
