import type { Part, SourceLine } from '#shared/engines/sources/part.ts'

import type { Advisories } from '#shared/engines/repo/advisories/look-up-advisories.ts'
import type { Commit, Issue, IssueComment } from '#shared/engines/repo/hosts/repo-host.ts'
import type { LockedPackage } from '#shared/engines/repo/manifests/package-entry.ts'
import type { PackageFacts } from '../packages/read-package.ts'
import type { Inventory } from '#shared/engines/repo/read-inventory.ts'

/** What repo-safety answered, as far as it is read here. */
export type SafetyReport = {
  decision: 'allow' | 'review' | 'block'
  score: number
  grade: string
  reasons: { code: string; severity: string; message: string }[]
  indicators: { code: string; path: string; severity: string; message: string }[]
  unknowns: string[]
} & Record<string, unknown>

/** A direct dependency with what deps.dev knows of it. */
export type DirectDependency = {
  ecosystem: LockedPackage['ecosystem']
  name: string
  /** In use: locked, or the latest where nothing is locked. */
  version: string | null
  latest: string | null
  latestAt: string | null
  deprecated: boolean
  license: string | null
}

/** The inventory without the list of files, which only repo-safety looks through. */
export type SlimInventory = Omit<Inventory, 'tree' | 'chosen'> & {
  hasReproducibleHint: boolean
  lockFiles: readonly string[]
}

/** Everything due diligence rests on. */
export type DiligenceFacts = {
  now: Date
  safety: SafetyReport
  inventory: SlimInventory
  year: Part<Commit[]>
  issues: Part<Issue[]>
  comments: Part<IssueComment[]>
  accounts: readonly { login: string; createdAt: string | null }[]
  package: PackageFacts | null
  direct: readonly DirectDependency[]
  /** Direct dependencies that were not asked about. */
  directLeft: number
  directProblem: string | null
  /** Versions that were chosen as the latest, because nothing is locked. */
  approximate: boolean
  advisories: Part<Advisories>
  sources: readonly SourceLine[]
}
