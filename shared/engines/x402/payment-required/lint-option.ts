import { ownValue, preview, type JsonObject } from '#shared/engines/json/json-value.ts'
import { atomicOf, isAtomic } from '../networks/amount.ts'
import { lintAddresses } from './lint-addresses.ts'
import { lintEvmDomain, lintSvmExtra } from './lint-extra.ts'
import { guessNetwork, readNetwork } from '../networks/network.ts'
import { UNLISTED_LEGACY } from '../networks/networks.rules.ts'
import { transferMethod, type Option } from './option.ts'
import { KNOWN_FLOWS, KNOWN_METHODS, KNOWN_SCHEMES } from './payment-required.rules.ts'
import type { PaymentReport } from '../wire/requirement-shape.ts'
import { tokensWith } from '../networks/token.ts'
import type { X402Version } from '../wire/version.ts'

type Given = { report: PaymentReport; entry: JsonObject; option: Option; at: string; version: X402Version }

/**
 * Checks the meaning of a way to pay, beyond its shape: amounts, networks, addresses, tokens and what a signer needs.
 */
export function lintOption(given: Given): void {
  const { report, option, at } = given
  lintOtherVersion(given)
  lintScheme(given)
  lintNetwork(given)
  lintAmount(given)
  lintTimeoutSense(report, option, at)
  lintAddresses(report, option, at)
  lintToken(given)
}

function lintOtherVersion({ report, entry, at, version }: Given): void {
  const [own, foreign] = version === 2 ? ['amount', 'maxAmountRequired'] : ['maxAmountRequired', 'amount']
  if (!Object.hasOwn(entry, foreign)) return
  // A document that carries both can be paid: clients skip the member they do not know.
  const severity = Object.hasOwn(entry, own) ? 'warning' : 'error'
  const facts = { field: foreign, other: version === 2 ? 1 : 2, version, instead: own }
  report.add('PR_WRONG_VERSION_FIELD', `${at}/${foreign}`, facts, severity)
}

function lintScheme({ report, option, at }: Given): void {
  const { scheme } = option
  if (scheme === null) return
  if (!KNOWN_SCHEMES.has(scheme)) report.add('PR_SCHEME_UNKNOWN', `${at}/scheme`, { given: scheme })
}

function lintNetwork({ report, option, at, version }: Given): void {
  const { network, networkText } = option
  if (network === null || networkText === null) return
  const path = `${at}/network`
  const known = network.known ?? guessNetwork(networkText)
  if (version === 1) {
    const isListed = network.style === 'legacy' && !UNLISTED_LEGACY.has(networkText)
    if (!isListed) report.add('PR_V1_NETWORK', path, { given: networkText, legacy: known?.legacy ?? 'base' })
  } else if (network.style !== 'caip2') {
    const code = networkText.includes(':') && networkText.length >= 3 ? 'PR_NETWORK_MALFORMED' : 'PR_NETWORK_NOT_CAIP2'
    report.add(code, path, { given: networkText, caip2: known?.caip2 ?? 'eip155:<chain id>' })
  } else if (network.family === 'evm' && network.chainId === null) {
    report.add('PR_NETWORK_MALFORMED', path, { given: networkText, caip2: known?.caip2 ?? 'eip155:<chain id>' })
  } else if (network.known === null) {
    report.add('PR_NETWORK_UNKNOWN', path, { given: networkText })
  }
  if (network.known?.testnet === true) report.add('PR_TESTNET', path, { given: network.known.name })
}

function lintAmount({ report, entry, option, at, version }: Given): void {
  const field = version === 2 ? 'amount' : 'maxAmountRequired'
  const path = `${at}/${field}`
  const value = ownValue(entry, field)
  if (value === undefined) {
    const other = ownValue(entry, version === 2 ? 'maxAmountRequired' : 'amount')
    return report.add('PR_FIELD_MISSING', path, { field, hint: typeof other === 'string' ? other : '10000' })
  }
  if (typeof value === 'string' && isAtomic(value)) {
    if (value === '0') report.add('PR_AMOUNT_ZERO', path, { field })
    return
  }
  if (value === '') return report.add('PR_FIELD_EMPTY', path, { field })
  report.add('PR_AMOUNT_NOT_ATOMIC', path, { field, given: preview(value), atomic: meantAmount(value, option) })
}

/** The atomic amount that was meant: a number with a point is dollars, one without is atomic already. */
function meantAmount(value: unknown, { token }: Option): string {
  const instead = 'the atomic amount as a text of digits'
  if (typeof value !== 'string' && typeof value !== 'number') return instead
  const text = String(value).trim()
  if (/^\+?\d+$/.test(text)) return text.replace(/^\+?0*(?=\d)/, '')
  const atomic = atomicOf(text, token?.decimals ?? 6)
  return atomic === null ? instead : String(atomic)
}

function lintTimeoutSense(report: PaymentReport, { maxTimeoutSeconds, network, extra }: Option, at: string): void {
  if (maxTimeoutSeconds === null || maxTimeoutSeconds <= 0) return
  const path = `${at}/maxTimeoutSeconds`
  if (maxTimeoutSeconds < 10 || maxTimeoutSeconds > 3600)
    report.add('PR_TIMEOUT_UNUSUAL', path, { given: maxTimeoutSeconds })
  else if (network?.family === 'svm' && maxTimeoutSeconds > 90 && ownValue(extra, 'paymentFlow') !== 'upfront')
    report.add('PR_TIMEOUT_SVM', path, { given: maxTimeoutSeconds })
}

function lintToken(given: Given): void {
  const { report, option, at } = given
  const { asset, network, token, extra, scheme } = option
  if (asset === null || network === null || network.caip2 === null) return
  if (token === null && network.known !== null && network.family !== 'other') {
    const [elsewhere] = tokensWith(asset)
    if (elsewhere === undefined) report.add('PR_ASSET_UNKNOWN', `${at}/asset`, { given: asset })
    else
      report.add('PR_ASSET_NETWORK_MISMATCH', `${at}/asset`, {
        given: asset,
        symbol: elsewhere.symbol,
        other: readNetwork(elsewhere.network).known?.name ?? elsewhere.network,
        network: network.known.name,
        right: `${elsewhere.network} as network, or the address of ${elsewhere.symbol} on ${network.known.name}`,
      })
  }
  const flow = ownValue(extra, 'paymentFlow')
  if (flow !== undefined && (typeof flow !== 'string' || !KNOWN_FLOWS.has(flow)))
    report.add('PR_PAYMENT_FLOW_UNKNOWN', `${at}/extra/paymentFlow`, { given: preview(flow) })
  if (network.family === 'svm' && scheme === 'exact') lintSvmExtra(report, option, at)
  if (network.family !== 'evm') return
  const method = transferMethod(option)
  if (method !== null && !KNOWN_METHODS.has(method))
    report.add('PR_TRANSFER_METHOD_UNKNOWN', `${at}/extra/assetTransferMethod`, { given: method })
  if (scheme === 'exact' && method === 'eip3009') lintEvmDomain(report, option, at)
}
