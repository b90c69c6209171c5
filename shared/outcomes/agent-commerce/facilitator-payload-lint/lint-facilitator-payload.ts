import { isObject, ownValue, preview, type JsonObject } from '#shared/engines/json/json-value.ts'
import { LintReport } from '#shared/engines/lint/lint-report.ts'
import { checkEip3009, readAuthorization, secondsUntil } from '#shared/engines/x402/payment/check-eip3009.ts'
import { checkPermit2 } from './check-permit2.ts'
import type { Signed } from '#shared/engines/x402/payment/check-signature.ts'
import { checkSvm, type Transfer } from './check-svm.ts'
import { facilitatorPayloadRules } from '#shared/engines/x402/payment/facilitator-payload.rules.ts'
import { facilitatorNamed, type FacilitatorProfile } from './facilitators.rules.ts'
import { readNetwork } from '#shared/engines/x402/networks/network.ts'
import { readOption } from '#shared/engines/x402/payment-required/option.ts'
import { readPayment, type Payment, type PayloadReport } from '#shared/engines/x402/wire/read-payment.ts'
import { requirementsOf } from './request-body.ts'
import { sameAddress } from '#shared/engines/x402/networks/token.ts'
import { versionOf } from '#shared/engines/x402/wire/version.ts'

type Asked = { payment: unknown; facilitator: string; requirements?: JsonObject | undefined; nowMs: number }

/** What the scheme's own part says, for the summary. */
type Seen = { signed: Signed; transfer: Transfer | null; method: string | null }

const UNSEEN: Seen = { signed: { recovered: null, matches: null }, transfer: null, method: null }

/** Judges a payment before it goes to a facilitator. Bad payments are findings; nothing is thrown. */
export function lintFacilitatorPayload({ payment: sent, facilitator, requirements, nowMs }: Asked) {
  const report = new LintReport(facilitatorPayloadRules)
  const profile = facilitatorNamed(facilitator)
  if (profile === null) report.add('unknown_facilitator', '/facilitator', { given: facilitator })
  const { document, payment } = readPayment(report, { payment: sent, requirements })
  const nowSeconds = Math.floor(nowMs / 1000)
  const supported = payment === null || profile === null ? null : checkSupport(report, payment, profile)
  const seen = payment === null ? UNSEEN : checkScheme(report, payment, nowSeconds)
  if (payment !== null) checkRequirements(report, payment)
  const summary = summaryOf(payment, seen)
  const verdict = report.conclude(document)
  return {
    ...verdict,
    x402_version: payment?.version ?? versionOf(document),
    facilitator: {
      id: profile?.id ?? facilitator,
      supported,
      as_of: profile?.asOf ?? null,
      networks: profile?.networks === null || profile === null ? null : [...profile.networks],
      schemes: profile?.schemes === null || profile === null ? null : [...profile.schemes],
    },
    payload: summary,
    recovered_signer: seen.signed.recovered,
    signer_matches: seen.signed.matches,
    seconds_to_expiry: summary.valid_before === null ? null : secondsUntil(summary.valid_before, nowSeconds),
    ...predicted(verdict.findings),
    request_body: payment === null ? null : requestBody(payment),
  }
}

/** The first error in the order in which facilitators check, as their answer. */
function predicted(findings: readonly { code: string; severity: string }[]) {
  const codes = new Set(findings.filter(({ severity }) => severity === 'error').map(({ code }) => code))
  const first = Object.entries(facilitatorPayloadRules).find(([code]) => codes.has(code))?.[1]
  const predicts = first !== undefined && 'predicts' in first ? first.predicts : null
  return {
    predicted_error: predicts,
    predicted_sdk_error: first !== undefined && 'sdk' in first ? first.sdk : predicts,
  }
}

function checkSupport(
  report: PayloadReport,
  { option, version, document }: Payment,
  profile: FacilitatorProfile,
): boolean | null {
  const { network, networkText, scheme } = option
  const facts = { facilitator: profile.id, as_of: profile.asOf }
  const at = version === 2 ? '/accepted' : ''
  const takesVersion = profile.versions.includes(version)
  if (!takesVersion) report.add('version_not_taken', '/x402Version', { ...facts, given: version })
  checkNetworkForm(report, { network, networkText, version, at })
  const resource = ownValue(document, 'resource')
  const description = isObject(resource) ? ownValue(resource, 'description') : null
  const length = typeof description === 'string' ? [...description].length : 0
  if (profile.mostDescription !== null && length > profile.mostDescription)
    report.add('description_too_long', '/resource/description', { ...facts, length, limit: profile.mostDescription })
  if (profile.networks === null || profile.schemes === null) return null
  const takesScheme = scheme !== null && profile.schemes.includes(scheme)
  if (scheme !== null && !takesScheme) report.add('unsupported_scheme', `${at}/scheme`, { ...facts, given: scheme })
  const caip2 = network?.caip2 ?? null
  const takesNetwork = caip2 !== null && profile.networks.includes(caip2)
  if (caip2 !== null && !takesNetwork)
    report.add('facilitator_network_unsupported', `${at}/network`, { ...facts, given: networkText })
  return takesVersion && takesScheme && takesNetwork
}

