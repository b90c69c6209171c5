import { isObject } from '#shared/engines/json/json-value.ts'
import { conclude, type Check, type Finding } from '#shared/engines/guard/verdict.ts'
import { atomicOf, humanAmount } from '../networks/amount.ts'
import { clientHint } from '../wire/client-hint.ts'
import type { Option } from './option.ts'
import { obstaclesOf } from './payable-options.ts'
import type { Options } from './read-options.ts'
import { balanceOf, covers, readWallet, type Wallet } from '../payment/wallet.ts'

type Asked = {
  options: Options
  wallets: readonly unknown[] | undefined
  prefer: readonly string[]
  maxUsd: number | undefined
  allowTestnet: boolean
  schemes: readonly string[]
  /** The body, for the digest. */
  input: unknown
}

const RULESET = 'accepts-select/2026-11-20'
/** Decimals that dollar amounts of different tokens are compared in. */
const COMMON_DECIMALS = 18

type Judged = {
  index: number
  entry: unknown
  option: Option
  obstacles: string[]
  preferred: number
  usd: bigint | null
  isFunded: boolean
}

/** Chooses the way to pay that a caller's wallets can pay best, always the same one for the same question. */
export function selectOption(asked: Asked) {
  const { options, allowTestnet, input } = asked
  const wallets = asked.wallets?.map(readWallet)
  const judged = options.options.map((option, index) => judge(option, index, asked, wallets))
  const eligible = judged.filter(({ obstacles }) => obstacles.length === 0).sort(better)
  const [best] = eligible
  const findings = best === undefined ? refusals(judged) : []
  const verdict = conclude({
    input,
    ruleset: RULESET,
    findings,
    checks: checksOf(judged, asked),
    proceed: best === undefined ? '' : `Pay accepts[${best.index}] and send the payment with the same request.`,
  })
  const others = judged.filter(({ obstacles }) => obstacles.length > 0)
  return {
    ...verdict,
    decision: best === undefined ? ('reject' as const) : ('proceed' as const),
    selected: best !== undefined && isObject(best.entry) ? best.entry : null,
    selected_index: best?.index ?? null,
    rail: best === undefined ? null : railOf(best.option),
    amount: best === undefined ? null : amountOf(best.option),
    ranking: [
      ...eligible.map(({ index }, place) => ({ index, eligible: true, score: judged.length - place, reasons: [] })),
      ...others.map(({ index, obstacles }) => ({ index, eligible: false, score: 0, reasons: obstacles })),
    ],
    client_hint: best === undefined ? null : clientHint(best.option),
  }

  function judge(
    option: Option,
    index: number,
    { prefer, maxUsd, schemes }: Asked,
    held: readonly Wallet[] | undefined,
  ): Judged {
    const { scheme, network, token, amount } = option
    const entry = options.entries[index]
    const obstacles = obstaclesOf(entry, option, options.version)
    const usd =
      token?.isUsd && amount !== null ? BigInt(amount) * 10n ** BigInt(COMMON_DECIMALS - token.decimals) : null
    const paying = held?.filter((wallet) => covers(wallet, option)) ?? []
    const balances = paying.map((wallet) => balanceOf(wallet, option)).filter((balance) => balance !== null)
    const isFunded = amount !== null && balances.some((balance) => balance >= BigInt(amount))
    if (scheme === null || !schemes.includes(scheme)) obstacles.push('scheme_not_supported')
    if (held !== undefined && paying.length === 0) obstacles.push('no_wallet')
    if (network?.known?.testnet === true && !allowTestnet) obstacles.push('testnet')
    if (balances.length > 0 && !isFunded) obstacles.push('balance_too_low')
    const ceiling = maxUsd === undefined ? null : atomicOf(maxUsd, COMMON_DECIMALS)
    if (ceiling !== null && usd !== null && usd > ceiling) obstacles.push('over_max_amount')
    if (ceiling !== null && usd === null && !isFunded) obstacles.push('price_not_comparable')
    if (token === null && balances.length === 0 && !network?.known) obstacles.push('unknown_asset')
    const wish = prefer.findIndex(
      (name) => name === option.networkText || name === network?.caip2 || name === network?.known?.legacy,
    )
    return { index, entry, option, obstacles, preferred: wish === -1 ? prefer.length : wish, usd, isFunded }
  }
}

