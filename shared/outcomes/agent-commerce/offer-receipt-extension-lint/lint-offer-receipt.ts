import { isObject, ownValue, type JsonObject } from '#shared/engines/json/json-value.ts'
import { LintReport } from '#shared/engines/lint/lint-report.ts'
import { matchOffer } from './match-offer.ts'
import { sameNetworkKey } from '#shared/engines/x402/networks/network.ts'
import { offerReceiptRules } from '#shared/engines/x402/offer-receipt/offer-receipt.rules.ts'
import { readOption, type Option } from '#shared/engines/x402/payment-required/option.ts'
import { readArtifact, type Artifact, type ArtifactReport } from '#shared/engines/x402/offer-receipt/read-artifact.ts'
import { readDocument } from '#shared/engines/x402/wire/read-document.ts'
import { sameAddress } from '#shared/engines/x402/networks/token.ts'
import { verifyArtifact } from '#shared/engines/x402/offer-receipt/verify-artifact.ts'
import { versionOf } from '#shared/engines/x402/wire/version.ts'

type Expected = {
  resource_url?: string | undefined
  payer?: string | undefined
  network?: string | undefined
  pay_to?: string | undefined
}
type Asked = {
  body?: JsonObject | string | undefined
  settlement?: JsonObject | string | undefined
  expected: Expected
  jwk?: JsonObject | undefined
  maxAgeS: number
  nowMs: number
}

/** Offers verified one by one; no endpoint has more ways to pay. */
const MOST_OFFERS = 50
/** How far a signer's clock may be ahead. */
const CLOCK_SKEW_S = 300

/** Judges the signed offers of a 402 and the signed receipt of a settlement. Nothing is thrown. */
export function lintOfferReceipt(asked: Asked) {
  const report = new LintReport(offerReceiptRules)
  const body = asked.body === undefined ? undefined : read(report, asked.body, 'body')
  const settlement = asked.settlement === undefined ? undefined : read(report, asked.settlement, 'settlement')
  const accepts = isObject(body) ? ownValue(body, 'accepts') : undefined
  const options = Array.isArray(accepts) ? accepts.map(readOption) : []
  const offers = body === undefined ? [] : lintOffers(report, body, options, asked)
  const receipt = settlement === undefined ? null : lintReceipt(report, settlement, asked)
  const covered = new Set(offers.map(({ matches_accept }) => matches_accept).filter((index) => index !== null)).size
  if (offers.length > 0 && covered < options.length)
    report.add('OR_NOT_COVERED', '/accepts', { count: options.length - covered, all: options.length })
  const document = { ...(body === undefined ? {} : { body }), ...(settlement === undefined ? {} : { settlement }) }
  return {
    ...report.conclude(document),
    x402_version: versionOf(body) ?? versionOf(settlement),
    offers,
    receipt,
    coverage: { accepts: options.length, with_offer: covered, without_offer: options.length - covered },
  }
}

function read(report: ArtifactReport, sent: unknown, what: string): unknown {
  const document = readDocument(sent)
  if ('value' in document) return document.value
  report.add('OR_NOT_READABLE', `/${what}`, { what })
  return null
}

/** info of the extension, wherever the document keeps it. */
function infoOf(document: unknown): JsonObject | null {
  const extensions = isObject(document) ? ownValue(document, 'extensions') : undefined
  const extension = isObject(extensions) ? ownValue(extensions, 'offer-receipt') : undefined
  const info = isObject(extension) ? ownValue(extension, 'info') : undefined
  return isObject(info) ? info : null
}

function lintOffers(
  report: ArtifactReport,
  body: unknown,
  options: readonly Option[],
  { expected, jwk, nowMs }: Asked,
) {
  const offers = infoOf(body)?.['offers']
  const at = '/body/extensions/offer-receipt/info/offers'
  if (!Array.isArray(offers)) {
    report.add('OR_NO_EXTENSION', '/body/extensions', { what: 'The document', field: 'offers' })
    return []
  }
  return offers.slice(0, MOST_OFFERS).map((value: unknown, index) => {
    const artifact = readArtifact(report, value, 'offer', `${at}/${index}`)
    const payload = artifact?.payload ?? null
    const payTo = textOf(payload, 'payTo')
    const verified = artifact === null ? null : verifyArtifact(report, artifact, { jwk, payTo })
    const validUntil = payload === null ? undefined : ownValue(payload, 'validUntil')
    const until = typeof validUntil === 'number' && validUntil > 0 ? validUntil : null
    const now = Math.floor(nowMs / 1000)
    if (until !== null && now > until)
      report.add('OR_EXPIRED', `${at}/${index}/payload/validUntil`, { seconds: Math.round(now - until) })
    if (artifact !== null) {
      lintExpected(report, artifact, expected)
      if (payTo !== null && expected.pay_to !== undefined && !sameAddress(payTo, expected.pay_to))
        report.add('OR_PAYTO_MISMATCH', `${at}/${index}/payload/payTo`, { given: payTo, expected: expected.pay_to })
    }
    const acceptIndex = artifact === null ? undefined : ownValue(artifact.object, 'acceptIndex')
    return {
      index,
      format: artifact?.format ?? null,
      accept_index: typeof acceptIndex === 'number' && Number.isSafeInteger(acceptIndex) ? acceptIndex : null,
      payload,
      signature_valid: verified?.signature_valid ?? null,
      signer: verified?.signer ?? null,
      kid: verified?.kid ?? null,
      authorized: verified?.authorized ?? ('unknown' as const),
      matches_accept: artifact === null ? null : matchOffer(report, artifact, options, acceptIndex),
      expired: until === null ? null : now > until,
    }
  })
}

