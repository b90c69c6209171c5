import { X509Certificate } from 'node:crypto'

/** A chain from a leaf to a certificate the caller trusts, or why there is none. */
export type ChainResult = { isTrusted: boolean; anchor: X509Certificate | null; isCurrent: boolean; detail: string }

const MAX_DEPTH = 6
const CODE_SIGNING = '1.3.6.1.5.5.7.3.3'
const ANY_USE = '2.5.29.37.0'

export function readCertificate(der: Buffer | string): X509Certificate | null {
  try {
    return new X509Certificate(der)
  } catch {
    return null
  }
}

/**
 * Whether a leaf leads to one of the anchors by way of the certificates that came with it: each one signed by the next,
 * which is a CA. An anchor may be the leaf itself. Revocation is not looked up.
 */
export function certificateChain(
  certificates: readonly X509Certificate[],
  anchors: readonly X509Certificate[],
  now: Date,
): ChainResult {
  const [leaf, ...others] = certificates
  const none = (detail: string): ChainResult => ({ isTrusted: false, anchor: null, isCurrent: false, detail })
  if (leaf === undefined) return none('the bundle has no certificate')
  const uses: readonly string[] = leaf.keyUsage ?? []
  if (uses.length > 0 && !uses.includes(CODE_SIGNING) && !uses.includes(ANY_USE)) {
    return none('the certificate is not made for signing code')
  }
  let current = leaf
  const path = [leaf]
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const anchor = anchors.find(({ fingerprint256 }) => fingerprint256 === current.fingerprint256)
    if (anchor !== undefined) return ended(path, anchor, now)
    const issuer = [...anchors, ...others].find((one) => isIssuedBy(current, one))
    if (issuer === undefined || path.includes(issuer)) return none('no trusted certificate vouches for the signer')
    path.push(issuer)
    current = issuer
  }
  return none('the chain of certificates is too long')
}

function ended(path: readonly X509Certificate[], anchor: X509Certificate, now: Date): ChainResult {
  const isCurrent = path.every(({ validFromDate, validToDate }) => validFromDate <= now && now <= validToDate)
  return {
    isTrusted: true,
    anchor,
    isCurrent,
    detail: `${path.length} certificates lead to ${anchor.subject.slice(0, 200)}`,
  }
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  if (!issuer.ca) return false
  try {
    return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
  } catch {
    return false
  }
}
