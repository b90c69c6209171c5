import { sealer } from '#shared/calls/seal.ts'

const FIELD = ['value'] as const

/** The header by which a seller's own API knows us. */
export type AuthHeader = { name: string; value: string }

/** Encrypts and decrypts the value of a seller's own auth header, bound to the version that it belongs to. */
export function authSealer(serverSecret: string) {
  const secrets = sealer(serverSecret)
  return {
    seal: (versionId: string, value: string): string => secrets.seal(versionId, FIELD, '', { value }),
    open: (versionId: string, sealed: string): string => String(secrets.open(versionId, FIELD, sealed)['value']),
  }
}

/** The columns of a version that hold its auth header; both null for none. */
export const headerColumns = (serverSecret: string, versionId: string, header: AuthHeader | null) => ({
  authHeader: header?.name ?? null,
  sealedAuth: header === null ? null : authSealer(serverSecret).seal(versionId, header.value),
})
