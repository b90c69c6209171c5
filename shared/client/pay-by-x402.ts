/** Whoever can sign EIP-712 typed data: an account of viem, or a wallet with the same method. */
export type TypedDataSigner = {
  address: `0x${string}`
  signTypedData: (typed: {
    domain: { name: string; version: string; chainId: number; verifyingContract: `0x${string}` }
    types: { TransferWithAuthorization: readonly { name: string; type: string }[] }
    primaryType: 'TransferWithAuthorization'
    message: Record<string, string | bigint>
  }) => Promise<string>
}

type Accept = {
  scheme: string
  network: string
  amount: string
  asset: `0x${string}`
  payTo: string
  maxTimeoutSeconds: number
  extra: { name: string; version: string }
}

/** A transfer of a token that its owner allows by a signature (EIP-3009). Times are Unix seconds. */
export type Transfer = {
  from: string
  to: string
  value: string
  validAfter: string
  validBefore: string
  nonce: string
}

const FIELDS = [
  ['from', 'address'],
  ['to', 'address'],
  ['value', 'uint256'],
  ['validAfter', 'uint256'],
  ['validBefore', 'uint256'],
  ['nonce', 'bytes32'],
].map(([name = '', type = '']) => ({ name, type }))

/** Signs a transfer of a token on an EVM chain. */
export const signTransfer = (
  signer: TypedDataSigner,
  token: { name: string; version: string; chainId: number; verifyingContract: `0x${string}` },
  transfer: Transfer,
): Promise<string> =>
  signer.signTypedData({
    domain: token,
    types: { TransferWithAuthorization: FIELDS },
    primaryType: 'TransferWithAuthorization',
    message: {
      ...transfer,
      value: BigInt(transfer.value),
      validAfter: BigInt(transfer.validAfter),
      validBefore: BigInt(transfer.validBefore),
    },
  })

/**
 * The headers that pay a 402 on an EVM chain by x402 version 2. Returns null when it offers no such payment of at most
 * `maxAtomic` units of the token.
 */
export async function payByX402(
  headers: Headers,
  signer: TypedDataSigner,
  maxAtomic: bigint,
): Promise<Record<string, string> | null> {
  const sent = headers.get('payment-required')
  if (sent === null) return null
  // Safe: PAYMENT-REQUIRED is x402's PaymentRequired; what is missing makes the server refuse the payment.
  const { accepts, resource, extensions } = JSON.parse(fromBase64(sent)) as {
    accepts: Accept[]
    resource: unknown
    extensions: unknown
  }
  const accepted = accepts.find(({ scheme, network }) => scheme === 'exact' && network.startsWith('eip155:'))
  if (accepted === undefined || BigInt(accepted.amount) > maxAtomic) return null
  const { network, amount, asset, payTo, maxTimeoutSeconds, extra } = accepted
  const now = Math.floor(Date.now() / 1_000)
  const authorization: Transfer = {
    from: signer.address,
    to: payTo,
    value: amount,
    validAfter: String(now - 600),
    validBefore: String(now + maxTimeoutSeconds),
    nonce: `0x${[...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`,
  }
  const token = { ...extra, chainId: Number(network.slice('eip155:'.length)), verifyingContract: asset }
  const signature = await signTransfer(signer, token, authorization)
  // The extensions are echoed whole: a token among them proves later that the sender got this 402.
  const payment = { x402Version: 2, resource, accepted, payload: { authorization, signature }, extensions }
  return { 'PAYMENT-SIGNATURE': toBase64(JSON.stringify(payment)) }
}

const fromBase64 = (text: string) => new TextDecoder().decode(Uint8Array.from(atob(text), (char) => char.charCodeAt(0)))

const toBase64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
