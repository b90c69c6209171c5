// Pays a call by x402 on Solana with the official client.
import { createKeyPairSignerFromBytes, getBase58Encoder } from '@solana/kit'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { ExactSvmScheme } from '@x402/svm/exact/client'

const { FAREBOX_URL = 'http://127.0.0.1:8402', SOLANA_SECRET_KEY = '', SOLANA_RPC_URL = '' } = process.env

const signer = await createKeyPairSignerFromBytes(new Uint8Array(getBase58Encoder().encode(SOLANA_SECRET_KEY)))
// registerExactSvmScheme of 2.27 ignores rpcUrl, so the scheme is registered by itself.
const client = new x402Client().register('solana:*', new ExactSvmScheme(signer, { rpcUrl: SOLANA_RPC_URL }))
const pay = wrapFetchWithPayment(fetch, client)

const response = await pay(`${FAREBOX_URL}/api/v1/outcomes/hash-text`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ text: 'hello' }),
})
const answer = await response.json()
if (!response.ok) throw new Error(`${answer.code}: ${answer.error}`)
console.log(answer.result.hex, answer.charge)
