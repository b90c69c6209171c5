import { isObject, ownValue, type JsonObject } from '#shared/engines/json/json-value.ts'
import { readAuthorization } from '#shared/engines/x402/payment/check-eip3009.ts'
import { sameNetworkKey } from '#shared/engines/x402/networks/network.ts'
import { readOption } from '#shared/engines/x402/payment-required/option.ts'
import { sameAddress } from '#shared/engines/x402/networks/token.ts'
import { leavesOf, plainName, type Leaf } from '#shared/engines/receipt-checks/find-fields.ts'
import { canonicalDigest, hexDigest } from '#shared/engines/receipt-checks/hex-digest.ts'

export type LinkName = 'payment-request' | 'payment-settlement' | 'request-response' | 'receipt-payment'
export type LinkStatus = 'bound' | 'unbound' | 'contradicted' | 'missing'
export type Link = {
  link: LinkName
  status: LinkStatus
  gap: string | null
  clash: { what: string; told: string; other: string } | null
}

/** What a payment says of itself. */
export type PaymentFacts = {
  digest: string
  payer: string | null
  payTo: string | null
  network: string | null
  amount: string | null
  nonce: string | null
  leaves: readonly Leaf[]
}

/** Everything that is at hand to be tied together. */
export type Evidence = {
  payment: PaymentFacts | null
  requestDigest: string | null
  responseDigest: string | null
  settleTx: string | null
  receipt: readonly Leaf[] | null
}

const NAMES = {
  request: ['requestdigest', 'requesthash', 'requestsha256', 'inputdigest'],
  response: ['responsedigest', 'responsehash', 'responsesha256', 'resultdigest', 'outputdigest'],
  payment: ['paymentdigest', 'paymenthash', 'paymentpayloaddigest'],
  transaction: ['transaction', 'tx', 'txhash', 'transactionhash', 'settletx', 'settlementtx', 'transactionid'],
  payer: ['payer', 'from', 'payeraddress'],
  network: ['network', 'chain'],
  amount: ['amount', 'amountatomic', 'value'],
  nonce: ['nonce', 'paymentnonce'],
} as const

/** Reads a payment payload of either version; null when it has no digest. */
export function paymentFacts(payment: JsonObject): PaymentFacts | null {
  const digest = canonicalDigest(payment)
  if (digest === null) return null
  const accepted = ownValue(payment, 'accepted')
  const option = readOption(isObject(accepted) ? accepted : payment)
  const payload = ownValue(payment, 'payload')
  const authorization = isObject(payload) ? readAuthorization(null, payload) : null
  return {
    digest,
    payer: authorization?.from ?? null,
    payTo: option.payTo ?? authorization?.to ?? null,
    network: option.network?.caip2 ?? option.networkText,
    amount: authorization?.value ?? option.amount,
    nonce: authorization?.nonce ?? null,
    leaves: leavesOf(payment),
  }
}

/** How the four ends hang together. */
export const judgeLinks = (evidence: Evidence): Link[] => [
  paymentRequest(evidence),
  paymentSettlement(evidence),
  requestResponse(evidence),
  receiptPayment(evidence),
]

const told = (leaves: readonly Leaf[] | null, names: readonly string[]) =>
  leaves?.find(({ name, value }) => names.includes(plainName(name)) && typeof value === 'string' && value !== '')
    ?.value as string | undefined

const link = (name: LinkName, status: LinkStatus, gap: string | null = null, clash: Link['clash'] = null): Link => ({
  link: name,
  status,
  gap,
  clash,
})

/** Compares a digest an artifact names with the one that is given. */
function byDigest(
  name: LinkName,
  leaves: readonly Leaf[],
  names: readonly string[],
  digest: string,
  what: string,
): Link | null {
  const named = hexDigest(told(leaves, names))
  if (named === digest) return link(name, 'bound')
  if (named !== null) return link(name, 'contradicted', null, { what, told: named, other: digest })
  return leaves.some(({ value }) => hexDigest(value) === digest) ? link(name, 'bound') : null
}

