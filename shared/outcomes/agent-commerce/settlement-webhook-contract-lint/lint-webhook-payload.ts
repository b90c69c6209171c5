import { isObject, ownValue, preview, type JsonObject } from '#shared/engines/json/json-value.ts'
import { instantOf } from '#shared/engines/guard/instant.ts'
import { atomicOf, isAtomic } from '#shared/engines/x402/networks/amount.ts'
import { fromBase58 } from '#shared/lib/crypto/base58.ts'
import { isEvmAddress } from '#shared/engines/x402/networks/evm-address.ts'
import { guessNetwork, readNetwork, type Network } from '#shared/engines/x402/networks/network.ts'
import { solanaBytes } from '#shared/engines/x402/networks/solana-address.ts'
import { tokenAt } from '#shared/engines/x402/networks/token.ts'
import type { WebhookReport } from './lint-webhook-url.ts'
import { WEBHOOK_FIELDS, type WebhookField } from './settlement-contract.rules.ts'

export type FieldRow = {
  field: string
  status: 'present' | 'missing' | 'malformed'
  path: string | null
  required: boolean
}

/** Objects inside an event in which senders keep its members. */
const NESTS = ['data', 'payment', 'settlement', 'object']
const STATUSES = new Set(['settled', 'failed', 'pending'])
const SECRET_NAMES = /^(?:.*_)?(?:secret|private_?key|api_?key|password|hmac_?key|mnemonic|seed_?phrase)$/i

type Found = { value: unknown; path: string }

/** The members of a settlement event: there, under a known name, and of their form. Answers a corrected event too. */
export function lintWebhookPayload(
  report: WebhookReport,
  payload: JsonObject,
): { fields: FieldRow[]; suggested: JsonObject } {
  const found = new Map(WEBHOOK_FIELDS.map((field) => [field.field, find(payload, field)]))
  const networkText = found.get('network')?.value
  const network = typeof networkText === 'string' ? readNetwork(networkText) : null
  const asset = found.get('asset')?.value
  const suggested: Record<string, unknown> = {}
  const fields = WEBHOOK_FIELDS.map((field): FieldRow => {
    const member = found.get(field.field) ?? null
    const { field: name, required, why, example } = field
    if (member === null) {
      report.add(required ? 'WH_FIELD_MISSING' : 'WH_FIELD_RECOMMENDED', `/payload/${name}`, {
        field: name,
        why,
        example,
      })
      if (required) suggested[name] = example
      return { field: name, status: 'missing', path: null, required }
    }
    const right = judge(report, field, member, { network, asset })
    if (required || right === member.value) suggested[name] = right ?? example
    return { field: name, status: right === member.value ? 'present' : 'malformed', path: member.path, required }
  })
  lintLiveMode(report, payload, network)
  lintSecrets(report, payload)
  return { fields, suggested }
}

function find(payload: JsonObject, { aliases }: WebhookField): Found | null {
  const places: [string, unknown][] = [
    ['', payload],
    ...NESTS.map((name): [string, unknown] => [`/${name}`, ownValue(payload, name)]),
  ]
  const inner = ownValue(payload, 'data')
  if (isObject(inner)) places.push(...NESTS.map((name): [string, unknown] => [`/data/${name}`, ownValue(inner, name)]))
  for (const [at, object] of places) {
    if (!isObject(object)) continue
    for (const alias of aliases) {
      const key = Object.keys(object).find((name) => name.toLowerCase() === alias)
      const value = key === undefined ? undefined : ownValue(object, key)
      if (value !== undefined && value !== null) return { value, path: `${at}/${key}` }
    }
  }
  return null
}

type Context = { network: Network | null; asset: unknown }

/** The value itself when it is right, else the one that was meant, null when that cannot be told. Reports what is wrong. */
function judge(
  report: WebhookReport,
  { field, example }: WebhookField,
  { value, path }: Found,
  context: Context,
): unknown {
  const at = `/payload${path}`
  const malformed = (expected: string, right: string | null = null) => {
    report.add('WH_FIELD_MALFORMED', at, { field, expected, given: preview(value), example: right ?? example })
    return right
  }
  if (field === 'amount') return judgeAmount(report, value, at, context)
  if (field === 'network') return judgeNetwork(report, value, at, malformed)
  if (field === 'occurred_at') return instantOf(value) === null ? malformed('an ISO 8601 time or Unix seconds') : value
  if (field === 'status') return judgeStatus(value, malformed)
  if (field === 'transaction')
    return isTransaction(value, context.network) ? value : malformed('a transaction id of its network')
  if (field === 'asset' || field === 'pay_to' || field === 'payer')
    return isAddress(value, context.network) ? value : malformed('an address of its network')
  if (field === 'resource') {
    const url = isObject(value) ? ownValue(value, 'url') : value
    return typeof url === 'string' && URL.parse(url) !== null ? value : malformed('an absolute URL')
  }
  if (field === 'request_digest')
    return typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value) ? value : malformed('a SHA-256 in hex')
  if (field === 'receipt')
    return isObject(value) || typeof value === 'string' ? value : malformed('an object or a text')
  const isText = typeof value === 'string' && value !== '' && value.length <= 255
  return isText || (field === 'api_version' && typeof value === 'number') ? value : malformed('a text')
}

