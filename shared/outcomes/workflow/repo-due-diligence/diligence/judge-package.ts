import type { Finding } from '#shared/engines/guard/verdict.ts'

import { typosquatOf } from '#shared/engines/repo/indicators/typosquat.ts'
import { isSameRepo, readRepoUrl } from '#shared/engines/repo/repo-url.ts'
import type { DiligenceFacts } from './diligence-facts.ts'

const NEW_DAYS = 30

/** The package that goes with the repository, and what speaks against it. */
export async function judgePackage({ package: pack, inventory, now }: DiligenceFacts) {
  if (pack === null)
    return { report: null, findings: [], unknowns: ['package: no manifest names one, and none was sent'] }
  const { named, record, downloads30d } = pack
  const { value } = record
  const near = await typosquatOf(named.ecosystem, named.name)
  const findings: Finding[] = []
  if (near !== null)
    findings.push({
      decision: 'review',
      severity: 'high',
      code: 'typosquat_name',
      message: `${named.name} is one letter off ${near}.`,
      next: `Check that ${named.name} is meant and not ${near}.`,
    })
  if (value === null) {
    const isAbsent = record.problem === null
    if (isAbsent)
      findings.push({
        decision: 'review',
        severity: 'high',
        code: 'package_not_found',
        message: `The registry has no package ${named.name}.`,
        next: 'Do not install by this name: whoever registers it first owns it.',
      })
    return {
      report: null,
      findings,
      unknowns: isAbsent ? [] : [`package: the registry did not answer (${record.problem?.replaceAll('_', ' ')})`],
    }
  }
  const told = value.repository === null ? null : readRepoUrl(value.repository)
  const isSame = value.repository === null ? null : told !== null && isSameRepo(told, inventory.ref)
  const tags = inventory.releases.value?.map(({ tag }) => tag) ?? []
  const tagged =
    value.latest === null || tags.length === 0
      ? null
      : tags.some(
          (tag) =>
            tag === value.latest ||
            tag.endsWith(`v${value.latest}`) ||
            tag.endsWith(`@${value.latest}`) ||
            tag.endsWith(`-${value.latest}`),
        )
  if (isSame === false)
    findings.push({
      decision: 'review',
      severity: 'high',
      code: 'repo_mismatch',
      message: `The package ${value.name} says that its source is ${value.repository?.slice(0, 200)}, not this repository.`,
      evidence: { registry: value.repository, repository: inventory.ref.url },
      next: 'Find out which repository the package is really built from before you install it.',
    })
  if (isSame === null)
    findings.push({
      decision: 'review',
      severity: 'medium',
      code: 'repo_unnamed',
      message: `The package ${value.name} names no repository.`,
      next: 'Ask its maintainers which source it is built from.',
    })
  if (tagged === false)
    findings.push({
      decision: 'allow',
      severity: 'low',
      code: 'release_without_tag',
      message: `No release of the repository is of version ${value.latest}.`,
    })
  if (value.deprecated)
    findings.push({
      decision: 'review',
      severity: 'high',
      code: 'package_deprecated',
      message: `The registry marks ${value.name} as deprecated.`,
      next: 'Use what its maintainers name in its place.',
    })
  if (value.installScripts === true && named.ecosystem === 'npm')
    findings.push({
      decision: 'review',
      severity: 'medium',
      code: 'package_install_script',
      message: `${value.name} runs a script when it is installed.`,
      next: 'Install with scripts off, or read the script first.',
    })
  if (value.firstPublishedAt !== null && (now.getTime() - Date.parse(value.firstPublishedAt)) / 86_400_000 < NEW_DAYS)
    findings.push({
      decision: 'review',
      severity: 'medium',
      code: 'package_new',
      message: `${value.name} was first published on ${value.firstPublishedAt.slice(0, 10)}.`,
      next: 'Wait until others have used it.',
    })
  const report = {
    name: value.name,
    ecosystem: value.ecosystem,
    latest: value.latest,
    published_at: value.publishedAt,
    first_published_at: value.firstPublishedAt,
    downloads_30d: downloads30d,
    repo_match: isSame,
    release_tag_found: tagged,
    registry_repository: value.repository,
    provenance: value.provenance,
    install_scripts: value.installScripts,
    published_by: value.publishedBy,
    maintainers: value.maintainers,
    deprecated: value.deprecated,
    typosquat_of: near,
  }
  return {
    report,
    findings,
    unknowns: downloads30d === null ? ['package.downloads_30d: the registry counts none, or did not answer'] : [],
  }
}
