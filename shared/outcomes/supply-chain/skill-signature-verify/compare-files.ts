import type { Claims } from './claims.ts'
import { isIgnored } from './is-ignored.ts'
import type { PackageManifest } from './package-manifest.ts'
import type { SignatureVerdict } from './signature-verdict.ts'

/** How the files are against what is signed; `isOther` when the signature is over another manifest altogether. */
export type Compared = { files: SignatureVerdict['files']; isOther: boolean }

/** Compares every file with the signed digests; a signed file that is ignored still has to be the signed one if it is there. */
export function compareFiles(claims: Claims | null, manifest: PackageManifest, ignore: readonly string[]): Compared {
  const { counted, all } = manifest
  const total = counted.size
  const empty = { total, matched: 0, modified: [], missing: [], unsigned: [] }
  if (claims === null) return { files: empty, isOther: false }
  if (claims.kind === 'digest') {
    const isSame = claims.sha256 === manifest.digest
    return { files: { ...empty, matched: isSame ? total : 0 }, isOther: !isSame }
  }
  const { byPath } = claims
  const [only] = byPath
  // One subject that stands for the package as a whole.
  if (byPath.size === 1 && only !== undefined && !all.has(only[0]) && only[1] === manifest.digest) {
    return { files: { ...empty, matched: total }, isOther: false }
  }
  const modified = [...byPath]
    .filter(([path, sha256]) => all.has(path) && all.get(path) !== sha256)
    .map(([path]) => path)
  const missing = [...byPath.keys()].filter((path) => !all.has(path) && !isIgnored(path, ignore))
  const unsigned = [...counted].filter((path) => !byPath.has(path))
  const matched = [...counted].filter((path) => byPath.get(path) === all.get(path)).length
  const isOther = matched === 0 && modified.length === 0
  return {
    files: {
      total,
      matched,
      modified: modified.toSorted(),
      missing: missing.toSorted(),
      unsigned: unsigned.toSorted(),
    },
    isOther,
  }
}
