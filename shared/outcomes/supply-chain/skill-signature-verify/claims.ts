import { sha256Hex } from '#shared/lib/crypto/digest.ts'

import { objectOr, textOr } from '#shared/engines/capability/tool-like.ts'

/** What signed bytes say of files: each path and its sha256, or one digest of the whole manifest. */
export type Claims = { kind: 'files'; byPath: ReadonlyMap<string, string> } | { kind: 'digest'; sha256: string }
export type ReadClaims = { claims: Claims; form: string } | { problem: string }

const MAX_FILES = 20_000
const omsPredicate = /^https:\/\/model_signing\/signature\/v\d/

/** Reads the claims of a payload: an in-toto statement, an OMS manifest, a JSON list of files, or lines of sha256sum. */
export function readClaims(bytes: Buffer): ReadClaims {
  const text = bytes.toString('utf8')
  if (/^\s*\{/.test(text)) {
    try {
      return fromJson(objectOr(JSON.parse(text)))
    } catch {
      return { problem: 'the signed payload is no JSON' }
    }
  }
  return fromLines(text)
}

function fromJson(payload: Record<string, unknown>): ReadClaims {
  const predicate = objectOr(payload['predicate'])
  const predicateType = textOr(payload['predicateType']) ?? ''
  if (Array.isArray(predicate['resources']) && omsPredicate.test(predicateType)) {
    return isWhole(payload['subject'], predicate['resources'])
      ? listed(predicate['resources'], 'OMS manifest')
      : { problem: 'the subject of the manifest is not the digest of its resources' }
  }
  if (Array.isArray(payload['subject'])) return listed(payload['subject'], 'in-toto subjects')
  const whole = digestText(payload['manifest_digest'] ?? payload['sha256'] ?? payload['digest'])
  if (whole !== null) return { claims: { kind: 'digest', sha256: whole }, form: 'digest of the manifest' }
  const files = payload['files'] ?? payload['manifest']
  if (Array.isArray(files)) return listed(files, 'list of files')
  const byName = Object.entries(objectOr(files)).map(([path, digest]) => ({ path, digest }))
  return byName.length > 0 ? listed(byName, 'list of files') : { problem: 'the signed payload names no files' }
}

/** The subject of an OMS statement is the sha256 of the digests of all resources, one after the other. */
function isWhole(subject: unknown, resources: readonly unknown[]): boolean {
  const digests = resources.map((entry) => textOr(objectOr(entry)['digest']) ?? '').join('')
  const [first] = Array.isArray(subject) ? subject : []
  return digestText(objectOr(first)['digest']) === sha256Hex(Buffer.from(digests, 'hex'))
}

/** Members of a list by whatever names they have: OMS and in-toto say name and digest, others path and sha256. */
function listed(entries: readonly unknown[], form: string): ReadClaims {
  if (entries.length === 0 || entries.length > MAX_FILES)
    return { problem: `the signed payload names ${entries.length} files` }
  const byPath = new Map<string, string>()
  for (const entry of entries) {
    const { path, name, digest, sha256, algorithm } = objectOr(entry)
    const said = textOr(path) ?? textOr(name)
    const hash = digestText(sha256) ?? digestText(digest)
    if (said === undefined) return { problem: 'a signed entry has no name' }
    const kind = textOr(algorithm) ?? 'sha256'
    if (hash === null || !/^(?:file-)?sha-?256$/i.test(kind)) {
      return { problem: `the digest of ${said.slice(0, 100)} is no sha256 that can be compared` }
    }
    const clean = said.replace(/^\.\//, '')
    if ((byPath.get(clean) ?? hash) !== hash)
      return { problem: `${clean.slice(0, 100)} is named twice, with two digests` }
    byPath.set(clean, hash)
  }
  return { claims: { kind: 'files', byPath }, form }
}

function fromLines(text: string): ReadClaims {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const entries = lines.map((line) => /^([0-9a-fA-F]{64})[ \t]{1,2}\*?(.+)$/.exec(line))
  if (lines.length === 1 && /^[0-9a-fA-F]{64}$/.test(lines[0] ?? '')) {
    return { claims: { kind: 'digest', sha256: (lines[0] ?? '').toLowerCase() }, form: 'digest of the manifest' }
  }
  if (entries.length === 0 || entries.includes(null)) return { problem: 'the signed payload is no list of files' }
  return listed(
    entries.map((hit) => ({ path: hit?.[2], sha256: hit?.[1] })),
    'lines of sha256sum',
  )
}

/** A sha256 as hex or in an object of digests, with or without its name before it. */
function digestText(value: unknown): string | null {
  const text = textOr(value) ?? textOr(objectOr(value)['sha256'])
  const hex = text?.replace(/^sha256[:-]/i, '')
  return hex !== undefined && /^[0-9a-fA-F]{64}$/.test(hex) ? hex.toLowerCase() : null
}
