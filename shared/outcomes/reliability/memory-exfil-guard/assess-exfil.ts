import { conclude, severities } from '#shared/engines/guard/verdict.ts'
import { secretRuleset } from '#shared/engines/secrets/rules.ts'
import { bulkData } from './bulk-data.ts'
import { readDestination } from './destination.ts'
import { exfilReasons, exfilChecks, countByKind } from './exfil-reasons.ts'
import type { ExfilFinding, ExfilKind, ExfilVerdict, ExfilInput } from './exfil-verdict.ts'
import { piecesOf } from './pieces.ts'
import { redactContent } from './redact-content.ts'
import { scanPiece } from './scan-piece.ts'

const MAX_FINDINGS = 500

const MAX_LAYERS = 100

const ROOT = '/content'

/** Judges content that is about to leave an agent's memory, and names what it holds without repeating it. */
export function assessExfil(input: ExfilInput): ExfilVerdict {
  const references = (input.memory_refs ?? []).filter((one) => one !== '')
  const { pieces, isWhole: hasEveryPiece } = piecesOf(input.content, ROOT, references)
  const scans = pieces.map((piece) => scanPiece(piece, references))
  const unfinished = pieces.filter((_, at) => scans[at]?.isWhole === false).map(({ path }) => path)
  const isWhole = hasEveryPiece && unfinished.length === 0
  const all = once(scans.flatMap(({ findings }) => findings))
  const layers = scans.flatMap((scan) => scan.layers)
  const encodedBytes = scans.reduce((sum, scan) => sum + scan.encodedBytes, 0)
  const destination = readDestination(input.destination, input.allowed_destinations)
  const found = [...all, ...wholeFindings(input, all, encodedBytes)].sort(worstFirst)
  const verdict = conclude({
    input,
    ruleset: secretRuleset,
    findings: exfilReasons(found, input, destination, isWhole),
    checks: exfilChecks(found, input, destination, { isWhole, layers, references }),
    proceed: 'Send the content.',
  })
  return {
    ...verdict,
    findings: found.slice(0, MAX_FINDINGS),
    counts: countByKind(found),
    destination,
    decoded_layers: layers.slice(0, MAX_LAYERS),
    redacted:
      input.mode === 'redact'
        ? redactContent(input.content, ROOT, [...found, ...unfinished.map(notLookedAt)], references)
        : null,
    never_echo: true,
  }
}

/** A string that holds more than is told is not sent on at all. */
const notLookedAt = (path: string): ExfilFinding => ({
  kind: 'secret',
  rule_id: 'not-looked-at',
  severity: 'medium',
  path,
  start: 0,
  end: Number.MAX_SAFE_INTEGER,
  preview: '',
  confidence: 'low',
  entropy: null,
  fingerprint: '',
})

const rank = ({ severity }: ExfilFinding) => severities.indexOf(severity)

const worstFirst = (a: ExfilFinding, b: ExfilFinding) =>
  rank(b) - rank(a) || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.start - b.start)

/** Removes duplicates: the same thing at the same place, found through two layers, is one finding. */
function once(findings: readonly ExfilFinding[]): ExfilFinding[] {
  const seen = new Map<string, ExfilFinding>()
  for (const finding of findings) {
    const key = `${finding.kind} ${finding.path} ${finding.start} ${finding.end} ${finding.rule_id}`
    if (!seen.has(key)) seen.set(key, finding)
  }
  return [...seen.values()]
}

/** What only the whole of the content shows. */
function wholeFindings(input: ExfilInput, findings: readonly ExfilFinding[], encodedBytes: number): ExfilFinding[] {
  const whole = (
    kind: ExfilKind,
    rule_id: string,
    severity: ExfilFinding['severity'],
    preview: string,
  ): ExfilFinding => ({
    kind,
    rule_id,
    severity,
    path: ROOT,
    start: 0,
    end: 0,
    preview,
    confidence: 'medium',
    entropy: null,
    fingerprint: '',
  })
  const bulk = bulkData(input.content, findings)
  const most = input.policy?.max_encoded_bytes ?? 2_048
  return [
    ...(bulk === null ? [] : [whole('bulk_data', 'bulk-records', 'high', `${bulk.records} ${bulk.why}`)]),
    ...(encodedBytes > most
      ? [whole('encoded_blob', 'encoded-bytes', 'medium', `${encodedBytes} encoded bytes, ${most} permitted`)]
      : []),
  ]
}
