import { createHash } from 'node:crypto'

import type { PackageManifest } from './package-manifest.ts'
import { keyProof, noProof, type Proof } from './proof.ts'
import { signedTexts } from './signed-texts.ts'
import { keyId, sshKey } from './signing-key.ts'
import { SshReader, sshString } from './ssh-reader.ts'
import { verifyBytes } from './verify-bytes.ts'

const MAGIC = 'SSHSIG'
const usualNamespaces = /^(?:file|skill|package|release|manifest)(?:[@.-].{0,100})?$/

/** An armored SSH signature (PROTOCOL.sshsig) over the manifest; it brings its key along. */
export function sshSignature(armored: string, manifest: PackageManifest): Proof {
  const read = readSshSignature(armored)
  if (read === null) return noProof('ssh', 'unreadable_signature', 'This is no SSH signature.')
  const key = sshKey(read.publicKey)
  if (key === null) return noProof('ssh', 'unreadable_signature', 'The key of the SSH signature is of no known type.')
  for (const { name, bytes, claims } of signedTexts(manifest)) {
    const covered = Buffer.concat([
      Buffer.from(MAGIC),
      sshString(read.namespace),
      sshString(read.reserved),
      sshString(read.hash),
      sshString(createHash(read.hash).update(bytes).digest()),
    ])
    const algorithm = verifyBytes(key, read.wrap(covered), read.signature)
    if (algorithm === null) continue
    const step = { step: 'signature', ok: true, detail: `${algorithm} over ${name}, namespace ${read.namespace}` }
    const proof = keyProof('ssh', algorithm, { key, id: keyId(key), name: null }, claims, [step])
    if (usualNamespaces.test(read.namespace)) return proof
    const message = `The signature was made for ${read.namespace.slice(0, 60)}, not for files.`
    return { ...proof, notes: [{ code: 'ssh_namespace', message, isDoubtful: true }] }
  }
  return noProof('ssh', 'bad_signature', 'The SSH signature is not over this manifest.')
}

type SshSignature = {
  publicKey: Buffer
  namespace: string
  reserved: Buffer
  hash: 'sha256' | 'sha512'
  signature: Buffer
  /** What the key really signed; a security key signs a digest with its counter. */
  wrap: (covered: Buffer) => Buffer
}

function readSshSignature(armored: string): SshSignature | null {
  const body = /-----BEGIN SSH SIGNATURE-----([A-Za-z0-9+/=\s]{1,20000})-----END SSH SIGNATURE-----/.exec(armored)?.[1]
  if (body === undefined) return null
  try {
    const reader = new SshReader(Buffer.from(body, 'base64'))
    if (reader.take(MAGIC.length).toString('latin1') !== MAGIC || reader.number() !== 1) return null
    const publicKey = reader.bytes()
    const [namespace, reserved, hash] = [reader.text(), reader.bytes(), reader.text()]
    const blob = new SshReader(reader.bytes())
    if (!reader.isAtEnd || namespace === '' || (hash !== 'sha256' && hash !== 'sha512')) return null
    const type = blob.text()
    // SHA-1 is what "ssh-rsa" stands for as the name of a signature.
    if (type === 'ssh-rsa') return null
    const raw = blob.bytes()
    const signature = type.startsWith('ecdsa-') ? fixedLength(raw, type) : raw
    if (!type.startsWith('sk-')) return { publicKey, namespace, reserved, hash, signature, wrap: (covered) => covered }
    const tail = Buffer.alloc(5)
    tail.writeUInt8(blob.byte(), 0)
    tail.writeUInt32BE(blob.number(), 1)
    const application = applicationOf(publicKey)
    const wrap = (covered: Buffer) => Buffer.concat([sha256(application), tail, sha256(covered)])
    return { publicKey, namespace, reserved, hash, signature, wrap }
  } catch {
    return null
  }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

/** The last string of a security key: the application it was made for. */
function applicationOf(publicKey: Buffer): Buffer {
  const reader = new SshReader(publicKey)
  reader.text()
  reader.bytes()
  return reader.bytes()
}

/** The two numbers of an ECDSA signature (RFC 5656 3.1.2), each filled up to the length of the curve. */
function fixedLength(raw: Buffer, type: string): Buffer {
  const size = type.endsWith('521') ? 66 : type.endsWith('384') ? 48 : 32
  const reader = new SshReader(raw)
  return Buffer.concat(
    [reader.bytes(), reader.bytes()].map((number) => {
      const plain = number[0] === 0 ? number.subarray(1) : number
      if (plain.length > size) throw new RangeError('a number is too long')
      return Buffer.concat([Buffer.alloc(size - plain.length), plain])
    }),
  )
}