function judgeAmount(report: WebhookReport, value: unknown, at: string, { network, asset }: Context): unknown {
  if (typeof value === 'string' && isAtomic(value)) return value
  const token = typeof asset === 'string' ? tokenAt(network?.caip2 ?? null, asset) : null
  const given = preview(value)
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) {
    if (!Number.isSafeInteger(value)) {
      report.add('WH_AMOUNT_UNSAFE', at, { given })
      return null
    }
    report.add('WH_AMOUNT_NUMBER', at, { atomic: String(value) })
    return String(value)
  }
  const meant = typeof value === 'number' || typeof value === 'string' ? atomicOf(value, token?.decimals ?? 6) : null
  const isFloat = typeof value === 'number' || (typeof value === 'string' && /^\$?\d*\.\d+$/.test(value.trim()))
  const atomic = meant === null ? null : String(meant)
  if (isFloat) report.add('WH_AMOUNT_FLOAT', at, { given, atomic: atomic ?? 'the atomic amount as a text of digits' })
  else
    report.add('WH_FIELD_MALFORMED', at, {
      field: 'amount',
      expected: 'an atomic amount as a text of digits',
      given,
      example: atomic ?? '20000',
    })
  return atomic
}

type Malformed = (expected: string, right?: string | null) => string | null

function judgeNetwork(report: WebhookReport, value: unknown, at: string, malformed: Malformed): unknown {
  if (typeof value !== 'string') {
    const byChainId = typeof value === 'number' ? (guessNetwork(String(value))?.caip2 ?? null) : null
    return malformed('CAIP-2, such as eip155:8453', byChainId)
  }
  const { style, caip2, family, chainId } = readNetwork(value)
  if (style === 'caip2' && (family !== 'evm' || chainId !== null)) return value
  const guess = caip2 ?? guessNetwork(value)?.caip2 ?? null
  // A Solana reference is mixed case by itself; what counts is a namespace or name with capitals.
  if (/[A-Z]/.test(value.split(':')[0] ?? '')) {
    report.add('WH_NETWORK_CASE', at, { given: value, right: guess ?? value.toLowerCase() })
    return guess
  }
  return malformed('CAIP-2, such as eip155:8453', guess)
}

function judgeStatus(value: unknown, malformed: Malformed): unknown {
  if (typeof value === 'string' && STATUSES.has(value)) return value
  const word = typeof value === 'string' ? value.toLowerCase() : ''
  const meant = STATUSES.has(word) ? word : (SYNONYMS[word] ?? null)
  return malformed('settled, failed or pending', meant)
}

const SYNONYMS: Readonly<Record<string, string>> = {
  success: 'settled',
  succeeded: 'settled',
  completed: 'settled',
  confirmed: 'settled',
  paid: 'settled',
  failure: 'failed',
  error: 'failed',
  reverted: 'failed',
  processing: 'pending',
  submitted: 'pending',
}

function isTransaction(value: unknown, network: Network | null): boolean {
  if (typeof value !== 'string' || value === '' || value.length > 200) return false
  const isEvm = /^0x[0-9a-fA-F]{64}$/.test(value)
  const isSvm = fromBase58(value)?.length === 64
  if (network?.family === 'evm') return isEvm
  return network?.family === 'svm' ? isSvm : isEvm || isSvm || network?.family === 'other'
}

function isAddress(value: unknown, network: Network | null): boolean {
  if (typeof value !== 'string' || value === '' || value.length > 200) return false
  if (network?.family === 'evm') return isEvmAddress(value)
  if (network?.family === 'svm') return solanaBytes(value) !== null
  return network?.family === 'other' || isEvmAddress(value) || solanaBytes(value) !== null
}

function lintLiveMode(report: WebhookReport, payload: JsonObject, network: Network | null): void {
  const live = ownValue(payload, 'livemode') ?? ownValue(payload, 'live_mode') ?? ownValue(payload, 'live')
  if (live === true && network?.known?.testnet === true)
    report.add('WH_TESTNET_LIVE', '/payload/livemode', { network: network.known.name })
}

function lintSecrets(report: WebhookReport, payload: JsonObject): void {
  const objects: [string, unknown][] = [
    ['', payload],
    ...NESTS.map((name): [string, unknown] => [`/${name}`, ownValue(payload, name)]),
  ]
  for (const [at, object] of objects)
    for (const name of isObject(object) ? Object.keys(object).slice(0, 200) : [])
      if (SECRET_NAMES.test(name)) report.add('WH_SECRET_IN_PAYLOAD', `/payload${at}/${name}`, { field: name })
}
