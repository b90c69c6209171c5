import type { X509Certificate } from 'node:crypto'

import { textOr } from '#shared/engines/capability/tool-like.ts'
import { certificateChain, readCertificate } from './certificate-chain.ts'
import type { Candidate, Proof } from './proof.ts'
import type { Signer, TrustAnchor } from './signature-verdict.ts'
import { keyId, signingKey } from './signing-key.ts'

/** Who signed, as far as the caller trusts them. */
export type Found = {
  isTrusted: boolean
  signer: Signer | null
  detail: string
  notes: { code: string; message: string; isDoubtful: boolean }[]
}

/** The keys the caller names, those under `trusted` with their names. */
export function candidates(
  publicKey: unknown,
  trusted: readonly TrustAnchor[],
): { keys: Candidate[]; unreadable: string[] } {
  const keys = new Map<string, Candidate>()
  const unreadable: string[] = []
  for (const [index, { kind, value, name }] of trusted.entries()) {
    if (kind !== 'key') continue
    const key = signingKey(value)
    if (key === null) unreadable.push(`/trusted/${index}/value`)
    else keys.set(keyId(key), { key, id: keyId(key), name: name ?? null, isTrusted: true, isExpected: false })
  }
  if (publicKey !== undefined && publicKey !== null) {
    const key = signingKey(publicKey)
    if (key === null) unreadable.push('/public_key')
    else {
      const known = keys.get(keyId(key))
      keys.set(keyId(key), { key, id: keyId(key), name: null, isTrusted: false, ...known, isExpected: true })
    }
  }
  return { keys: [...keys.values()], unreadable }
}

/** Holds the signer of a proof against the anchors: by key, by the identity Sigstore vouched for, by certificate. */
export function findSigner(
  proof: Proof,
  keys: readonly Candidate[],
  anchors: readonly TrustAnchor[],
  now: Date,
): Found {
  const { signer, key } = proof
  const none = (detail: string): Found => ({ isTrusted: false, signer, detail, notes: [] })
  if (signer === null || key === null) return none('nothing is signed')
  const own = keys.find(({ id, isTrusted }) => isTrusted && id === signer.key_id)
  if (own !== undefined)
    return { isTrusted: true, signer: { ...signer, name: own.name }, detail: 'the key is among trusted', notes: [] }
  const identity = proof.isKeyless ? anchors.find((anchor) => isIdentity(anchor, signer)) : undefined
  if (identity !== undefined) {
    const note = {
      code: 'issuer_not_pinned',
      message: 'The identity is trusted whoever vouched for it; add its issuer to trusted.',
      isDoubtful: false,
    }
    return {
      isTrusted: true,
      signer: { ...signer, name: identity.name ?? null },
      detail: 'the identity is among trusted',
      notes: identity.issuer === undefined ? [note] : [],
    }
  }
  return proof.certificates.length === 0
    ? none('the key is not among trusted')
    : byCertificate(proof, signer, anchors, now)
}

const isIdentity = ({ kind, value, issuer }: TrustAnchor, signer: Signer) =>
  kind === 'identity' && textOr(value) === signer.identity && (issuer === undefined || issuer === signer.issuer)

function byCertificate(proof: Proof, signer: Signer, anchors: readonly TrustAnchor[], now: Date): Found {
  const chain = proof.certificates.flatMap((der) => readCertificate(der) ?? [])
  const [leaf] = chain
  const named = anchors.filter(({ kind }) => kind === 'certificate')
  const read = named.flatMap((anchor): { anchor: TrustAnchor; certificate: X509Certificate }[] => {
    const text = textOr(anchor.value) ?? ''
    const isPrint =
      leaf !== undefined &&
      text.replace(/[^0-9a-fA-F]/g, '').toLowerCase() === leaf.fingerprint256.replaceAll(':', '').toLowerCase()
    const certificate = isPrint
      ? leaf
      : text.includes('-----BEGIN')
        ? readCertificate(text)
        : readCertificate(Buffer.from(text, 'base64'))
    return certificate === null || certificate === undefined ? [] : [{ anchor, certificate }]
  })
  const result = certificateChain(
    chain,
    read.map(({ certificate }) => certificate),
    now,
  )
  if (!result.isTrusted) return { isTrusted: false, signer, detail: result.detail, notes: [] }
  const owner = read.find(({ certificate }) => certificate.fingerprint256 === result.anchor?.fingerprint256)
  const expired = {
    code: 'certificate_expired',
    message: 'A certificate of the signer is not valid now, and nothing proves that it was when it signed.',
    isDoubtful: true,
  }
  return {
    isTrusted: true,
    signer: { ...signer, name: owner?.anchor.name ?? null },
    detail: result.detail,
    notes: result.isCurrent || proof.signedAt !== null ? [] : [expired],
  }
}
