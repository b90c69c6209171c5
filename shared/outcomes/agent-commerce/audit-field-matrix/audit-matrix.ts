import { instantOf } from '#shared/engines/guard/instant.ts'
import { preview } from '#shared/engines/json/json-value.ts'
import { LintReport } from '#shared/engines/lint/lint-report.ts'
import { readNetwork } from '#shared/engines/x402/networks/network.ts'
import {
  AUDIT_FIELDS,
  AUDIT_PROFILES,
  AUDIT_QUESTIONS,
  auditProfiles,
  auditQuestions,
  type AuditField,
  type AuditProfile,
} from './audit-fields.rules.ts'
import { FORMS, redact } from './audit-forms.ts'
import { auditRules } from './audit.rules.ts'
import { leavesOf, plainName, type Leaf } from '#shared/engines/receipt-checks/find-fields.ts'
import type { ReadReceipt } from '#shared/engines/receipt-checks/read-receipt.ts'
import type { SignatureCheck } from '#shared/engines/receipt-checks/verify-signature.ts'

type Status = 'present' | 'missing' | 'malformed'
type Row = { field: AuditField; status: Status; leaf: Leaf | null }
type Report = LintReport<typeof auditRules>

type Asked = { receipt: ReadReceipt; profile: 'all' | AuditProfile; signature: SignatureCheck; nowMs: number }

const CLOCK_SKEW_MS = 300_000
const DETECTED = new Set(['action-receipt-v1-rt', 'x402-settlement-v1', 'x402-settlement-v2', 'x402-offer-receipt'])

/** Which audit questions a receipt answers, and for which purpose it is complete. */
export function auditMatrix({ receipt, profile, signature, nowMs }: Asked) {
  const report: Report = new LintReport(auditRules)
  const leaves = [...leavesOf(receipt.fields), ...(receipt.fields === receipt.object ? [] : leavesOf(receipt.object))]
  const rows = new Map(AUDIT_FIELDS.map((field) => [field.name, rowOf(field, leaves)]))
  reportRows(report, rows)
  reportContradictions(report, rows, leaves, nowMs)
  if (signature.valid === false) report.add('AF_SIGNATURE_INVALID', '/signature', { reason: signature.reason })
  if (rows.get('status')?.leaf?.value === false) report.add('AF_FAILED', rows.get('status')?.leaf?.path ?? '')
  const matrix = auditQuestions.map((question) => answer(question, rows))
  const profiles = auditProfiles.map((name) => complete(name, rows))
  reportProfiles(report, profiles, profile)
  const asked = profile === 'all' ? auditQuestions : auditQuestions.filter((question) => concerns(question, profile))
  for (const row of matrix)
    if (row.answered === 'no' && asked.includes(row.question))
      report.add('AF_UNANSWERED', '', {
        question: row.question,
        fields: AUDIT_QUESTIONS[row.question].needs.map((one) => one.join(' or ')).join(' and '),
      })
  const points = matrix.reduce((sum, { answered }) => sum + POINTS[answered], 0)
  return {
    ...report.conclude(receipt.object),
    x402_version: VERSIONS[receipt.profile] ?? null,
    detected_profile: DETECTED.has(receipt.profile) ? receipt.profile : 'generic',
    matrix,
    profiles,
    integrity: {
      digest_present: ['payload_digest', 'request_digest', 'input_digest', 'response_digest'].some(
        (name) => rows.get(name)?.status === 'present',
      ),
      signature_present: signature.present,
      signature_valid: signature.valid,
      offline_verifiable: signature.present && receipt.signed !== null,
    },
    score: Math.round((100 * points) / matrix.length),
  }
}

const POINTS = { yes: 1, partly: 0.5, no: 0 } as const
const VERSIONS: Readonly<Record<string, number>> = { 'x402-settlement-v1': 1, 'x402-settlement-v2': 2 }

/** The first well-formed value under one of the field's names, the first at all where none is. */
function rowOf(field: AuditField, leaves: readonly Leaf[]): Row {
  const found = field.aliases.flatMap((alias) =>
    leaves.filter(({ name, value }) => plainName(name) === alias && value !== null && value !== ''),
  )
  const leaf = found.find(({ value }) => FORMS[field.form].fits(value)) ?? found[0] ?? null
  if (leaf === null) return { field, status: 'missing', leaf }
  return { field, status: FORMS[field.form].fits(leaf.value) ? 'present' : 'malformed', leaf }
}

