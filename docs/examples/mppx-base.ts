// Pays a call by MPP on Base with mppx.
import { evm, Mppx } from 'mppx/client'
import { privateKeyToAccount } from 'viem/accounts'

const { FAREBOX_URL = 'http://127.0.0.1:8402', BASE_PRIVATE_KEY = '0x' } = process.env

const account = privateKeyToAccount(BASE_PRIVATE_KEY as `0x${string}`)
const mppx = Mppx.create({
  polyfill: false,
  methods: [evm.charge({ account, currencies: [evm.assets.base.USDC], maxAmount: '0.05' })],
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
