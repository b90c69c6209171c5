import { isObject, ownValue, preview, type JsonObject } from '#shared/engines/json/json-value.ts'
import type { LintReport } from '#shared/engines/lint/lint-report.ts'
import type { paymentRequiredRules } from '../payment-required/payment-required.rules.ts'
import type { X402Version } from './version.ts'

export type PaymentReport = LintReport<typeof paymentRequiredRules>

/** Location of a member: the object, the pointer of the object, and the member's name. */
type Place = { object: JsonObject; at: string; name: string }

/** Reports a text that is missing, empty or no text. Answers whether it is one. */
export function lintText(
  report: PaymentReport,
  { object, at, name }: Place,
  { required = true, hint = '' } = {},
): boolean {
  const path = `${at}/${name}`
  const value = ownValue(object, name)
  if (value === undefined) {
    if (required) report.add('PR_FIELD_MISSING', path, { field: name, hint })
    return false
  }
  if (typeof value !== 'string') {
    report.add('PR_FIELD_TYPE', path, { field: name, expected: 'a text', given: preview(value) })
    return false
  }
  if (required && value === '') report.add('PR_FIELD_EMPTY', path, { field: name })
  return value !== ''
}

/** The schema of one payment requirement, as the reference package has it; amounts and networks are judged elsewhere. */
export function lintRequirementShape(report: PaymentReport, entry: JsonObject, at: string, version: X402Version): void {
  lintText(report, { object: entry, at, name: 'scheme' }, { hint: 'exact' })
  lintText(report, { object: entry, at, name: 'network' }, { hint: version === 2 ? 'eip155:8453' : 'base' })
  lintText(report, { object: entry, at, name: 'asset' }, { hint: 'the address of the token' })
  lintText(report, { object: entry, at, name: 'payTo' }, { hint: 'the address that is paid' })
  lintTimeout(report, entry, at)
  lintExtra(report, entry, at)
  if (version === 1) lintV1Members(report, entry, at)
}

function lintTimeout(report: PaymentReport, entry: JsonObject, at: string): void {
  const path = `${at}/maxTimeoutSeconds`
  const value = ownValue(entry, 'maxTimeoutSeconds')
  if (value === undefined) return report.add('PR_FIELD_MISSING', path, { field: 'maxTimeoutSeconds', hint: '60' })
  if (typeof value !== 'number')
    return report.add('PR_FIELD_TYPE', path, {
      field: 'maxTimeoutSeconds',
      expected: 'a number',
      given: preview(value),
    })
  if (!(value > 0)) report.add('PR_FIELD_LIMIT', path, { field: 'maxTimeoutSeconds', expected: 'over 0' })
}

function lintExtra(report: PaymentReport, entry: JsonObject, at: string): void {
  const value = ownValue(entry, 'extra')
  if (value === undefined || value === null || isObject(value)) return
  report.add('PR_FIELD_TYPE', `${at}/extra`, { field: 'extra', expected: 'an object', given: preview(value) })
}

function lintV1Members(report: PaymentReport, entry: JsonObject, at: string): void {
  lintText(report, { object: entry, at, name: 'resource' }, { hint: 'the URL that was requested' })
  const description = ownValue(entry, 'description')
  if (typeof description !== 'string') {
    if (description === undefined)
      report.add('PR_FIELD_MISSING', `${at}/description`, { field: 'description', hint: 'what is sold, in a sentence' })
    else
      report.add('PR_FIELD_TYPE', `${at}/description`, {
        field: 'description',
        expected: 'a text',
        given: preview(description),
      })
  }
  const mimeType = ownValue(entry, 'mimeType')
  if (mimeType === undefined)
    report.add('PR_V1_FIELD_EXPECTED', `${at}/mimeType`, { field: 'mimeType', hint: 'application/json' })
  else lintText(report, { object: entry, at, name: 'mimeType' }, { required: false })
  const outputSchema = ownValue(entry, 'outputSchema')
  if (outputSchema !== undefined && outputSchema !== null && !isObject(outputSchema))
    report.add('PR_FIELD_TYPE', `${at}/outputSchema`, {
      field: 'outputSchema',
      expected: 'an object',
      given: preview(outputSchema),
    })
}
