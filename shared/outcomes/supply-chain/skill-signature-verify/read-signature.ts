import type { TrustMaterial } from '@sigstore/verify'

import { objectOr, textOr } from '#shared/engines/capability/tool-like.ts'
import { detachedSignature } from './detached-signature.ts'
import { dsseSignature } from './dsse-signature.ts'
import { jwsSignature } from './jws-signature.ts'
import type { PackageManifest } from './package-manifest.ts'
import { type Candidate, noProof, type Proof } from './proof.ts'
import type { SignatureFormat } from './signature-verdict.ts'
import { sigstoreBundle } from './sigstore-bundle.ts'
import { sshSignature } from './ssh-signature.ts'

/** Finds out what kind of signature was sent, where the caller does not say, and verifies it. */
export function readSignature(
  sent: unknown,
  wanted: 'auto' | SignatureFormat,
  manifest: PackageManifest,
  keys: readonly Candidate[],
  trust: () => TrustMaterial,
): Proof {
  const value = fromText(sent)
  const format = wanted === 'auto' ? formatOf(value) : wanted
  if (format === 'oms') return sigstoreBundle(value, manifest, keys, trust())
  if (format === 'dsse') return dsseSignature(objectOr(value)['dsseEnvelope'] ?? value, keys)
  if (format === 'ssh') return sshSignature(textOr(value) ?? '', manifest)
  if (format === 'jws') return jwsSignature(value, manifest, keys)
  const bytes = plainBytes(
    textOr(value) ?? textOr(objectOr(value)['signature']) ?? textOr(objectOr(value)['sig']) ?? '',
  )
  if (format === null || bytes === null) {
    return noProof(format ?? 'ed25519', 'unreadable_signature', 'This is no signature of a known form.')
  }
  return detachedSignature(bytes, manifest, keys, wanted === 'ed25519')
}

/** A signature file is often pasted as it stands. */
function fromText(sent: unknown): unknown {
  if (typeof sent !== 'string') return sent
  const text = sent.trim()
  if (!text.startsWith('{')) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function formatOf(value: unknown): SignatureFormat | null {
  if (typeof value === 'string') {
    if (value.includes('-----BEGIN SSH SIGNATURE-----')) return 'ssh'
    if (/^[\w-]+\.[\w-]*\.[\w-]+$/.test(value)) return 'jws'
    return plainBytes(value) === null ? null : 'ed25519'
  }
  const {
    mediaType,
    verificationMaterial,
    dsseEnvelope,
    payloadType,
    payload,
    signatures,
    protected: head,
  } = objectOr(value)
  const isBundle = /sigstore\.bundle/.test(textOr(mediaType) ?? '') || verificationMaterial !== undefined
  if (isBundle) return 'oms'
  if (payloadType !== undefined || dsseEnvelope !== undefined) return 'dsse'
  if (head !== undefined || (Array.isArray(signatures) && payload !== undefined)) return 'jws'
  return textOr(objectOr(value)['signature']) === undefined && textOr(objectOr(value)['sig']) === undefined
    ? null
    : 'ed25519'
}

/** The bytes of a bare signature: 48 to 1024 of them, in hex, base64 or base64url. */
function plainBytes(text: string): Buffer | null {
  const clean = text.replace(/\s+/g, '')
  if (!/^[\w+/-]+={0,2}$/.test(clean) || clean.length > 2_100) return null
  const isHex = /^(?:[0-9a-fA-F]{2})+$/.test(clean) && clean.length >= 96
  const bytes = isHex
    ? Buffer.from(clean, 'hex')
    : Buffer.from(clean.replaceAll('-', '+').replaceAll('_', '/'), 'base64')
  return bytes.length >= 48 && bytes.length <= 1_024 ? bytes : null
}
