import { type EncodedBlob, encodedBlobs, MAX_BLOBS } from '../injection/encoded-blobs.ts'
import { entropyOf } from '../secrets/entropy.ts'
import { findCanaries } from '../secrets/find-canaries.ts'
import { findSecrets } from '../secrets/find-secrets.ts'
import { findPersonalData } from '../secrets/personal/find-personal-data.ts'
import { fingerprintOf, previewOf } from '../secrets/preview.ts'
import { findChannels } from './channels.ts'
import type { ExfilFinding } from './exfil-verdict.ts'
import { internalReferences } from './internal-references.ts'
import type { Piece } from './pieces.ts'
import { seenPart } from './seen-part.ts'

export type DecodedLayer = { path: string; encoding: string; depth: number; bytes: number }
export type PieceScan = { findings: ExfilFinding[]; layers: DecodedLayer[]; encodedBytes: number }

const MAX_DEPTH = 3

/** Everything in one string that should not leave: as it stands, and inside what is encoded in it, three levels deep. */
export function scanPiece(piece: Piece, sensitive: readonly string[]): PieceScan {
  const scan: PieceScan = { findings: [], layers: [], encodedBytes: 0 }
  scan.findings.push(...inText(piece.text, piece.path, sensitive, piece.name))
  const seen = seenPart(piece.text)
  if (seen !== null) {
    const broken = inText(seen.text, piece.path, sensitive, piece.name).filter(({ kind }) => hasShape.has(kind))
    scan.findings.push(
      ...broken.map((one) => ({ ...one, start: seen.place(one.start), end: seen.place(one.end - 1) + 1 })),
    )
  }
  decode(scan, piece.text, piece, sensitive, { depth: 1, place: null })
  return scan
}

/** What stays the same when characters that nobody sees are put into it. */
const hasShape = new Set<ExfilFinding['kind']>(['secret', 'canary', 'pii'])

type Level = { depth: number; place: { start: number; end: number } | null }

function decode(
  scan: PieceScan,
  text: string,
  piece: Piece,
  sensitive: readonly string[],
  { depth, place }: Level,
): void {
  const blobs = encodedBlobs(text)
  if (blobs.filter(({ codec }) => codec !== 'percent').length >= MAX_BLOBS) scan.findings.push(tooMany(piece.path))
  for (const blob of blobs) {
    scan.layers.push({ path: piece.path, encoding: blob.codec, depth, bytes: blob.bytes })
    if (depth === 1 && blob.codec !== 'percent') scan.encodedBytes += blob.bytes
    const at = place ?? { start: blob.start, end: blob.end }
    for (const finding of inText(blob.text, piece.path, sensitive)) {
      if (isWorthTelling(finding, blob)) scan.findings.push({ ...finding, ...at })
    }
    if (depth < MAX_DEPTH) decode(scan, blob.text, piece, sensitive, { depth: depth + 1, place: at })
  }
}

/** Parts beyond the limit were not looked into, and that has to be known. */
const tooMany = (path: string): ExfilFinding => ({
  kind: 'encoded_blob',
  rule_id: 'encoded-parts',
  severity: 'medium',
  path,
  start: 0,
  end: 0,
  preview: `over ${MAX_BLOBS} encoded parts`,
  confidence: 'medium',
  entropy: null,
  fingerprint: '',
})

/** Behind an encoding, what is only named like a secret says little; what has the shape of one says much. */
const isWorthTelling = ({ kind, confidence }: ExfilFinding, blob: EncodedBlob) =>
  (kind === 'secret' && (confidence === 'high' || blob.codec === 'percent')) ||
  kind === 'canary' ||
  kind === 'pii' ||
  (kind === 'secret' && confidence === 'medium')

function inText(text: string, path: string, sensitive: readonly string[], name?: string): ExfilFinding[] {
  const secrets = findSecrets(text, name === undefined ? {} : { name }).map(
    ({ rule_id, severity, start, end, preview, confidence, entropy, fingerprint }): ExfilFinding => ({
      kind: 'secret',
      rule_id,
      severity,
      path,
      start,
      end,
      preview,
      confidence,
      entropy,
      fingerprint,
    }),
  )
  const isFree = ({ start, end }: { start: number; end: number }) =>
    !secrets.some((one) => one.start < end && start < one.end)
  const described = (start: number, end: number) => {
    const value = text.slice(start, end)
    return { path, start, end, preview: previewOf(value), entropy: entropyOf(value), fingerprint: fingerprintOf(value) }
  }
  return [
    ...secrets,
    ...findCanaries(text, sensitive).map(({ form, start, end, fingerprint }): ExfilFinding => ({
      kind: 'canary',
      rule_id: `canary-${form}`,
      severity: 'critical',
      confidence: 'high',
      ...described(start, end),
      fingerprint,
    })),
    ...findPersonalData(text)
      .filter(isFree)
      .map(({ rule_id, severity, start, end, preview, fingerprint }): ExfilFinding => ({
        kind: 'pii',
        rule_id,
        severity,
        path,
        start,
        end,
        preview,
        confidence: 'high',
        entropy: null,
        fingerprint,
      })),
    ...findChannels(
      text,
      sensitive.filter((one) => !/^[0-9a-f]{64}$/i.test(one)),
    ).map(({ rule_id, severity, start, end }): ExfilFinding => ({
      kind: 'exfil_channel',
      rule_id,
      severity,
      confidence: severity === 'high' ? 'high' : 'medium',
      ...described(start, end),
    })),
    ...internalReferences(text)
      .filter(isFree)
      .map(({ rule_id, start, end }): ExfilFinding => ({
        kind: 'internal_ref',
        rule_id,
        severity: rule_id === 'metadata-service' ? 'medium' : 'low',
        confidence: 'medium',
        ...described(start, end),
        entropy: null,
      })),
  ]
}
