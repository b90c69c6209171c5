import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'
import { preAuthEncoding } from '#shared/lib/crypto/dsse.ts'
import { signedSkill } from '#test/support/files/signed-skill.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { skillSignatureVerify } from './outcome.ts'

type File = { path: string; content?: string; content_base64?: string; sha256?: string; mode?: string | number }
type Answer = { decision: string; valid: boolean; trusted: boolean; algorithm: string; manifest_digest: string }

const run = async (input: unknown, doors = {}) =>
  // Safe: the declared output has these members.
  (await skillSignatureVerify.run(input, fakeContext(doors))) as Answer
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const reason = (code: string) => ({ reasons: expect.arrayContaining([expect.objectContaining({ code })]) })

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
const trusted = [{ kind: 'key', value: pem, name: 'Publisher' }]
const files: File[] = [
  { path: 'SKILL.md', content: '# Hello\nSay hello.\n' },
  { path: 'scripts/hello.sh', content: 'echo hello\n' },
]

/** What `sha256sum` prints for the files, in the order of `sort`. */
const manifestOf = (list: readonly File[]) =>
  list
    .map(({ path, content = '' }) => `${sha256(content)}  ${path}\n`)
    .toSorted()
    .join('')

const bare = (text: string, key: KeyObject = privateKey) => sign(null, Buffer.from(text), key).toString('base64')

/** An in-toto statement in a DSSE envelope. */
function envelope(list: readonly File[], key: KeyObject = privateKey) {
  const subject = list.map(({ path, content = '' }) => ({ name: path, digest: { sha256: sha256(content) } }))
  const statement = { _type: 'https://in-toto.io/Statement/v1', subject, predicateType: 'https://example.com/skill' }
  const payload = Buffer.from(JSON.stringify(statement))
  const payloadType = 'application/vnd.in-toto+json'
  const sig = sign(null, preAuthEncoding(payloadType, payload), key).toString('base64')
  return { payload: payload.toString('base64'), payloadType, signatures: [{ sig }] }
}

/** A JWS with the files in its payload, or detached over `text`. */
function jws(payload: string, text = payload, header: object = { alg: 'EdDSA' }) {
  const head = Buffer.from(JSON.stringify(header)).toString('base64url')
  const covered = `${head}.${Buffer.from(text).toString('base64url')}`
  return `${head}.${Buffer.from(payload).toString('base64url')}.${sign(null, Buffer.from(covered), privateKey).toString('base64url')}`
}
const changed = files.map((file) => (file.path === 'SKILL.md' ? { ...file, content: `${file.content} ` } : file))
const withEvil = [...files, { path: 'evil.sh', content: 'rm -rf ~\n' }]

