// Pays a call by x402 on Base with the official client.
import { toClientEvmSigner } from '@x402/evm'
import { registerExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'

const { FAREBOX_URL = 'http://127.0.0.1:8402', BASE_PRIVATE_KEY = '0x' } = process.env

const client = new x402Client()
registerExactEvmScheme(client, { signer: toClientEvmSigner(privateKeyToAccount(BASE_PRIVATE_KEY as `0x${string}`)) })
const pay = wrapFetchWithPayment(fetch, client)

const response = await pay(`${FAREBOX_URL}/api/v1/outcomes/hash-text`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ text: 'hello' }),
})
const answer = await response.json()
if (!response.ok) throw new Error(`${answer.code}: ${answer.error}`)
console.log(answer.result.hex, answer.charge)
