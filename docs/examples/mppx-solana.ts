// Pays a call by MPP on Solana with mppx and @solana/mpp.
import { createKeyPairSignerFromBytes, getBase58Encoder } from '@solana/kit'
import { solana } from '@solana/mpp/client'
import { Mppx } from 'mppx/client'

const { FAREBOX_URL = 'http://127.0.0.1:8402', SOLANA_SECRET_KEY = '', SOLANA_RPC_URL = '' } = process.env

const signer = await createKeyPairSignerFromBytes(new Uint8Array(getBase58Encoder().encode(SOLANA_SECRET_KEY)))
const mppx = Mppx.create({
  polyfill: false,
  methods: [solana.charge({ signer, rpcUrl: SOLANA_RPC_URL, computeUnitLimit: 60_000 })],
})

const response = await mppx.fetch(`${FAREBOX_URL}/api/v1/outcomes/hash-text`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ text: 'hello' }),
})
const answer = await response.json()
if (!response.ok) throw new Error(`${answer.code}: ${answer.error}`)
console.log(answer.result.hex, answer.charge)
console.log('receipt', response.headers.get('payment-receipt'))
