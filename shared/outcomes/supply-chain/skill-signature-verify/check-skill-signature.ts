import type { TrustMaterial } from '@sigstore/verify'

import { conclude } from '#shared/engines/guard/verdict.ts'
import { compareFiles } from './compare-files.ts'
import { candidates, findSigner } from './find-signer.ts'
import { packageManifest } from './package-manifest.ts'
import { noProof, type Proof } from './proof.ts'
import { readSignature } from './read-signature.ts'
import { signatureChecks, signatureReasons } from './signature-reasons.ts'
import type { SignatureInput, SignatureVerdict } from './signature-verdict.ts'
import { publicTrustRoot } from './trust-root.ts'
import { weakKey } from './weak-key.ts'

export const signatureRuleset = 'skill-signature/2026-11-20'

const usuallyIgnored = ['.git/**', '*.sig', 'skill.oms.sig']

/**
 * Verifies a package of files against a signature and the anchors a caller trusts. `now` only judges whether a plain
 * certificate is valid today. Nothing is fetched; `trust` is the embedded root of Sigstore unless a test brings its own.
 */
export function checkSkillSignature(
  input: SignatureInput,
  now: Date,
  trust: () => TrustMaterial = publicTrustRoot,
): SignatureVerdict {
  const ignore = input.ignore ?? usuallyIgnored
  const anchors = input.trusted ?? []
  const manifest = packageManifest(input.files, ignore)
  const { keys, unreadable } = candidates(input.public_key, anchors)
  const proof = sound(readSignature(input.signature, input.format ?? 'auto', manifest, keys, trust), keys)
  const found = findSigner(proof, keys, anchors, now)
  const compared = compareFiles(proof.claims, manifest, ignore)
  const isStrict = input.strict ?? true
  const facts = { proof, found, compared, isStrict, hasAnchors: anchors.length > 0, unreadable }
  const { modified, missing, unsigned } = compared.files
  const verdict = conclude({
    input,
    ruleset: signatureRuleset,
    findings: signatureReasons(facts),
    checks: signatureChecks(facts),
    proceed: 'Install the package: it is what a signer you trust has signed.',
  })
  const valid =
    proof.problem === null &&
    !compared.isOther &&
    modified.length + missing.length === 0 &&
    (!isStrict || unsigned.length === 0)
  return {
    ...verdict,
    valid,
    trusted: proof.problem === null && found.isTrusted,
    signer: found.signer,
    manifest_digest: manifest.digest,
    files: compared.files,
    signed_at: proof.signedAt,
    algorithm: proof.algorithm,
    details: [
      { step: 'manifest', ok: true, detail: `${manifest.counted.size} files, sha256 ${manifest.digest}` },
      ...proof.steps,
      ...(proof.problem === null ? [{ step: 'trust', ok: found.isTrusted, detail: found.detail }] : []),
    ],
  }
}

/** A signature of a key that anybody could sign with, or of another key than the one that was named, proves nothing. */
function sound(proof: Proof, keys: Parameters<typeof findSigner>[1]): Proof {
  if (proof.problem !== null || proof.key === null) return proof
  const weakness = weakKey(proof.key)
  if (weakness !== null) return noProof(proof.format, 'weak_key', `The key proves nothing: ${weakness}.`, proof.steps)
  const expected = keys.find(({ isExpected }) => isExpected)
  return expected !== undefined && proof.signer?.kind === 'key' && proof.signer.key_id !== expected.id
    ? noProof(proof.format, 'other_key', 'The signature is of another key than public_key.', proof.steps)
    : proof
}