type Rows = ReadonlyMap<string, Row>

function reportRows(report: Report, rows: Rows): void {
  for (const { field, status, leaf } of rows.values()) {
    if (status !== 'malformed' || leaf === null) continue
    const given = field.sensitive === true ? redact(leaf.value, true) : preview(leaf.value, 60)
    report.add('AF_MALFORMED', leaf.path, { field: field.name, expected: FORMS[field.form].expected, given })
  }
}

function reportContradictions(report: Report, rows: Rows, leaves: readonly Leaf[], nowMs: number): void {
  for (const name of ['amount', 'transaction', 'payer', 'payee']) {
    const row = rows.get(name)
    const [exact] = row?.field.aliases ?? []
    const same = leaves.filter(
      ({ name: own, value }) => plainName(own) === exact && (typeof value === 'string' || typeof value === 'number'),
    )
    const [first] = same
    const other = same.find(({ value }) => String(value).toLowerCase() !== String(first?.value).toLowerCase())
    if (first !== undefined && other !== undefined)
      report.add('AF_TWO_VALUES', other.path, {
        field: name,
        first: preview(first.value),
        second: preview(other.value),
        one: first.path,
        other: other.path,
      })
  }
  const time = rows.get('time')
  const at = time?.status === 'present' ? instantOf(time.leaf?.value) : null
  if (at !== null && at > nowMs + CLOCK_SKEW_MS)
    report.add('AF_FUTURE', time?.leaf?.path ?? '', { field: 'time', seconds: Math.round((at - nowMs) / 1000) })
  const network = rows.get('network')?.leaf?.value
  const family = typeof network === 'string' ? readNetwork(network).family : 'other'
  if (family === 'other') return
  for (const name of ['transaction', 'payer', 'payee']) {
    const row = rows.get(name)
    if (row?.status !== 'present' || typeof row.leaf?.value !== 'string') continue
    const isEvm = row.leaf.value.startsWith('0x')
    if (isEvm !== (family === 'evm'))
      report.add('AF_FAMILY', row.leaf.path, {
        network: String(network),
        field: name,
        given: redact(row.leaf.value, false),
      })
  }
}

function answer(question: (typeof auditQuestions)[number], rows: Rows) {
  const { needs, helps } = AUDIT_QUESTIONS[question]
  const names = [...needs.flat(), ...helps]
  const isThere = (name: string) => rows.get(name)?.status === 'present'
  const isAnswered = needs.every((one) => one.some(isThere))
  return {
    question,
    fields: names.map((name) => {
      const row = rows.get(name)
      const leaf = row?.leaf ?? null
      return {
        name,
        path: leaf?.path ?? null,
        status: row?.status ?? ('missing' as const),
        value_redacted: leaf === null ? null : redact(leaf.value, row?.field.sensitive === true),
      }
    }),
    answered: isAnswered ? ('yes' as const) : names.some(isThere) ? ('partly' as const) : ('no' as const),
  }
}

function complete(profile: AuditProfile, rows: Rows) {
  const required = AUDIT_PROFILES[profile]
  const present = required.filter((name) => rows.get(name)?.status === 'present')
  const missing = required.filter((name) => !present.includes(name))
  return { profile, required: [...required], present, missing, sufficient: missing.length === 0 }
}

function reportProfiles(
  report: Report,
  profiles: readonly ReturnType<typeof complete>[],
  asked: Asked['profile'],
): void {
  if (asked !== 'all') {
    const { missing, sufficient } = profiles.find(({ profile }) => profile === asked) ?? {
      missing: [],
      sufficient: true,
    }
    if (!sufficient) report.add('AF_PROFILE_INSUFFICIENT', '', { profile: asked, missing: missing.join(', ') })
  } else if (!profiles.some(({ sufficient }) => sufficient)) {
    const [closest] = profiles.toSorted((a, b) => a.missing.length - b.missing.length)
    report.add('AF_NO_PURPOSE', '', { profile: closest?.profile ?? '', missing: closest?.missing.join(', ') ?? '' })
  }
  if (profiles.some(({ sufficient }) => sufficient)) report.add('AF_NOT_LEGAL', '')
}

/** Whether a purpose needs a field that answers the question. */
const concerns = (question: (typeof auditQuestions)[number], profile: AuditProfile) =>
  AUDIT_QUESTIONS[question].needs.flat().some((name) => AUDIT_PROFILES[profile].includes(name))
