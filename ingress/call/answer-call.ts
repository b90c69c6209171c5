import type { FileLinks } from '#shared/calls/file-links.ts'
import type { FinalCall } from '#shared/calls/read.ts'
import type { Sealer } from '#shared/calls/seal.ts'
import { Refusal, statusOf } from '#shared/errors.ts'
import { publicCallId } from '#shared/lib/call-id.ts'
import { centsOf, microUsdcOf, usdcString } from '#shared/lib/micro-usdc.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'

import { errorBody } from '../http/error-body.ts'
import type { Reply } from '../http/route.ts'
import type { Charge } from './accept/charge-credential.ts'
import type { OnChain } from './payment/payment-answer.ts'
import { type FileInResult, fileInResult, mayWantFile, wantsFile } from './result-file.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const PAID_WITH = {
  free: 'free',
  prepaid: 'prepaid_key',
  trial: 'trial_key',
  pass: 'pass',
  x402: 'x402',
  part: 'workflow',
} as const

export type Answered = {
  entry: CatalogEntry
  charged: Omit<Charge, 'payer'> & { payer: keyof typeof PAID_WITH; onChain?: OnChain | null }
  requestId: string
  /** Shown to the credential that paid; null when the call is read by its token. */
  callToken: string | null
  /** Decrypts secrets in the stored result. */
  sealer: Sealer
  /** Makes links to the file in a result. */
  files: FileLinks
  /** The Accept header: a caller may ask for the file itself. */
  accept?: string | undefined
}

/** Answers a final call with its stored result, inserted unparsed, or its stored refusal. */
export function replyFinal(answered: Answered, call: FinalCall): Reply {
  return call.state === 'captured' ? replyResult(answered, call) : replyReleased(answered, call)
}

function replyResult(answered: Answered, call: FinalCall): Reply {
  const { entry, requestId, callToken, sealer } = answered
  const charged = afterCapture(answered.charged, call)
  const { answerSecrets } = entry.outcome
  const stored = call.result ?? 'null'
  const result = answerSecrets.length === 0 ? stored : JSON.stringify(sealer.open(call.callId, answerSecrets, stored))
  const callId = publicCallId(call.callId)
  const link = entry.outcome.file === null ? null : answered.files.linkTo(call.callId, new Date())
  const file = fileAskedFor(answered, result)
  if (file !== null && link !== null) {
    const headers = { ...headersOf(charged, callId, charged.cents), 'Content-Location': link.url }
    return { status: 200, type: file.type, headers, body: file.bytes }
  }
  const steps = call.steps ?? JSON.stringify([{ step: entry.outcome.slug, ms: Math.round(call.runMs * 100) / 100 }])
  const tail = JSON.stringify({
    ...(entry.outcome.isFlat ? topMembers(result) : {}),
    ...(link === null ? {} : { file: link }),
    charge: chargeOf(charged, 'captured'),
    call_id: callId,
    ...(callToken === null ? {} : { call_token: callToken }),
    request_id: requestId,
    ...(charged.passNote === null ? {} : { pass_note: charged.passNote }),
    ...(call.credit === undefined ? {} : { credit: call.credit }),
  })
  return {
    status: 200,
    type: JSON_TYPE,
    headers: headersOf(charged, callId, charged.cents),
    body: `{"ok":true,"resource":"${entry.publicPath}","total_usdc":"${usdcString(microUsdcOf(charged.cents))}","steps":${steps},"result":${result},${tail.slice(1)}`,
  }
}

/** The charge as it was captured: what a call costs less than its hold is in the balance again. */
function afterCapture(charged: Answered['charged'], { cents = charged.cents }: FinalCall): Answered['charged'] {
  const { balanceMicroUsdc: balance, replayed } = charged
  const isFreed = balance !== null && !replayed
  return {
    ...charged,
    cents,
    balanceMicroUsdc: isFreed ? balance + microUsdcOf(charged.cents) - microUsdcOf(cents) : balance,
  }
}

/** The file in a result, if the caller asked for it rather than for JSON. */
function fileAskedFor({ entry, accept }: Answered, result: string): FileInResult | null {
  const { file: place } = entry.outcome
  if (place === null || !mayWantFile(accept)) return null
  const file = fileInResult(place, result)
  return file !== null && wantsFile(accept, file.type) ? file : null
}

/** Members of an answer that no result replaces. */
const ALWAYS: ReadonlySet<string> = new Set(['ok', 'resource', 'total_usdc', 'steps', 'result'])

/** The members of a result, as they also stand at the top of the answer. */
const topMembers = (result: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(Object(JSON.parse(result))).filter(([name]) => !ALWAYS.has(name)))

function replyReleased({ charged, requestId }: Answered, call: FinalCall): Reply {
  const refusal = Refusal.fromWire(
    call.refusal ?? { code: 'internal', error: 'This call failed; nothing was charged.' },
  )
  const callId = publicCallId(call.callId)
  const status = statusOf(refusal.code)
  const body = errorBody(refusal, requestId, status)
  return {
    status,
    headers: {
      ...headersOf(charged, callId, 0),
      ...(body.retry_after_s === null ? {} : { 'Retry-After': String(body.retry_after_s) }),
    },
    body: { ...body, call_id: callId },
  }
}

/** Answers 202: the call continues, its money stays held, its result is kept for 24 hours. */
export function replyAccepted({ entry, charged, requestId, callToken }: Answered, applied: string | null): Reply {
  const callId = publicCallId(charged.callId)
  const location = `/api/v1/calls/${callId}`
  return {
    status: 202,
    headers: {
      ...headersOf(charged, callId, 0),
      Location: location,
      'Retry-After': '1',
      ...(applied === null ? {} : { 'Preference-Applied': applied }),
    },
    body: {
      ok: true,
      resource: entry.publicPath,
      // A payment that settles first has not placed its hold yet.
      state: charged.payment?.isPaying === true ? 'paying' : 'held',
      status: 'running',
      status_url: location,
      events_url: `${location}/events`,
      retry_after_s: 1,
      charge: chargeOf(charged, 'held'),
      call_id: callId,
      ...(callToken === null ? {} : { call_token: callToken }),
      request_id: requestId,
    },
  }
}

const chargeOf = (
  { cents, payer, balanceMicroUsdc, isRefillDue, onChain }: Answered['charged'],
  state: 'captured' | 'held',
) => ({
  cents,
  paid_with: PAID_WITH[payer],
  balance_cents: balanceMicroUsdc === null ? null : centsOf(balanceMicroUsdc),
  ...(isRefillDue === true ? { refill_due: true } : {}),
  state,
  ...(onChain === undefined || onChain === null ? {} : { payment: onChain }),
})

const headersOf = (charged: Answered['charged'], callId: string, cents: number): Record<string, string> => ({
  'X-Call-Id': callId,
  'X-Charge-Cents': String(cents),
  'Cache-Control': 'no-store',
  ...(charged.replayed ? { 'Idempotency-Replayed': 'true' } : {}),
})
