import type { Ecosystem } from '#shared/engines/repo/manifests/package-entry.ts'

/** What a registry says of a package. JSON; times are ISO 8601. */
export type PackageRecord = {
  name: string
  ecosystem: Ecosystem
  latest: string | null
  publishedAt: string | null
  firstPublishedAt: string | null
  /** As the registry has it, however it is written. */
  repository: string | null
  /** Attested by the build that made it (npm and PyPI attestations, SLSA); null where the registry does not say. */
  provenance: boolean | null
  installScripts: boolean | null
  publishedBy: string | null
  maintainers: number | null
  deprecated: boolean
  license: string | null
}
