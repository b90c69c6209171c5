import type { Finding } from '../guard/verdict.ts'
import type { judgePayto } from '../payto/judge-payto.ts'
import type { MerchantFacts } from './collect-merchant.ts'
import type { Read402 } from './read-402.ts'
import type { TextScan } from './scan-merchant-text.ts'

type Seen = {
  facts: MerchantFacts
  read: Read402 | null
  payto: ReturnType<typeof judgePayto>
  injection: TextScan | null
  overBudget: boolean
  price: number | null
  maxUsdc: number | undefined
}

/** Findings that are each a sufficient reason not to pay, whatever else speaks for a merchant. */
export function hardRejects({ facts, read, payto, injection, overBudget, price, maxUsdc }: Seen): Finding[] {
  const block = (code: string, message: string, more: Partial<Finding> = {}): Finding => ({
    decision: 'block',
    code,
    message,
    next: 'Do not pay; resolve this with the merchant first, or take another one.',
    ...more,
  })
  const [first = null] = facts.samples
  const found: (Finding | null)[] = [
    first === null ? block('unreachable', 'it did not answer') : null,
    first !== null && read === null
      ? block('not_paywalled', `it answered ${first.status}, not 402: there is nothing to pay`)
      : null,
    ...payto.verdict.reasons
      .filter(({ code }) => code === 'payto_mismatch' || code === 'payto_rotates' || code === 'payto_and_price_changed')
      .map(({ code, message, severity, evidence }) => block(code, message, { severity, evidence })),
    facts.isIpLiteral ? block('ip_literal_host', 'its host is an address, not a name: nobody answers for it') : null,
    injection?.severity === 'high' || injection?.severity === 'critical'
      ? block('injection_text', 'what it says gives orders to its reader', {
          severity: 'high',
          evidence: injection.excerpt,
        })
      : null,
    overBudget
      ? block('over_budget', `it costs ${price} USDC, more than the ${maxUsdc} allowed`, { path: '/max_usdc' })
      : null,
  ]
  return [...found.filter((finding): finding is Finding => finding !== null), ...unpayable(read, block)]
}

/** A 402 that no wallet can pay: with the one reason that a token of another chain is named, which is a trap. */
function unpayable(
  read: Read402 | null,
  block: (code: string, message: string, more?: Partial<Finding>) => Finding,
): Finding[] {
  if (read === null || read.accepts.some(({ payable }) => payable)) return []
  const errors = read.findings.filter(({ severity }) => severity === 'error')
  const isWrongChain = errors.some(({ code }) => code === 'PR_ASSET_NETWORK_MISMATCH')
  const codes = [...new Set(errors.map(({ code }) => code))].slice(0, 10)
  return [
    isWrongChain
      ? block('wrong_chain_asset', 'the asset it names is a token of another network', { evidence: codes })
      : block('not_payable', 'none of its ways to pay can be paid', { evidence: codes }),
  ]
}
