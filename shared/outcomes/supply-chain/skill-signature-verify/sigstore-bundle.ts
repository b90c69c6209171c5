import { assertBundle, type Bundle, bundleFromJSON } from '@sigstore/bundle'
import { Bundle as BundleForm } from '@sigstore/protobuf-specs'
import { toSignedEntity, type TrustMaterial, Verifier } from '@sigstore/verify'

import { preAuthEncoding } from '#shared/lib/crypto/dsse.ts'

import { objectOr, textOr } from '#shared/engines/capability/tool-like.ts'
import { readCertificate } from './certificate-chain.ts'
import { type Claims, readClaims } from './claims.ts'
import { dsseSignature } from './dsse-signature.ts'
import type { PackageManifest } from './package-manifest.ts'
import { type Candidate, keyProof, noProof, type Proof } from './proof.ts'
import type { Step } from './signature-verdict.ts'
import { signedTexts } from './signed-texts.ts'
import { keyId } from './signing-key.ts'
import { verifyBytes } from './verify-bytes.ts'

/**
 * A Sigstore bundle, as OMS signatures are. With a certificate of Sigstore it is verified offline against the trust root
 * (chain, transparency log, timestamps); with another certificate by its own key, for the caller's anchors to judge; with
 * a key hint by the keys the caller names.
 */
export function sigstoreBundle(
  value: unknown,
  manifest: PackageManifest,
  keys: readonly Candidate[],
  trust: TrustMaterial,
): Proof {
  const bundle = readBundle(value)
  if (bundle === null) return noProof('oms', 'unreadable_signature', 'This is no Sigstore bundle.')
  const certificates = certificatesOf(bundle)
  if (certificates.length > 0) return certified(bundle, certificates, manifest, trust)
  const { content } = bundle
  if (content.$case === 'dsseEnvelope') return dsseSignature(objectOr(value)['dsseEnvelope'], keys, 'oms')
  for (const candidate of keys) {
    for (const { name, bytes, claims } of signedTexts(manifest)) {
      const algorithm = verifyBytes(candidate.key, bytes, content.messageSignature.signature)
      if (algorithm === null) continue
      return keyProof('oms', algorithm, candidate, claims, [
        { step: 'signature', ok: true, detail: `${algorithm} over ${name}` },
      ])
    }
  }
  return noProof(
    'oms',
    keys.length === 0 ? 'no_key' : 'bad_signature',
    'The bundle names a key by a hint, and none of the keys fits.',
  )
}

function readBundle(value: unknown): Bundle | null {
  try {
    return bundleFromJSON(value)
  } catch {
    return withChain(value)
  }
}

/** OMS puts a whole chain of its signer's certificates into a bundle of version 0.3, which Sigstore's own clients refuse. */
function withChain(value: unknown): Bundle | null {
  try {
    const bundle = BundleForm.fromJSON(value)
    assertBundle(bundle)
    return bundle.verificationMaterial.content.$case === 'x509CertificateChain' ? bundle : null
  } catch {
    return null
  }
}

function certificatesOf({ verificationMaterial: { content } }: Bundle): Buffer[] {
  if (content.$case === 'certificate') return [Buffer.from(content.certificate.rawBytes)]
  return content.$case === 'x509CertificateChain'
    ? content.x509CertificateChain.certificates.slice(0, 10).map(({ rawBytes }) => Buffer.from(rawBytes))
    : []
}

type Signed = {
  name: string
  covered: Buffer
  artifact: Buffer | undefined
  signature: Buffer
  claims: () => Claims | string
}

