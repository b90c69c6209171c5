import { isObject, ownValue, preview, type JsonObject } from '#shared/engines/json/json-value.ts'
import type { LintReport } from '#shared/engines/lint/lint-report.ts'
import { ARTIFACTS, type ArtifactKind } from './artifact-types.ts'
import { readNetwork } from '../networks/network.ts'
import type { offerReceiptRules } from './offer-receipt.rules.ts'
import { readJws, type Jws } from './verify-jws.ts'

export type ArtifactReport = LintReport<typeof offerReceiptRules>

/** A signed offer or receipt, read; the signature is not verified yet. */
export type Artifact = {
  kind: ArtifactKind
  at: string
  format: 'eip712' | 'jws' | null
  payload: JsonObject | null
  /** The payload has every member in its form, so that it can be hashed. */
  isComplete: boolean
  signature: string | null
  jws: Jws | null
  object: JsonObject
}

const ON_WIRE = ['types', 'primaryType', 'domain']

/** Reads one artifact and reports where it is not of its specified form (offer-receipt 3.1, 4.2, 5.2). */
export function readArtifact(report: ArtifactReport, value: unknown, kind: ArtifactKind, at: string): Artifact | null {
  if (!isObject(value)) {
    report.add('OR_SHAPE', at, { field: kind, expected: 'an object' })
    return null
  }
  const said = ownValue(value, 'format')
  const format = said === 'eip712' || said === 'jws' ? said : null
  if (format === null)
    report.add('OR_FORMAT', `${at}/format`, { given: said === undefined ? 'missing' : preview(said) })
  for (const field of ON_WIRE)
    if (Object.hasOwn(value, field)) report.add('OR_TYPES_ON_WIRE', `${at}/${field}`, { field })
  const sent = ownValue(value, 'signature')
  const signature = typeof sent === 'string' ? sent : null
  if (signature === null) report.add('OR_SHAPE', `${at}/signature`, { field: 'signature', expected: 'a text' })
  const own = ownValue(value, 'payload')
  const jws = format === 'jws' && signature !== null ? readJws(signature) : null
  if (format === 'jws' && own !== undefined) report.add('OR_PAYLOAD_DOUBLED', `${at}/payload`)
  if (format === 'jws' && signature !== null && jws === null)
    report.add('OR_SIGNATURE_MALFORMED', `${at}/signature`, { expected: 'a compact JWS of JSON objects' })
  if (format !== 'jws' && !isObject(own)) report.add('OR_PAYLOAD_MISSING', `${at}/payload`)
  const inner = jws?.payload ?? (isObject(own) ? own : null)
  const isComplete = inner !== null && lintPayload(report, inner, { kind, format, at: `${at}/payload` })
  return { kind, at, format, payload: inner, isComplete, signature, jws, object: value }
}

type Where = { kind: ArtifactKind; format: 'eip712' | 'jws' | null; at: string }

function lintPayload(report: ArtifactReport, payload: JsonObject, { kind, format, at }: Where): boolean {
  const { members } = ARTIFACTS[kind]
  const known = new Set(members.map(({ name }) => name))
  for (const field of Object.keys(payload).slice(0, 20))
    if (!known.has(field)) report.add('OR_FIELD_UNKNOWN', at, { field })
  const fits = members.map(({ name, type, optional }) => {
    const value = ownValue(payload, name)
    if (value === undefined && optional !== undefined) return true
    const isOfType =
      type === 'string'
        ? typeof value === 'string'
        : typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
    if (!isOfType || (value === '' && optional === undefined)) {
      const expected = type === 'string' ? 'a text' : 'a whole number'
      report.add('OR_FIELD', `${at}/${name}`, { field: name, expected })
    }
    return isOfType
  })
  const version = ownValue(payload, 'version')
  if (typeof version === 'number' && version !== 1) report.add('OR_VERSION', `${at}/version`, { given: version })
  const network = ownValue(payload, 'network')
  if (typeof network === 'string' && network !== '') {
    const read = readNetwork(network)
    if (read.style !== 'caip2')
      report.add('OR_NETWORK_NOT_CAIP2', `${at}/network`, { given: network, caip2: read.caip2 ?? 'eip155:<chain id>' })
    else if (format === 'eip712' && kind === 'offer' && read.family !== 'evm')
      report.add('OR_NETWORK_NOT_EVM', `${at}/network`, { given: network })
  }
  return fits.every(Boolean)
}
