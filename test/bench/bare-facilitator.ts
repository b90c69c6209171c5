import { x402Facilitator } from '@x402/core/facilitator'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import { type Address, createWalletClient, encodeFunctionData, type Hex, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { base as baseChain } from 'viem/chains'

import { BASE } from '#shared/chains/networks.ts'

/** The stock facilitator of x402 on Base, in memory, as its documents build it; its nonces are counted in memory too. */
export function bareFacilitator(env: NodeJS.ProcessEnv): x402Facilitator {
  // Safe: the bench makes the key.
  const privateKey = (env['GAS_KEY'] ?? '') as Hex
  const account = privateKeyToAccount(privateKey)
  const client = createWalletClient({
    account,
    chain: baseChain,
    transport: http(env['RPC_URL']),
    pollingInterval: Number(env['POLL_MS']),
  }).extend(publicActions)
  // Without nonces of its own settlements at once fail with "nonce too low", and with viem's manager over JSON-RPC one run
  // in three left a gap behind which all wait (both measured). So what takes time (gas, fees) is done at once for all, and
  // signing and sending in turn, each with the next nonce. The bench's key is new, so its first is 0.
  let nonce = 0
  let turn: Promise<unknown> = Promise.resolve()
  const writeContract = async ({
    address,
    ...call
  }: Parameters<typeof encodeFunctionData>[0] & { address: Address }) => {
    const data = encodeFunctionData(call)
    const ready = await client.prepareTransactionRequest({ to: address, data, nonce: 0 })
    const sent = turn.then(async () => {
      const hash = await client.sendTransaction({ ...ready, nonce })
      nonce += 1
      return hash
    })
    turn = sent.catch(() => {})
    return sent
  }
  // Safe: as the package's own documents build it; viem's types are narrower than its signer's.
  const signer = toFacilitatorEvmSigner({ ...client, address: account.address, writeContract } as unknown as Parameters<
    typeof toFacilitatorEvmSigner
  >[0])
  return new x402Facilitator().register(BASE, new ExactEvmScheme(signer))
}
