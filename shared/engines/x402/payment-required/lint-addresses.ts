import { checksumAddress, hasWrongChecksum, isEvmAddress, ZERO_ADDRESS } from '../networks/evm-address.ts'
import type { Option } from './option.ts'
import type { PaymentReport } from '../wire/requirement-shape.ts'
import { solanaBytes } from '../networks/solana-address.ts'
import { sameAddress } from '../networks/token.ts'

/** The system program: 32 zero bytes. */
const SOLANA_ZERO = '1'.repeat(32)
/** Burn addresses: the usual one of EVM chains, and Solana's incinerator. */
const BURNING: ReadonlySet<string> = new Set([
  '0x000000000000000000000000000000000000dead',
  '1nc1nerator11111111111111111111111111111111',
])

/** Checks the addresses of an EVM or Solana option: form, family, checksum, and payees that nobody can spend from. */
export function lintAddresses(report: PaymentReport, option: Option, at: string): void {
  const { network, asset, payTo } = option
  if (network === null || network.family === 'other') return
  const assetFits = asset !== null && lintAddress(report, option, asset, at, 'asset')
  const payToFits = payTo !== null && lintAddress(report, option, payTo, at, 'payTo')
  if (assetFits && isZero(asset)) report.add('PR_ASSET_ZERO', `${at}/asset`)
  if (!payToFits) return
  if (isZero(payTo)) report.add('PR_PAYTO_ZERO', `${at}/payTo`)
  else if (BURNING.has(payTo.startsWith('0x') ? payTo.toLowerCase() : payTo)) report.add('PR_PAYTO_BURN', `${at}/payTo`)
  else if (assetFits && sameAddress(payTo, asset)) report.add('PR_PAYTO_IS_ASSET', `${at}/payTo`)
}

const isZero = (address: string) => address.toLowerCase() === ZERO_ADDRESS || address === SOLANA_ZERO

function lintAddress(report: PaymentReport, { network }: Option, given: string, at: string, field: string): boolean {
  const path = `${at}/${field}`
  const isEvm = isEvmAddress(given)
  const isSolana = solanaBytes(given) !== null
  const name = network?.known?.name ?? network?.caip2 ?? 'the network'
  if (network?.family === 'evm' ? isEvm : isSolana) {
    if (isEvm && hasWrongChecksum(given))
      report.add('PR_ADDRESS_CHECKSUM', path, { field, given, checksummed: checksumAddress(given) })
    return true
  }
  if (isEvm || isSolana)
    report.add('PR_ADDRESS_OTHER_FAMILY', path, {
      field,
      given,
      family: isEvm ? 'an EVM' : 'a Solana',
      network: name,
    })
  else report.add('PR_ADDRESS_MALFORMED', path, { field, given, network: name })
  return false
}
