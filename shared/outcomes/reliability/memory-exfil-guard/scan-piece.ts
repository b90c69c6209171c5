import { type EncodedBlob, encodedBlobs, MAX_BLOBS } from '#shared/engines/injection/encoded-blobs.ts'
import { entropyOf } from '#shared/engines/secrets/entropy.ts'
import { findCanaries } from './find-canaries.ts'
import { scanSecrets } from '#shared/engines/secrets/find-secrets.ts'
import { findPersonalData, MAX_PERSONAL } from './personal/find-personal-data.ts'
import { fingerprintOf, previewOf } from '#shared/engines/secrets/preview.ts'
import { takenPlaces } from '#shared/engines/secrets/taken-places.ts'
import { findChannels } from './channels.ts'
import type { ExfilFinding } from './exfil-verdict.ts'
import { internalReferences, MAX_REFERENCES } from './internal-references.ts'
import type { Piece } from './pieces.ts'
import { seenPart } from './seen-part.ts'

export type DecodedLayer = { path: string; encoding: string; depth: number; bytes: number }
/** `isWhole` is false for a text that holds more than is told: what is redacted from it may leave some. */
export type PieceScan = { findings: ExfilFinding[]; layers: DecodedLayer[]; encodedBytes: number; isWhole: boolean }

const MAX_DEPTH = 3

/** Everything in one string that should not leave: as it stands, and inside what is encoded in it, three levels deep. */
export function scanPiece(piece: Piece, sensitive: readonly string[]): PieceScan {
  const scan: PieceScan = { findings: [], layers: [], encodedBytes: 0, isWhole: true }
  const plain = inText(piece.text, piece.path, sensitive, piece.name)
  addAll(scan, plain.findings)
  scan.isWhole = plain.isWhole
  const seen = seenPart(piece.text)
  if (seen !== null) {
    const { findings, isWhole } = inText(seen.text, piece.path, sensitive, piece.name)
    const broken = findings.filter(({ kind }) => hasShape.has(kind))
    addAll(
      scan,
      broken.map((one) => ({ ...one, start: seen.place(one.start), end: seen.place(one.end - 1) + 1 })),
    )
    scan.isWhole &&= isWhole
  }
  decode(scan, piece.text, piece, sensitive, { depth: 1, place: null })
  return scan
}

/** As spread arguments, that many would not fit on the stack. */
function addAll(scan: PieceScan, findings: readonly ExfilFinding[]): void {
  for (const finding of findings) scan.findings.push(finding)
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
    for (const finding of inText(blob.text, piece.path, sensitive).findings) {
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

function inText(
  text: string,
  path: string,
  sensitive: readonly string[],
  name?: string,
): { findings: ExfilFinding[]; isWhole: boolean } {
  const scan = scanSecrets(text, name === undefined ? {} : { name })
  const secrets = scan.secrets.map(
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
  const { isFree } = takenPlaces(secrets)
  const personal = findPersonalData(text)
  const references = internalReferences(text)
  const described = (start: number, end: number) => {
    const value = text.slice(start, end)
    return { path, start, end, preview: previewOf(value), entropy: entropyOf(value), fingerprint: fingerprintOf(value) }
  }
  const findings = [
    ...secrets,
    ...findCanaries(text, sensitive).map(({ form, start, end, fingerprint }): ExfilFinding => ({
      kind: 'canary',
      rule_id: `canary-${form}`,
      severity: 'critical',
      confidence: 'high',
      ...described(start, end),
      fingerprint,
    })),
    ...personal.filter(isFree).map(({ rule_id, severity, start, end, preview, fingerprint }): ExfilFinding => ({
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
    ...references.filter(isFree).map(({ rule_id, start, end }): ExfilFinding => ({
      kind: 'internal_ref',
      rule_id,
      severity: rule_id === 'metadata-service' ? 'medium' : 'low',
      confidence: 'medium',
      ...described(start, end),
      entropy: null,
    })),
  ]
  const isWhole = scan.isWhole && personal.length < MAX_PERSONAL && references.length < MAX_REFERENCES
  return { findings, isWhole }
}
