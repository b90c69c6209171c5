// Calls outcomes by our own client: slugs, inputs and results are checked by the compiler.
import { privateKeyToAccount } from 'viem/accounts'

import { openClient } from '../../shared/client/client.ts'

const { FAREBOX_URL: url = 'http://127.0.0.1:8402', FAREBOX_KEY: key = '', BASE_PRIVATE_KEY = '0x' } = process.env

const withKey = openClient({ url, key })
const { result, charge } = await withKey.call('hash-text', { text: 'hello' })
console.log(result.hex, charge)

// The same, paid by x402 on Base for each call.
const withWallet = openClient({ url, account: privateKeyToAccount(BASE_PRIVATE_KEY as `0x${string}`), maxCents: 5 })
console.log((await withWallet.call('hash-text', { text: 'hello' })).charge.payment)
