import { createHash, createPublicKey, type KeyObject } from 'node:crypto'

import { ed25519Key, readPublicKey } from '#shared/engines/attestation/verify-envelope.ts'
import { SshReader } from './ssh-reader.ts'

const curves: Readonly<Record<string, { crv: string; size: number }>> = {
  nistp256: { crv: 'P-256', size: 32 },
  nistp384: { crv: 'P-384', size: 48 },
  nistp521: { crv: 'P-521', size: 66 },
}

/** A public key of a caller: raw Ed25519 in hex or base64, PEM, a certificate in PEM, JWK, or a line of OpenSSH. */
export function signingKey(value: unknown): KeyObject | null {
  const text = typeof value === 'string' ? value.trim() : null
  const line =
    text === null ? null : /^(?:ssh-\w{2,10}|ecdsa-sha2-\w{2,10}) ([A-Za-z0-9+/=]{1,4000})(?:\s|$)/.exec(text)
  if (line !== null) return sshKey(Buffer.from(line[1] ?? '', 'base64'))
  if (text?.startsWith('{') === true) {
    try {
      return readPublicKey(JSON.parse(text))
    } catch {
      return null
    }
  }
  const key = readPublicKey(text ?? value)
  return key === null || key.type !== 'public' ? null : key
}

/** A public key in the wire format of SSH (RFC 4253 6.6, 5656 3.1, 8709 4); null when it is no key of a known type. */
export function sshKey(blob: Buffer): KeyObject | null {
  try {
    const reader = new SshReader(blob)
    const type = reader.text()
    if (type === 'ssh-ed25519') return ed25519Key(exactly(reader.bytes(), 32).toString('base64url'))
    if (type === 'sk-ssh-ed25519@openssh.com') return ed25519Key(exactly(reader.bytes(), 32).toString('base64url'))
    if (type === 'ssh-rsa') {
      const [e, n] = [unsigned(reader.bytes()), unsigned(reader.bytes())]
      return createPublicKey({
        key: { kty: 'RSA', n: n.toString('base64url'), e: e.toString('base64url') },
        format: 'jwk',
      })
    }
    const curve = curves[reader.text()]
    const point = reader.bytes()
    if (!type.startsWith('ecdsa-sha2-') || curve === undefined || point[0] !== 4) return null
    exactly(point, 1 + 2 * curve.size)
    const [x, y] = [point.subarray(1, 1 + curve.size), point.subarray(1 + curve.size)]
    const key = { kty: 'EC', crv: curve.crv, x: x.toString('base64url'), y: y.toString('base64url') }
    return createPublicKey({ key, format: 'jwk' })
  } catch {
    return null
  }
}

/** SHA-256 of a key's SPKI form, by which the same key is known in whatever form it came. */
export const keyId = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')

function exactly(bytes: Buffer, length: number): Buffer {
  if (bytes.length !== length) throw new Error(`${bytes.length} bytes where ${length} belong`)
  return bytes
}

/** Without the zero byte that keeps a number from being negative. */
const unsigned = (bytes: Buffer): Buffer => (bytes[0] === 0 ? bytes.subarray(1) : bytes)