/** The caller's order, then fewer dollars, then what is known to be paid for, then the seller's order. */
function better(a: Judged, b: Judged): number {
  if (a.preferred !== b.preferred) return a.preferred - b.preferred
  if (a.usd !== b.usd) return a.usd === null || (b.usd !== null && a.usd > b.usd) ? 1 : -1
  if (a.isFunded !== b.isFunded) return a.isFunded ? -1 : 1
  return a.index - b.index
}

function refusals(judged: readonly Judged[]): Finding[] {
  const next = 'Do not pay; take another endpoint, another wallet, or a higher ceiling, as the reasons say.'
  if (judged.length === 0)
    return [
      {
        decision: 'block',
        code: 'no_options',
        message: 'accepts is empty: there is no way to pay.',
        path: '/accepts',
        next,
      },
    ]
  const isTestnetOnly = judged.every(({ obstacles }) => obstacles.length === 1 && obstacles[0] === 'testnet')
  const single: Finding[] = isTestnetOnly
    ? [
        {
          decision: 'block',
          code: 'testnet_only',
          message: 'Every way to pay is on a test network.',
          path: '/accepts',
          next: 'Set allow_testnet if test money is meant, else do not pay.',
        },
      ]
    : []
  return [
    ...single,
    ...judged.flatMap(({ index, obstacles }) =>
      obstacles.map((code): Finding => ({
        decision: 'block',
        code,
        message: `accepts[${index}]: ${OBSTACLES[code] ?? 'an error of payment-required-lint keeps it from being paid'}.`,
        path: `/accepts/${index}`,
        next,
      })),
    ),
  ]
}

const OBSTACLES: Readonly<Record<string, string>> = {
  not_an_object: 'it is not an object',
  scheme_not_supported: 'the client cannot sign its scheme',
  no_wallet: 'no wallet is on its network',
  testnet: 'it is on a test network',
  balance_too_low: 'the wallet has too little of its asset',
  over_max_amount: 'it costs more than max_amount_usd',
  price_not_comparable: 'its asset is no dollar token, so max_amount_usd cannot be held against it',
  unknown_asset: 'neither its network nor its asset is known',
}

function checksOf(judged: readonly Judged[], { wallets, maxUsd, allowTestnet, schemes }: Asked): Check[] {
  const count = (...codes: string[]) =>
    judged.filter(({ obstacles }) => obstacles.some((code) => codes.includes(code))).length
  const row = (id: string, failed: number): Check => ({
    id,
    status: failed === 0 ? 'pass' : failed === judged.length ? 'fail' : 'warn',
    detail: `${judged.length - failed} of ${judged.length} ways to pay pass`,
  })
  const skipped = (id: string, what: string): Check => ({ id, status: 'skipped', detail: `${what} was not given` })
  const formal = judged.filter(({ obstacles }) =>
    obstacles.some((code) => code.startsWith('PR_') || code === 'not_an_object'),
  ).length
  return [
    row('form', formal),
    { ...row('scheme', count('scheme_not_supported')), detail: `client signs ${schemes.join(', ')}` },
    wallets === undefined ? skipped('wallet', 'wallets') : row('wallet', count('no_wallet')),
    wallets === undefined ? skipped('balance', 'wallets') : row('balance', count('balance_too_low')),
    maxUsd === undefined
      ? skipped('ceiling', 'max_amount_usd')
      : row('ceiling', count('over_max_amount', 'price_not_comparable')),
    { ...row('testnet', count('testnet')), ...(allowTestnet ? { detail: 'test networks are allowed' } : {}) },
  ]
}

function railOf({ network, networkText }: Option): string | null {
  const { caip2 = null, known = null } = network ?? {}
  if (known?.legacy === 'base' || known?.legacy === 'solana') return known.legacy
  return caip2 ?? networkText
}

function amountOf({ amount, token }: Option) {
  if (amount === null) return null
  const human = token === null ? null : humanAmount(amount, token.decimals)
  return { atomic: amount, human, asset_symbol: token?.symbol ?? null, usd: token?.isUsd ? human : null }
}
