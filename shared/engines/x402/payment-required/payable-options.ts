import { isObject } from '#shared/engines/json/json-value.ts'
import { LintReport } from '#shared/engines/lint/lint-report.ts'
import { lintOption } from './lint-option.ts'
import type { Option } from './option.ts'
import { paymentRequiredRules } from './payment-required.rules.ts'
import { lintRequirementShape } from '../wire/requirement-shape.ts'
import type { X402Version } from '../wire/version.ts'

/** The error codes of payment-required-lint that keep one way to pay from being paid; empty when it can. */
export function obstaclesOf(entry: unknown, option: Option, version: X402Version | null): string[] {
  if (!isObject(entry)) return ['not_an_object']
  const report = new LintReport(paymentRequiredRules)
  const of = version ?? (Object.hasOwn(entry, 'maxAmountRequired') ? 1 : 2)
  lintRequirementShape(report, entry, '', of)
  lintOption({ report, entry, option, at: '', version: of })
  // Errors about the resource do not affect how to pay.
  const errors = report
    .conclude(null)
    .findings.filter(({ severity, path }) => severity === 'error' && !/^\/(?:resource|description)/.test(path))
  return [...new Set(errors.map(({ code }) => code))]
}
