import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from '@x402/fetch'

import { checkGenesis, WrongChain, ChainUnknown } from '#shared/chains/genesis.ts'
import { BASE, type Network, SOLANA } from '#shared/chains/networks.ts'
import { fromBase58 } from '#shared/lib/crypto/base58.ts'
import { typedFields } from '#shared/lib/typed-fields.ts'
import { catalog } from '#shared/catalog/catalog.ts'
import { sellerPath, sellerSlugOf } from '#shared/market/endpoints/seller-slug.ts'

import type { CallCommand, Rail } from './commands.ts'
import { AccessError } from './installation-access.ts'
import type { PlaygroundFacts } from './read-playground.ts'

/** The result of a paid call: the answer and its payment. */
export type PaidAnswer = {
  status: number
  /** The settlement from PAYMENT-RESPONSE; null when nothing was settled. */
  paid: unknown
  /**
   * The PAYMENT-SIGNATURE header that was sent. Sending it again returns the same answer at no cost. Null when nothing
   * was signed.
   */
  payment_header: string | null
  answer: unknown
}

const NETWORKS: Readonly<Record<Rail, Network>> = { base: BASE, solana: SOLANA }
/** Play money. A client with real money keeps the library's cap of one dollar, or sets its own. */
const CAP = '$500'

/**
 * Calls an outcome of a playground with the official x402 client, paid from its demo wallet. Throws AccessError unless
 * it is a playground: for a real chain, or a payTo other than the published one.
 */
export const payCall = (
  playground: PlaygroundFacts,
  wanted: Extract<CallCommand, { rail: Rail }>,
): Promise<PaidAnswer> => {
  const { slug, rail, url = playground.base_url } = wanted
  return payPost(playground, { rail, url: url + pathOf(slug), body: bodyOf(wanted) })
}

/** POSTs to a URL of a playground and pays as `payCall` does. */
export async function payPost(
  playground: PlaygroundFacts,
  { rail, url, body, headers = {} }: { rail: Rail; url: string; body: string; headers?: Record<string, string> },
): Promise<PaidAnswer> {
  const network = NETWORKS[rail]
  await refuseRealMoney(playground, rail)

  const payTo = playground[rail].pay_to
  const client = new x402Client()
    .register(network, await signerOf(playground, rail))
    .setSpendControls({ maxAmountPerPayment: CAP })
    .registerPolicy((_, offered) => offered.filter((one) => one.network === network && one.payTo === payTo))
  let paymentHeader: string | null = null
  const watched: typeof fetch = (input, init) => {
    const sent = new Request(input, init)
    paymentHeader = sent.headers.get('payment-signature') ?? paymentHeader
    return fetch(sent)
  }
  const response = await wrapFetchWithPayment(watched, client)(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  }).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    const state =
      paymentHeader === null ? '' : ` A payment was sent; send it again as PAYMENT-SIGNATURE: ${paymentHeader}`
    throw new AccessError(`The call came to nothing: ${why}.${state}`, { cause: error })
  })
  const receipt = response.headers.get('payment-response')
  return {
    status: response.status,
    paid: receipt === null ? null : decodePaymentResponseHeader(receipt),
    payment_header: paymentHeader,
    answer: await answerOf(response),
  }
}

/** Calls an outcome of the service at `url`, paid by a service key. */
export const callWithKey = (url: string, wanted: Extract<CallCommand, { key: string }>): Promise<PaidAnswer> =>
  postWithKey(url + pathOf(wanted.slug), wanted.key, bodyOf(wanted))

/** POSTs to a URL, paid by a service key. */
export const postWithKey = (url: string, key: string, body: string): Promise<PaidAnswer> =>
  send(url, { method: 'POST', headers: { 'X-Service-Key': key }, body })

/** Sends a request that needs no signature. Throws AccessError when nothing answers. */
export async function send(
  url: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body?: string },
): Promise<PaidAnswer> {
  const response = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body }),
  }).catch((error: unknown) => {
    throw new AccessError(`Nothing answers at ${new URL(url).origin}.`, { cause: error })
  })
  return { status: response.status, paid: null, payment_header: null, answer: await answerOf(response) }
}

/** Where a slug is called; `sellers/<slug>` is the endpoint of a seller. */
const pathOf = (slug: string): string => {
  const ofSeller = sellerSlugOf(slug)
  return ofSeller === null ? `/api/v1/outcomes/${slug}` : sellerPath(ofSeller)
}

const bodyOf = ({ slug, fields }: CallCommand): string =>
  JSON.stringify(typedFields(fields, catalog.get(slug)?.outcome.input ?? null))

async function answerOf(response: Response): Promise<unknown> {
  const text = await response.text()
  return response.headers.get('content-type')?.includes('json') === true ? JSON.parse(text) : text
}

/** Throws AccessError unless the chain of the playground is one of play money. */
export async function refuseRealMoney(playground: PlaygroundFacts, rail: Rail): Promise<void> {
  try {
    await checkGenesis('play', { network: NETWORKS[rail], rpcUrl: playground[rail].rpc_url })
  } catch (error) {
    if (error instanceof WrongChain || error instanceof ChainUnknown)
      throw new AccessError(error.message, { cause: error })
    throw error
  }
}

async function signerOf({ base, solana }: PlaygroundFacts, rail: Rail) {
  if (rail === 'base') {
    const [{ ExactEvmScheme }, { toClientEvmSigner }, { privateKeyToAccount }] = await Promise.all([
      import('@x402/evm/exact/client'),
      import('@x402/evm'),
      import('viem/accounts'),
    ])
    // Safe: the playground writes it in this form.
    return new ExactEvmScheme(toClientEvmSigner(privateKeyToAccount(base.wallet.private_key as `0x${string}`)))
  }
  const [{ ExactSvmScheme }, { createKeyPairSignerFromBytes }] = await Promise.all([
    import('@x402/svm/exact/client'),
    import('@solana/kit'),
  ])
  const signer = await createKeyPairSignerFromBytes(fromBase58(solana.wallet.secret_key) ?? new Uint8Array())
  return new ExactSvmScheme(signer, { rpcUrl: solana.rpc_url })
}
