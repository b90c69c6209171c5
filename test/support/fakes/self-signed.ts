import { generateKeyPairSync, sign } from 'node:crypto'

/** DER: a tag, a length, what is inside. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const inside = Buffer.concat(parts)
  const { length } = inside
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), inside])
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const time = (date: Date) => der(0x17, Buffer.from(`${date.toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`))
const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'))

/** A certificate for one name that nobody vouches for, and its key (RFC 5280, the least of it). */
export function selfSigned(
  name: string,
  { from = new Date(Date.now() - 86_400_000), to = new Date(Date.now() + 86_400_000) } = {},
): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const subject = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))))
  const altName = sequence(oid('551d11'), der(0x04, sequence(der(0x82, Buffer.from(name)))))
  const tbs = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    subject,
    sequence(time(from), time(to)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(altName)),
  )
  const signature = sign('sha256', tbs, privateKey)
  const whole = sequence(tbs, ECDSA_WITH_SHA256, der(0x03, Buffer.from([0]), signature))
  const lines = whole.toString('base64').replace(/(.{64})/g, '$1\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}
