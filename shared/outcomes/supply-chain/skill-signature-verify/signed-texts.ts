import type { Claims } from './claims.ts'
import { readClaims } from './claims.ts'
import type { PackageManifest } from './package-manifest.ts'

/** A text a detached signature may cover, and what it then says of the files. */
export type SignedText = { name: string; bytes: Buffer; claims: Claims }

/** The manifest in its usual forms, and the files of the package that list the others. */
export function signedTexts(manifest: PackageManifest): SignedText[] {
  const whole: Claims = { kind: 'digest', sha256: manifest.digest }
  const own = [
    { name: 'the manifest', text: manifest.text },
    { name: 'the manifest in the order of its paths', text: manifest.byPath },
    { name: 'the manifest without its last line feed', text: manifest.text.slice(0, -1) },
    { name: 'the digest of the manifest', text: manifest.digest },
  ].map(({ name, text }) => ({ name, bytes: Buffer.from(text, 'utf8'), claims: whole }))
  const lists = manifest.lists.flatMap(({ path, bytes }): SignedText[] => {
    const read = readClaims(bytes)
    if (!('claims' in read) || read.claims.kind !== 'files') return []
    // The list does not name itself, and is covered by the signature.
    const byPath = new Map([...read.claims.byPath, [path, manifest.all.get(path) ?? '']])
    return [{ name: `the file ${path}`, bytes, claims: { kind: 'files', byPath } }]
  })
  return [...own, ...lists]
}
