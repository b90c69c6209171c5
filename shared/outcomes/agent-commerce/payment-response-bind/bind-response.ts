import { z } from 'zod'

import { digestOf } from '#shared/lib/crypto/digest.ts'

import { isObject, ownValue, type JsonObject } from '#shared/engines/json/json-value.ts'
import { LintReport } from '#shared/engines/lint/lint-report.ts'
import { fromBase58 } from '#shared/lib/crypto/base58.ts'
import { readNetwork } from '#shared/engines/x402/networks/network.ts'
import { readDocument, valueOf } from '#shared/engines/x402/wire/read-document.ts'
import { versionOf } from '#shared/engines/x402/wire/version.ts'
import { judgeLinks, paymentFacts, type Evidence, type Link, type PaymentFacts } from './bind-links.ts'
import { bindRules } from './bind.rules.ts'
import { leavesOf } from '#shared/engines/receipt-checks/find-fields.ts'
import { canonicalDigest, hexDigest } from '#shared/engines/receipt-checks/hex-digest.ts'
import { type OwnKey, verifyStatement } from '#shared/engines/receipt-checks/verify-statement.ts'

export type BindAsked = {
  mode: 'lint' | 'bind' | 'verify'
  payment?: JsonObject | string | undefined
  request_digest?: string | undefined
  response_digest?: string | undefined
  settle_tx?: string | undefined
  receipt?: JsonObject | string | undefined
}

const text = z.string().nullable()

/** What ties a payment to the request and the response it bought. */
export const Binding = z.object({
  version: z.literal(1),
  payment_digest: z.string(),
  request_digest: z.string(),
  response_digest: z.string(),
  settle_tx: text,
  network: text,
  pay_to: text,
  amount: text,
  issued_at: z.string(),
})
export type Binding = z.output<typeof Binding>

type Report = LintReport<typeof bindRules>
type Signing = { now: Date; sign: (digest: string) => Promise<string>; keys: () => Promise<readonly OwnKey[]> }

/** Binds a payment to request and response, says what is bound already, or checks a binding. */
export async function bindResponse(asked: BindAsked, signing: Signing) {
  const report: Report = new LintReport(bindRules)
  const payment = readPaymentOf(report, asked.payment)
  const receipt = readReceipt(report, asked.receipt)
  const given: Evidence = {
    payment,
    requestDigest: readDigest(report, 'request_digest', asked.request_digest),
    responseDigest: readDigest(report, 'response_digest', asked.response_digest),
    settleTx: readTransaction(report, asked.settle_tx, payment),
    receipt: receipt === null ? null : leavesOf(receipt),
  }
  const made = asked.mode === 'bind' && report.errors === 0 ? makeBinding(given, signing.now) : null
  const binding = made ?? (asked.mode === 'verify' ? bindingIn(report, receipt) : null)
  const holder = made === null ? given : { ...given, receipt: leavesOf(made) }
  const links = judgeLinks(asked.mode === 'verify' ? fromBinding(given, binding) : holder)
  const genuine =
    asked.mode === 'verify' && binding !== null ? await checkBinding(report, binding, receipt, signing) : true
  const judged = genuine === true ? links : links.map((one) => unproven(one, genuine))
  for (const one of judged) tell(report, one, asked.mode)
  const digest = binding === null ? null : digestOf({ ...binding, issued_at: undefined })
  const document = valueOf(readDocument(asked.payment))
  return {
    ...report.conclude(asked),
    x402_version: versionOf(document),
    mode: asked.mode,
    binding,
    binding_digest: digest,
    signature: made === null ? null : await signing.sign(digestOf(made)),
    links: judged.map(({ link, status }) => ({ link, status })),
    complete: judged.every(({ status }) => status === 'bound'),
    gaps: judged.flatMap(({ link, gap }) => (gap === null ? [] : [`${link}: ${gap}`])),
  }
}

function readPaymentOf(report: Report, sent: BindAsked['payment']): PaymentFacts | null {
  if (sent === undefined) return null
  const value = valueOf(readDocument(sent))
  const facts = isObject(value) ? paymentFacts(value) : null
  if (!isObject(value)) report.add('PB_PAYMENT_UNREADABLE', '/payment')
  else if (facts === null) report.add('PB_NOT_CANONICAL', '/payment')
  return facts
}

function readReceipt(report: Report, sent: BindAsked['receipt']): JsonObject | null {
  if (sent === undefined) return null
  const value = valueOf(readDocument(sent))
  if (isObject(value)) return value
  report.add('PB_RECEIPT_UNREADABLE', '/receipt')
  return null
}