function certified(
  bundle: Bundle,
  certificates: readonly Buffer[],
  manifest: PackageManifest,
  trust: TrustMaterial,
): Proof {
  const leaf = readCertificate(certificates[0] ?? '')
  if (leaf === null) return noProof('oms', 'unreadable_signature', 'The certificate of the bundle cannot be read.')
  const signed = signedOf(bundle, manifest).find(
    ({ covered, signature }) => verifyBytes(leaf.publicKey, covered, signature) !== null,
  )
  if (signed === undefined)
    return noProof('oms', 'bad_signature', 'The signature is not of the key in the certificate.')
  const algorithm = verifyBytes(leaf.publicKey, signed.covered, signed.signature) ?? 'none'
  const steps: Step[] = [{ step: 'signature', ok: true, detail: `${algorithm} over ${signed.name}` }]
  const claims = signed.claims()
  if (typeof claims === 'string')
    return noProof('oms', 'unreadable_payload', `The signature holds, but ${claims}.`, steps)
  const seen = keyless(bundle, signed.artifact, trust)
  const proof: Proof = {
    format: 'oms',
    algorithm,
    claims,
    signer: {
      kind: seen.isKeyless ? 'identity' : 'certificate',
      key_id: keyId(leaf.publicKey),
      identity: seen.identity ?? leaf.subjectAltName?.replace(/^(?:email|URI|DNS):/, '') ?? leaf.subject,
      issuer: seen.issuer ?? leaf.issuer,
      name: null,
    },
    key: leaf.publicKey,
    certificates,
    isKeyless: seen.isKeyless,
    signedAt: seen.isKeyless ? signedAt(bundle) : null,
    steps: [...steps, { step: 'sigstore', ok: seen.isKeyless, detail: seen.detail }],
    problem: null,
    notes: [
      {
        code: 'revocation_not_checked',
        message: 'Whether the certificate or the key was revoked was not looked up.',
        isDoubtful: false,
      },
    ],
  }
  return proof
}

/** What the leaf's key may have signed: the envelope, or one of the texts of the manifest. */
function signedOf({ content }: Bundle, manifest: PackageManifest): Signed[] {
  if (content.$case === 'dsseEnvelope') {
    const { payload, payloadType, signatures } = content.dsseEnvelope
    const claims = () => {
      const read = readClaims(payload)
      return 'problem' in read ? read.problem : read.claims
    }
    const covered = preAuthEncoding(payloadType, payload)
    return signatures
      .slice(0, 1)
      .map(({ sig }) => ({ name: 'the envelope', covered, artifact: undefined, signature: sig, claims }))
  }
  const { signature } = content.messageSignature
  return signedTexts(manifest).map(({ name, bytes, claims }) => ({
    name,
    covered: bytes,
    artifact: bytes,
    signature,
    claims: () => claims,
  }))
}

type Keyless = { isKeyless: boolean; identity: string | undefined; issuer: string | undefined; detail: string }

/** Chain, certificate transparency, Rekor inclusion and timestamps, all against the embedded trust root. */
function keyless(bundle: Bundle, artifact: Buffer | undefined, trust: TrustMaterial): Keyless {
  try {
    const { identity } = new Verifier(trust).verify(toSignedEntity(bundle, artifact))
    return {
      isKeyless: true,
      identity: identity?.subjectAlternativeName,
      issuer: identity?.extensions?.issuer,
      detail: 'the certificate, its log entry and its time agree with the Sigstore trust root',
    }
  } catch (error) {
    const why = error instanceof Error ? (textOr(error.message) ?? '') : ''
    return { isKeyless: false, identity: undefined, issuer: undefined, detail: `not of Sigstore: ${why.slice(0, 200)}` }
  }
}

/** When a log or a timestamp authority saw the signature; the verifier has checked both. */
function signedAt(bundle: Bundle): string | null {
  const entries = toSignedEntity(bundle).timestamps
  const times = entries.flatMap((one) => {
    if (one.$case === 'timestamp-authority') return [one.timestamp.signingTime.getTime()]
    return one.tlogEntry.inclusionPromise === undefined ? [] : [Number(one.tlogEntry.integratedTime) * 1_000]
  })
  return times.length === 0 ? null : new Date(Math.min(...times)).toISOString()
}