function paymentRequest({ payment, requestDigest, receipt }: Evidence): Link {
  const name = 'payment-request'
  if (payment === null) return link(name, 'missing', 'payment was not given')
  if (requestDigest === null) return link(name, 'missing', 'request_digest was not given')
  const own = byDigest(name, payment.leaves, NAMES.request, requestDigest, 'the request digest')
  if (own !== null) return own
  if (receipt !== null && namesPayment(receipt, payment) === 'same') {
    const through = byDigest(name, receipt, NAMES.request, requestDigest, 'the request digest')
    if (through !== null) return through
  }
  return link(name, 'unbound', 'neither the payment nor a receipt of it names the request digest')
}

function paymentSettlement({ payment, settleTx, receipt }: Evidence): Link {
  const name = 'payment-settlement'
  if (payment === null) return link(name, 'missing', 'payment was not given')
  const named = told(receipt, NAMES.transaction) ?? null
  if (settleTx === null && named === null)
    return link(name, 'missing', 'neither settle_tx nor a transaction in receipt was given')
  if (settleTx !== null && named !== null && settleTx.toLowerCase() !== named.toLowerCase())
    return link(name, 'contradicted', null, { what: 'the transaction', told: named, other: settleTx })
  if (receipt === null) return link(name, 'unbound', 'settle_tx alone does not say what it settled')
  const relation = namesPayment(receipt, payment)
  if (typeof relation === 'object') return link(name, 'contradicted', null, relation)
  return relation === 'same'
    ? link(name, 'bound')
    : link(name, 'unbound', 'the receipt does not say which payment the transaction settled')
}

function requestResponse({ requestDigest, responseDigest, receipt }: Evidence): Link {
  const name = 'request-response'
  if (requestDigest === null || responseDigest === null)
    return link(name, 'missing', 'request_digest and response_digest were not both given')
  if (receipt === null) return link(name, 'unbound', 'no artifact holds both digests')
  const ends = [
    byDigest(name, receipt, NAMES.request, requestDigest, 'the request digest'),
    byDigest(name, receipt, NAMES.response, responseDigest, 'the response digest'),
  ]
  const clash = ends.find((end) => end?.status === 'contradicted')
  if (clash) return clash
  return ends.every((end) => end?.status === 'bound')
    ? link(name, 'bound')
    : link(name, 'unbound', 'the receipt does not hold both digests')
}

function receiptPayment({ payment, receipt }: Evidence): Link {
  const name = 'receipt-payment'
  if (payment === null || receipt === null) return link(name, 'missing', 'payment and receipt were not both given')
  const relation = namesPayment(receipt, payment)
  if (typeof relation === 'object') return link(name, 'contradicted', null, relation)
  return relation === 'same'
    ? link(name, 'bound')
    : link(name, 'unbound', 'the receipt names neither the payment nor its payer')
}

/** Whether a receipt is of this payment: by its digest, its nonce, or payer and network; else where they clash. */
function namesPayment(receipt: readonly Leaf[], payment: PaymentFacts): 'same' | 'silent' | NonNullable<Link['clash']> {
  const digest = hexDigest(told(receipt, NAMES.payment))
  if (digest !== null && digest !== payment.digest)
    return { what: 'the payment digest', told: digest, other: payment.digest }
  const pairs: [string, string | undefined, string | null, (a: string, b: string) => boolean][] = [
    ['the payer', told(receipt, NAMES.payer), payment.payer, sameAddress],
    ['the network', told(receipt, NAMES.network), payment.network, (a, b) => sameNetworkKey(a) === sameNetworkKey(b)],
    ['the amount', told(receipt, NAMES.amount), payment.amount, (a, b) => a === b || !/^\d+$/.test(a)],
  ]
  for (const [what, said, known, agree] of pairs)
    if (said !== undefined && known !== null && !agree(said, known)) return { what, told: said, other: known }
  const nonce = told(receipt, NAMES.nonce)
  const isNamed = digest !== null || (nonce !== undefined && nonce === payment.nonce)
  const [payer, network] = [told(receipt, NAMES.payer), told(receipt, NAMES.network)]
  return isNamed || (payer !== undefined && network !== undefined && payment.payer !== null) ? 'same' : 'silent'
}
