import { z } from 'zod'

import { verdictFields } from '#shared/engines/guard/verdict.ts'

export const signatureFormats = ['oms', 'dsse', 'ed25519', 'ssh', 'jws'] as const
export type SignatureFormat = (typeof signatureFormats)[number]

/** One file of a package: its bytes, or the digest the caller took of them. */
export type PackageFile = {
  path: string
  content?: string | undefined
  content_base64?: string | undefined
  sha256?: string | undefined
  mode?: string | number | undefined
}

/** Whom the caller trusts: a key, an identity of a certificate, or a certificate. */
export type TrustAnchor = {
  kind: 'key' | 'identity' | 'certificate'
  value: unknown
  name?: string | undefined
  issuer?: string | undefined
}

export type SignatureInput = {
  files: readonly PackageFile[]
  signature: unknown
  format?: 'auto' | SignatureFormat | undefined
  public_key?: unknown
  trusted?: readonly TrustAnchor[] | undefined
  ignore?: readonly string[] | undefined
  strict?: boolean | undefined
}

const signer = z.object({
  kind: z.enum(['key', 'identity', 'certificate']),
  key_id: z.string().nullable().describe('sha256 of the public key (SPKI, DER)'),
  identity: z.string().nullable().describe('subject alternative name or subject of the certificate'),
  issuer: z.string().nullable().describe('who vouched for the identity'),
  name: z.string().nullable().describe('the name given in trusted'),
})
export type Signer = z.output<typeof signer>

const step = z.object({ step: z.string(), ok: z.boolean(), detail: z.string() })
export type Step = z.output<typeof step>

/** The answer of skill-signature-verify. */
export const signatureVerdict = z.object({
  ...verdictFields,
  valid: z.boolean().describe('cryptographically valid and files match'),
  trusted: z.boolean().describe('signer is among trusted'),
  signer: signer.nullable(),
  manifest_digest: z
    .string()
    .describe(
      'sha256 of the manifest: the lines "<sha256>  <path>" of all files not ignored, sorted, each with a line feed',
    ),
  files: z.object({
    total: z.int(),
    matched: z.int(),
    modified: z.array(z.string()),
    missing: z.array(z.string()),
    unsigned: z.array(z.string()),
  }),
  signed_at: z.string().nullable().describe('when provable by a transparency log or a timestamp authority'),
  algorithm: z.string().describe('ed25519, ecdsa-p256, rsa-pss, ...; none when nothing could be verified'),
  details: z.array(step).describe('what was done, in order'),
})
export type SignatureVerdict = z.output<typeof signatureVerdict>
