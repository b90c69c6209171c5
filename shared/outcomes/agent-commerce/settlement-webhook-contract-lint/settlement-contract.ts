import { isObject, type JsonObject } from '#shared/engines/json/json-value.ts'
import { LintReport } from '#shared/engines/lint/lint-report.ts'
import { readDocument, valueOf } from '#shared/engines/x402/wire/read-document.ts'
import { lintWebhookPayload } from './lint-webhook-payload.ts'
import { lintWebhookSigning } from './lint-webhook-signing.ts'
import { lintWebhookUrl } from './lint-webhook-url.ts'
import { RECEIVER_RULES, WEBHOOK_FIELDS, webhookRules } from './settlement-contract.rules.ts'

type Asked = {
  webhook_url?: string | undefined
  payload?: JsonObject | string | undefined
  hmac_header?: string | undefined
  hmac_secret_present?: boolean | undefined
}

/** Judges the contract of a push-on-settle webhook. Bad contracts are findings; nothing is thrown. */
export function lintSettlementContract(asked: Asked) {
  const report = new LintReport(webhookRules)
  if (asked.webhook_url !== undefined) lintWebhookUrl(report, asked.webhook_url)
  const { fields, suggested } = payloadOf(report, asked.payload)
  const signing = lintWebhookSigning(report, asked.hmac_header, asked.hmac_secret_present)
  const verdict = report.conclude(asked.payload === undefined ? asked : valueOf(readDocument(asked.payload)))
  const { errors, warnings, infos } = verdict.summary
  return {
    ...verdict,
    x402_version: null,
    score: Math.max(0, 100 - 20 * errors - 7 * warnings - infos),
    fields,
    signing,
    suggested_payload: suggested,
    receiver_rules: [...RECEIVER_RULES],
  }
}

function payloadOf(report: LintReport<typeof webhookRules>, sent: Asked['payload']) {
  const required = WEBHOOK_FIELDS.filter((field) => field.required)
  const example = Object.fromEntries(required.map(({ field, example }) => [field, example]))
  if (sent === undefined) return { fields: [], suggested: example }
  const payload = valueOf(readDocument(sent))
  if (isObject(payload)) return lintWebhookPayload(report, payload)
  report.add('WH_PAYLOAD_NOT_JSON', '/payload')
  return { fields: [], suggested: example }
}
