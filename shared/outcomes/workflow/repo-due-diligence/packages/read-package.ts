import { askPart, type Asking, type Part } from '#shared/engines/sources/part.ts'

import type { Ecosystem, Manifest } from '#shared/engines/repo/manifests/package-entry.ts'
import { crateRecord, type DependencyGraph, graphQuestion, versionQuestion, versionsQuestion } from './deps-dev.ts'
import { npmDownloadsQuestion, npmQuestion } from './npm.ts'
import type { PackageRecord } from './package-record.ts'
import { pypiQuestion } from './pypi.ts'

export type NamedPackage = { ecosystem: Ecosystem; name: string }

/** A package's record with what else is asked for. JSON. */
export type PackageFacts = {
  named: NamedPackage
  record: Part<PackageRecord>
  downloads30d: number | null
  graph: Part<DependencyGraph>
}

const PREFIXES: Readonly<Record<string, Ecosystem>> = {
  npm: 'npm',
  pypi: 'PyPI',
  cargo: 'crates.io',
  crates: 'crates.io',
}
const NONE = { value: null, source: null, problem: null }

/** The package a caller means: by its prefix, else of the ecosystem of the outermost manifest; without a name that one's. */
export function namePackage(given: string | undefined, manifests: readonly Manifest[]): NamedPackage | null {
  const [own] = manifests.filter(({ name, ecosystem }) => name !== null && ecosystem !== 'Go')
  if (given === undefined)
    return own === undefined || own.name === null ? null : { ecosystem: own.ecosystem, name: own.name }
  const [, prefix = '', name = given] = /^([a-z]+):(.+)$/i.exec(given.trim()) ?? []
  const ecosystem = PREFIXES[prefix.toLowerCase()] ?? own?.ecosystem ?? (name.startsWith('@') ? 'npm' : null)
  return ecosystem === null ? { ecosystem: 'npm', name: name.trim() } : { ecosystem, name: name.trim() }
}

/** Asks the package's registry, and deps.dev for its graph. */
export async function readPackage(asking: Asking, named: NamedPackage): Promise<PackageFacts> {
  const { ecosystem, name } = named
  const [record, downloads] = await Promise.all([
    recordOf(asking, named),
    ecosystem === 'npm' ? askPart(asking, npmDownloadsQuestion(name)) : null,
  ])
  const latest = record.value?.latest ?? null
  const graph =
    latest === null || ecosystem === 'Go' ? NONE : await askPart(asking, graphQuestion(ecosystem, name, latest))
  return { named, record, downloads30d: downloads?.value ?? null, graph }
}

async function recordOf(asking: Asking, { ecosystem, name }: NamedPackage): Promise<Part<PackageRecord>> {
  if (ecosystem === 'npm') return askPart(asking, npmQuestion(name))
  if (ecosystem === 'PyPI') return askPart(asking, pypiQuestion(name))
  const versions = await askPart(asking, versionsQuestion(ecosystem, name))
  if (versions.value === null) return { ...versions, value: null }
  const { latest } = versions.value
  const version = latest === null ? null : await askPart(asking, versionQuestion(ecosystem, name, latest))
  return { ...versions, value: { ...crateRecord(name, versions.value, version?.value ?? null), ecosystem } }
}