describe('skill-signature-verify', () => {
  test('answers its example as declared', async () => {
    expect(await run(skillSignatureVerify.example.input)).toEqual(skillSignatureVerify.example.output)
  })

  test.each([
    ['a bare signature in base64', () => bare(manifestOf(files))],
    ['a bare signature in hex', () => Buffer.from(bare(manifestOf(files)), 'base64').toString('hex')],
    ['a signature over the digest of the manifest', () => bare(sha256(manifestOf(files)))],
    ['a DSSE envelope', () => envelope(files)],
    ['a DSSE envelope as text', () => JSON.stringify(envelope(files))],
    [
      'a JWS that lists the files',
      () =>
        jws(
          JSON.stringify({ files: Object.fromEntries(files.map(({ path, content = '' }) => [path, sha256(content)])) }),
        ),
    ],
    ['a JWS of the manifest', () => jws(manifestOf(files))],
    ['a detached JWS', () => jws('', manifestOf(files))],
  ])('allows what a trusted key signed, as %s', async (_form, signature) => {
    expect(await run({ files, signature: signature(), trusted })).toMatchObject({
      decision: 'allow',
      valid: true,
      trusted: true,
      algorithm: 'ed25519',
      manifest_digest: sha256(manifestOf(files)),
      signer: { kind: 'key', name: 'Publisher' },
      files: { total: 2, matched: 2, modified: [], missing: [], unsigned: [] },
    })
  })

  test('blocks a package with one byte changed, and names the file', async () => {
    expect(await run({ files: changed, signature: envelope(files), trusted })).toMatchObject({
      decision: 'block',
      valid: false,
      files: { modified: ['SKILL.md'], matched: 1 },
    })
    expect(await run({ files: changed, signature: bare(manifestOf(files)), trusted })).toMatchObject({
      decision: 'block',
      valid: false,
    })
  })

  test('blocks a file that nobody signed, and reviews it where that is permitted', async () => {
    const signature = envelope(files)
    expect(await run({ files: withEvil, signature, trusted })).toMatchObject({
      decision: 'block',
      valid: false,
      files: { unsigned: ['evil.sh'] },
    })
    expect(await run({ files: withEvil, signature, trusted, strict: false })).toMatchObject({
      decision: 'review',
      valid: true,
      ...reason('unsigned'),
    })
    expect(await run({ files: withEvil, signature, trusted, ignore: ['*.sh'] })).toMatchObject({
      decision: 'allow',
      valid: true,
    })
  })

  test('blocks where a signed file is missing', async () => {
    expect(await run({ files: files.slice(0, 1), signature: envelope(files), trusted })).toMatchObject({
      decision: 'block',
      files: { missing: ['scripts/hello.sh'] },
    })
  })

  test('reviews a signature of somebody it was not told to trust', async () => {
    const other = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' })
    const signature = bare(manifestOf(files))
    expect(await run({ files, signature, public_key: pem })).toMatchObject({
      decision: 'review',
      valid: true,
      trusted: false,
      ...reason('unknown_signer'),
    })
    expect(await run({ files, signature, public_key: pem, trusted: [{ kind: 'key', value: other }] })).toMatchObject({
      decision: 'review',
      trusted: false,
    })
    expect(await run({ files, signature })).toMatchObject({ decision: 'block', ...reason('no_key') })
  })

  test('blocks a signature over another manifest, and one of another key', async () => {
    const others = [{ path: 'SKILL.md', content: 'other' }]
    expect(await run({ files, signature: bare(manifestOf(others)), trusted })).toMatchObject({
      decision: 'block',
      ...reason('bad_signature'),
    })
    expect(await run({ files, signature: envelope([{ path: 'x.md', content: 'x' }]), trusted })).toMatchObject({
      decision: 'block',
      ...reason('other_manifest'),
    })
    const stranger = generateKeyPairSync('ed25519').privateKey
    expect(await run({ files, signature: envelope(files, stranger), trusted })).toMatchObject({
      decision: 'block',
      trusted: false,
    })
  })

  test('does not let a header bring its own trust', async () => {
    const jwk = publicKey.export({ format: 'jwk' })
    expect(await run({ files, signature: jws(manifestOf(files), undefined, { alg: 'EdDSA', jwk }) })).toMatchObject({
      decision: 'review',
      trusted: false,
    })
    expect(await run({ files, signature: jws(manifestOf(files), undefined, { alg: 'none' }), trusted })).toMatchObject({
      decision: 'block',
      ...reason('bad_algorithm'),
    })
    expect(
      await run({ files, signature: jws(manifestOf(files), undefined, { alg: 'EdDSA', crit: ['exp'] }), trusted }),
    ).toMatchObject({ decision: 'block' })
  })

  test('takes a list of digests that is part of the package', async () => {
    const SHA256SUMS = manifestOf(files)
    const all = [...files, { path: 'SHA256SUMS', content: SHA256SUMS }]
    expect(await run({ files: all, signature: bare(SHA256SUMS), trusted })).toMatchObject({
      decision: 'allow',
      files: { total: 3, matched: 3 },
    })
    expect(
      await run({ files: [...all, { path: 'evil.sh', content: '' }], signature: bare(SHA256SUMS), trusted }),
    ).toMatchObject({
      decision: 'block',
      files: { unsigned: ['evil.sh'] },
    })
  })

  test('takes digests and base64 in the place of contents', async () => {
    const [first, second] = files
    const given = [
      { path: first?.path, sha256: sha256(first?.content ?? '').toUpperCase() },
      { path: second?.path, content_base64: Buffer.from(second?.content ?? '').toString('base64') },
    ]
    expect(await run({ files: given, signature: bare(manifestOf(files)), trusted })).toMatchObject({
      decision: 'allow',
    })
  })

  test.each([
    ['out of the package', '../x'],
    ['absolute', '/etc/passwd'],
    ['absolute on Windows', 'C:/x'],
    ['with backslashes', 'a\\b'],
    ['with an empty part', 'a//b'],
    ['not in NFC', 'e\u0301.md'],
    ['with a control character', 'a\u0000b'],
  ])('refuses a path %s', (_what, path) => {
    expect(() => skillSignatureVerify.check?.({ files: [{ path, content: '' }], signature: 'x' })).toThrow(Refusal)
  })

  test('refuses two files that are one where case is not kept, links, and files without content', () => {
    const check = (list: File[]) => () => skillSignatureVerify.check?.({ files: list, signature: 'x' })
    expect(
      check([
        { path: 'a.md', content: '' },
        { path: 'A.MD', content: '' },
      ]),
    ).toThrow(Refusal)
    expect(check([{ path: 'a', content: '', mode: '120777' }])).toThrow(Refusal)
    expect(check([{ path: 'a' }])).toThrow(Refusal)
    expect(check([{ path: 'a', content: '', sha256: sha256('') }])).toThrow(Refusal)
    expect(check([{ path: 'a', content_base64: '%%%' }])).toThrow(Refusal)
    expect(check([{ path: 'a', content_base64: `${' '.repeat(200_000)}%` }])).toThrow(Refusal)
    expect(check(files)).not.toThrow()
  })

  test.each([
    ['of small order', '0100000000000000000000000000000000000000000000000000000000000000'],
    ['of order eight', '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'],
    ['not in canonical form', 'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f'],
  ])('trusts no Ed25519 key %s', async (_what, value) => {
    // R of small order and S = 0: such keys let one signature fit many messages.
    const signature = Buffer.concat([Buffer.from(value, 'hex'), Buffer.alloc(32)]).toString('base64')
    expect(await run({ files, signature, trusted: [{ kind: 'key', value }] })).toMatchObject({
      decision: 'block',
      valid: false,
    })
  })

  describe('with signatures of other tools', () => {
    const { files: package_, ssh, oms, ca } = signedSkill

    test.each([
      ['Ed25519', ssh.ed, 'ed25519'],
      ['ECDSA', ssh.ec, 'ecdsa-p256'],
      ['RSA', ssh.rsa, 'rsa-pkcs1'],
    ])('verifies what ssh-keygen signed with %s', async (_key, { signature, key }, algorithm) => {
      const anchors = [{ kind: 'key', value: key }]
      expect(await run({ files: package_, signature, trusted: anchors })).toMatchObject({
        decision: 'allow',
        algorithm,
      })
      expect(await run({ files: package_, signature })).toMatchObject({ decision: 'review', valid: true })
      expect(await run({ files: package_.slice(1), signature, trusted: anchors })).toMatchObject({ decision: 'block' })
    })

    test('reviews an SSH signature that was made for something else', async () => {
      const { signature, key } = ssh.git
      expect(await run({ files: package_, signature, trusted: [{ kind: 'key', value: key }] })).toMatchObject({
        decision: 'review',
        ...reason('ssh_namespace'),
      })
    })

    test('verifies an OMS bundle by the certificate of its publisher', async () => {
      const anchor = { kind: 'certificate', value: ca, name: 'Publisher CA' }
      const later = { now: () => new Date('2027-01-01T00:00:00Z') }
      expect(await run({ files: package_, signature: oms, trusted: [anchor] }, later)).toMatchObject({
        decision: 'allow',
        valid: true,
        trusted: true,
        algorithm: 'ecdsa-p256',
        signer: { kind: 'certificate', name: 'Publisher CA', identity: 'release@publisher.example' },
      })
      expect(await run({ files: package_, signature: JSON.stringify(oms) })).toMatchObject({
        decision: 'review',
        valid: true,
        trusted: false,
      })
      const early = { now: () => new Date('2020-01-01T00:00:00Z') }
      expect(await run({ files: package_, signature: oms, trusted: [anchor] }, early)).toMatchObject({
        decision: 'review',
        ...reason('certificate_expired'),
      })
      const edited = package_.map((file) => ({ ...file, content: `${file.content}#` }))
      expect(await run({ files: edited, signature: oms, trusted: [anchor] })).toMatchObject({
        decision: 'block',
        valid: false,
      })
    })

    test('blocks an OMS bundle whose payload was edited', async () => {
      const payload = Buffer.from(oms.dsseEnvelope.payload, 'base64').toString().replace('hello-skill', 'other-skill')
      const dsseEnvelope = { ...oms.dsseEnvelope, payload: Buffer.from(payload).toString('base64') }
      expect(await run({ files: package_, signature: { ...oms, dsseEnvelope } })).toMatchObject({
        decision: 'block',
        ...reason('bad_signature'),
      })
    })

    test('does not take an identity for trusted that only a certificate of its own names', async () => {
      const identity = { kind: 'identity', value: 'release@publisher.example' }
      expect(await run({ files: package_, signature: oms, trusted: [identity] })).toMatchObject({
        decision: 'review',
        trusted: false,
      })
    })
  })

  test('says that a signature is unreadable, whatever was sent', async () => {
    const signature = fc.oneof(
      fc.string({ minLength: 1, maxLength: 300 }),
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.constantFrom(
        '-----BEGIN SSH SIGNATURE-----\nU1NIU0lH\n-----END SSH SIGNATURE-----',
        'a.b.c',
        '{}',
        '{"payloadType":1}',
      ),
      fc.record({
        mediaType: fc.constant(signedSkill.oms.mediaType),
        verificationMaterial: fc.jsonValue(),
        dsseEnvelope: fc.jsonValue(),
      }),
    )
    const format = fc.constantFrom('auto', 'oms', 'dsse', 'ed25519', 'ssh', 'jws')
    const key = fc.oneof(fc.constant(pem), fc.string(), fc.dictionary(fc.string(), fc.jsonValue()))
    await fc.assert(
      fc.asyncProperty(signature, format, key, async (sent, as, public_key) => {
        expect(await run({ files, signature: sent, format: as, public_key })).toMatchObject({
          valid: false,
          trusted: false,
          decision: 'block',
        })
      }),
      { numRuns: 150 },
    )
  })
})