function readDigest(report: Report, field: string, sent: string | undefined): string | null {
  if (sent === undefined) return null
  const digest = hexDigest(sent)
  if (digest === null) report.add('BAD_DIGEST', `/${field}`, { field, given: sent })
  return digest
}

function readTransaction(report: Report, sent: string | undefined, payment: PaymentFacts | null): string | null {
  if (sent === undefined || sent === '') return null
  const network = payment?.network === null || payment === null ? null : readNetwork(payment.network)
  const isEvm = /^0x[0-9a-fA-F]{64}$/.test(sent)
  const isSvm = fromBase58(sent)?.length === 64
  const fits =
    network === null || network.family === 'other' ? sent.length <= 200 : network.family === 'evm' ? isEvm : isSvm
  if (!fits)
    report.add('BAD_TRANSACTION', '/settle_tx', {
      given: sent,
      network: network?.known?.name ?? payment?.network ?? '',
    })
  return fits ? sent : null
}

function makeBinding({ payment, requestDigest, responseDigest, settleTx }: Evidence, now: Date): Binding | null {
  if (payment === null || requestDigest === null || responseDigest === null) return null
  return {
    version: 1,
    payment_digest: payment.digest,
    request_digest: requestDigest,
    response_digest: responseDigest,
    settle_tx: settleTx,
    network: payment.network,
    pay_to: payment.payTo,
    amount: payment.amount,
    issued_at: now.toISOString(),
  }
}

/** The binding inside what mode bind answered, or bare beside its signature. */
function bindingIn(report: Report, receipt: JsonObject | null): Binding | null {
  const read = Binding.safeParse(receipt === null ? undefined : (ownValue(receipt, 'binding') ?? receipt))
  const isSigned = typeof ownValue(receipt ?? {}, 'signature') === 'string'
  if (read.success && isSigned && canonicalDigest(read.data) !== null) return read.data
  report.add('PB_NOT_A_BINDING', '/receipt')
  return null
}

/** In mode verify the binding itself is the artifact that holds everything; what is given besides has to agree. */
function fromBinding(given: Evidence, binding: Binding | null): Evidence {
  if (binding === null) return given
  const claimed: PaymentFacts = {
    digest: binding.payment_digest,
    payer: null,
    payTo: binding.pay_to,
    network: binding.network,
    amount: binding.amount,
    nonce: null,
    leaves: [],
  }
  return {
    payment: given.payment ?? claimed,
    requestDigest: given.requestDigest ?? hexDigest(binding.request_digest),
    responseDigest: given.responseDigest ?? hexDigest(binding.response_digest),
    settleTx: given.settleTx,
    receipt: leavesOf({ ...binding, pay_to: null }),
  }
}

/** A link whose binding is forged, or signed by a key that is not known, proves nothing. */
const unproven = (one: Link, genuine: false | null): Link =>
  genuine === false
    ? { ...one, status: 'contradicted', clash: null, gap: 'the signature does not hold' }
    : {
        ...one,
        status: one.status === 'contradicted' ? 'contradicted' : 'unbound',
        gap: 'the key of the binding is not known',
      }

/** Whether the binding is what was signed; null when its key is not known. */
async function checkBinding(
  report: Report,
  binding: Binding,
  receipt: JsonObject | null,
  { keys }: Signing,
): Promise<boolean | null> {
  const signature = ownValue(receipt ?? {}, 'signature')
  const told = ownValue(receipt ?? {}, 'binding_digest')
  const keyId = ownValue(receipt ?? {}, 'key_id')
  const isDigest = told === undefined || told === digestOf({ ...binding, issued_at: undefined })
  if (!isDigest) report.add('PB_DIGEST_MISMATCH', '/receipt/binding_digest')
  const id = typeof keyId === 'string' ? keyId : null
  const statement = { profile: 'bind1', digest: digestOf(binding) } as const
  const verdict = verifyStatement(statement, { signature: String(signature), keyId: id }, await keys())
  if (verdict === false) report.add('PB_SIGNATURE_INVALID', '/receipt/signature')
  if (verdict === null) report.add('PB_KEY_UNKNOWN', '/receipt/key_id', { key: id })
  return isDigest ? verdict : false
}

function tell(report: Report, { link, status, gap, clash }: Link, mode: BindAsked['mode']): void {
  if (status === 'contradicted' && clash !== null) report.add('PB_CONTRADICTED', '', { link, ...clash })
  if (status === 'unbound') report.add('PB_UNBOUND', '', { link, gap })
  if (status === 'missing' && mode === 'lint') report.add('PB_MISSING', '', { link, gap })
}