type NetworkForm = Pick<Payment['option'], 'network' | 'networkText'> & { version: 1 | 2; at: string }

function checkNetworkForm(report: PayloadReport, { network, networkText, version, at }: NetworkForm): void {
  if (network === null || networkText === null) return
  const isOfVersion = network.style === (version === 2 ? 'caip2' : 'legacy')
  if (isOfVersion && (network.family !== 'evm' || network.chainId !== null)) return
  const fix = version === 2 ? (network.caip2 ?? 'eip155:<chain id>') : (network.known?.legacy ?? 'base')
  const expected = version === 2 ? 'CAIP-2' : 'a v1 network name'
  report.add('network_malformed', `${at}/network`, { given: networkText, expected, fix })
}

function checkScheme(report: PayloadReport, payment: Payment, nowSeconds: number): Seen {
  const { option, payload } = payment
  const { network, scheme } = option
  if (network === null || scheme === null) return UNSEEN
  if (payment.version === 2) {
    for (const field of ['amount', 'asset', 'payTo'] as const)
      if (option[field] === null) report.add('requirements_invalid', `/accepted/${field}`, { field })
  } else if (payment.requirements === null) report.add('no_requirements', '/payment_requirements')
  if (network.family === 'svm' && scheme === 'exact')
    return { ...UNSEEN, transfer: checkSvm(report, payment), method: 'spl' }
  const isPermit2 = Object.hasOwn(payload, 'permit2Authorization')
  const isDelegation = Object.hasOwn(payload, 'delegationManager')
  if (network.family !== 'evm' || isDelegation || !['exact', 'upto'].includes(scheme)) {
    report.add('not_checked', '/payload', {
      what: isDelegation ? 'ERC-7710' : `${scheme} on ${network.caip2 ?? 'an unknown network'}`,
    })
    return { ...UNSEEN, method: isDelegation ? 'erc7710' : null }
  }
  if (isPermit2 || scheme === 'upto')
    return { ...UNSEEN, signed: checkPermit2(report, payment, nowSeconds), method: 'permit2' }
  return { ...UNSEEN, signed: checkEip3009(report, payment, nowSeconds), method: 'eip3009' }
}

/** A v2 payment repeats what it accepted: it has to be what is asked for. */
function checkRequirements(report: PayloadReport, { version, option, requirements, document }: Payment): void {
  if (requirements === null) return
  const asked = readOption(requirements)
  const resource = ownValue(document, 'resource')
  const url = isObject(resource) ? ownValue(resource, 'url') : undefined
  const wanted = ownValue(requirements, 'resource')
  if (typeof url === 'string' && typeof wanted === 'string' && url !== wanted)
    report.add('resource_mismatch', '/resource/url', { given: url, expected: wanted })
  const pairs = [
    ['scheme', option.scheme, asked.scheme],
    ['network', option.network?.caip2 ?? option.networkText, asked.network?.caip2 ?? asked.networkText],
    ...(version === 1
      ? []
      : ([
          ['amount', option.amount, asked.amount],
          ['asset', option.asset, asked.asset],
          ['payTo', option.payTo, asked.payTo],
        ] as const)),
  ] as const
  for (const [field, given, expected] of pairs) {
    const path = version === 2 ? `/accepted/${field}` : `/${field}`
    if (expected !== null && (given === null || !sameAddress(given, expected)))
      report.add('requirements_mismatch', path, { field, given: given ?? 'missing', expected })
  }
}

function summaryOf(payment: Payment | null, { transfer, method }: Seen) {
  const option = payment?.option
  const authorization = payment === null || method !== 'eip3009' ? null : readAuthorization(null, payment.payload)
  const permit = payment === null ? undefined : ownValue(payment.payload, 'permit2Authorization')
  const permitText = (name: string) => {
    const value = isObject(permit) ? ownValue(permit, name) : undefined
    return typeof value === 'string' ? preview(value, 100).slice(1, -1) : null
  }
  const deadline = permitText('deadline')
  return {
    scheme: option?.scheme ?? null,
    network: option?.networkText ?? null,
    network_caip2: option?.networkText ? readNetwork(option.networkText).caip2 : null,
    payer: authorization?.from ?? transfer?.authority ?? permitText('from'),
    pay_to: option?.payTo ?? authorization?.to ?? null,
    amount_atomic: authorization?.value ?? (transfer === null ? (option?.amount ?? null) : String(transfer.amount)),
    asset: option?.asset ?? transfer?.mint ?? null,
    valid_after: authorization?.validAfter ?? null,
    valid_before: authorization?.validBefore ?? (deadline !== null && /^\d{1,78}$/.test(deadline) ? deadline : null),
    nonce: authorization?.nonce ?? permitText('nonce'),
    transfer_method: method,
  }
}

const requestBody = (payment: Payment) => ({
  x402Version: payment.version,
  paymentPayload: payment.document,
  paymentRequirements: requirementsOf(payment),
})
