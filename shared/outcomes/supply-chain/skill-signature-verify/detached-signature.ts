import type { PackageManifest } from './package-manifest.ts'
import { type Candidate, keyProof, noProof, type Proof } from './proof.ts'
import { signedTexts } from './signed-texts.ts'
import { verifyBytes } from './verify-bytes.ts'

/** A bare signature over the manifest, in hex or base64, made with one of the keys the caller names. */
export function detachedSignature(
  signature: Buffer,
  manifest: PackageManifest,
  keys: readonly Candidate[],
  isEdwardsOnly: boolean,
): Proof {
  if (keys.length === 0) return noProof('ed25519', 'no_key', 'A bare signature needs public_key or a trusted key.')
  for (const candidate of keys) {
    if (isEdwardsOnly && candidate.key.asymmetricKeyType !== 'ed25519') continue
    for (const { name, bytes, claims } of signedTexts(manifest)) {
      const algorithm = verifyBytes(candidate.key, bytes, signature)
      if (algorithm === null) continue
      const step = { step: 'signature', ok: true, detail: `${algorithm} over ${name}` }
      return keyProof('ed25519', algorithm, candidate, claims, [step])
    }
  }
  return noProof('ed25519', 'bad_signature', 'The signature is none of these keys over this manifest.')
}