function lintReceipt(report: ArtifactReport, settlement: unknown, { expected, jwk, maxAgeS, nowMs }: Asked) {
  const value = infoOf(settlement)?.['receipt']
  if (value === undefined) {
    report.add('OR_NO_EXTENSION', '/settlement/extensions', { what: 'The settlement', field: 'receipt' })
    return null
  }
  const at = '/settlement/extensions/offer-receipt/info/receipt'
  const artifact = readArtifact(report, value, 'receipt', at)
  if (artifact === null) return null
  const verified = verifyArtifact(report, artifact, { jwk, payTo: expected.pay_to ?? null })
  lintExpected(report, artifact, expected)
  if (isObject(settlement)) lintSettlement(report, artifact, settlement)
  const issuedAt = artifact.payload === null ? undefined : ownValue(artifact.payload, 'issuedAt')
  const age =
    typeof issuedAt === 'number' && Number.isSafeInteger(issuedAt) ? Math.floor(nowMs / 1000 - issuedAt) : null
  if (age !== null && age > maxAgeS) report.add('OR_STALE', `${at}/payload/issuedAt`, { seconds: age, limit: maxAgeS })
  if (age !== null && age < -CLOCK_SKEW_S) report.add('OR_FROM_FUTURE', `${at}/payload/issuedAt`, { seconds: -age })
  const hasTransaction = Boolean(textOf(artifact.payload, 'transaction'))
  if (!hasTransaction) report.add('OR_NO_TRANSACTION', `${at}/payload`)
  return {
    format: artifact.format,
    payload: artifact.payload,
    ...verified,
    age_s: age,
    has_transaction: hasTransaction,
  }
}

function lintExpected(report: ArtifactReport, { payload, at, kind }: Artifact, expected: Expected): void {
  const url = textOf(payload, 'resourceUrl')
  if (url !== null && expected.resource_url !== undefined && url !== expected.resource_url)
    report.add('OR_RESOURCE_MISMATCH', `${at}/payload/resourceUrl`, { given: url, expected: expected.resource_url })
  const network = textOf(payload, 'network')
  if (
    network !== null &&
    expected.network !== undefined &&
    sameNetworkKey(network) !== sameNetworkKey(expected.network)
  )
    report.add('OR_NETWORK_MISMATCH', `${at}/payload/network`, { given: network, expected: expected.network })
  const payer = kind === 'receipt' ? textOf(payload, 'payer') : null
  if (payer !== null && expected.payer !== undefined && !sameAddress(payer, expected.payer))
    report.add('OR_PAYER_MISMATCH', `${at}/payload/payer`, { given: payer, expected: expected.payer })
}

/** The settlement around the receipt has to tell the same story. */
function lintSettlement(report: ArtifactReport, { payload, at }: Artifact, settlement: JsonObject): void {
  if (ownValue(settlement, 'success') !== true) report.add('OR_SETTLEMENT_FAILED', '/settlement/success')
  const [paid, payer, network] = ['transaction', 'payer', 'network'].map((name) => textOf(settlement, name))
  const named = textOf(payload, 'transaction')
  if (named && paid && named !== paid)
    report.add('OR_TRANSACTION_MISMATCH', `${at}/payload/transaction`, { given: named, expected: paid })
  lintExpected(report, { payload, at, kind: 'receipt' } as Artifact, {
    ...(payer ? { payer } : {}),
    ...(network ? { network } : {}),
  })
}

function textOf(object: JsonObject | null, name: string): string | null {
  const value = object === null ? undefined : ownValue(object, name)
  return typeof value === 'string' ? value : null
}
