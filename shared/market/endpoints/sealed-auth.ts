import { sealer } from '#shared/calls/seal.ts'

const FIELD = ['value'] as const

/** Encrypts and decrypts the value of a seller's own auth header, bound to the version that it belongs to. */
export function authSealer(serverSecret: string) {
  const secrets = sealer(serverSecret)
  return {
    seal: (versionId: string, value: string): string => secrets.seal(versionId, FIELD, '', { value }),
    open: (versionId: string, sealed: string): string => String(secrets.open(versionId, FIELD, sealed)['value']),
  }
}
