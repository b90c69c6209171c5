import { ownValue } from '#shared/engines/json/json-value.ts'
import { transferMethod, type Option } from '../payment-required/option.ts'

/** What a client must sign to pay an option; null if unknown here. */
export function clientHint(option: Option) {
  const { extra, network, asset, token, payTo } = option
  const method = transferMethod(option)
  if (method === null || network === null) return null
  const feePayer = ownValue(extra, 'feePayer')
  if (method === 'spl')
    return {
      payload_kind: 'svm-transaction',
      domain: null,
      fee_payer: typeof feePayer === 'string' ? feePayer : null,
      sign_what: `A v0 transaction that moves the exact amount by TransferChecked to the token account of ${payTo}, with a memo; the fee payer signs last.`,
    }
  const name = ownValue(extra, 'name') ?? token?.domain?.name ?? null
  const version = ownValue(extra, 'version') ?? token?.domain?.version ?? null
  const chainId = network.chainId === null ? null : Number(network.chainId)
  if (method === 'permit2')
    return {
      payload_kind: 'permit2',
      domain: { name: 'Permit2', chainId, verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3' },
      fee_payer: null,
      sign_what: 'PermitWitnessTransferFrom (EIP-712), once the token has been approved for Permit2.',
    }
  return {
    payload_kind: method,
    domain: { name, version, chainId, verifyingContract: asset },
    fee_payer: null,
    sign_what: 'TransferWithAuthorization (EIP-712 under this domain) from the payer to payTo, for exactly the amount.',
  }
}
