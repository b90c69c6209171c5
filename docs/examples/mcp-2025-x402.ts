// Pays an outcome over MCP by x402 in `_meta`, with the client of before 2026-07-28, which most hosts have.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { x402Client } from '@x402/core/client'
import { toClientEvmSigner } from '@x402/evm'
import { registerExactEvmScheme } from '@x402/evm/exact/client'
import { privateKeyToAccount } from 'viem/accounts'

const { FAREBOX_URL = 'http://127.0.0.1:8402', BASE_PRIVATE_KEY = '0x' } = process.env

const wallet = new x402Client()
registerExactEvmScheme(wallet, { signer: toClientEvmSigner(privateKeyToAccount(BASE_PRIVATE_KEY as `0x${string}`)) })

const client = new Client({ name: 'example', version: '1.0.0' })
await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', FAREBOX_URL)))

// Unpaid, the answer is what to sign; the same call with the payment in `_meta` is answered.
const call = { name: 'call_outcome', arguments: { slug: 'hash-text', input: { text: 'hello' } } }
const unpaid = await client.callTool(call)
const payment = await wallet.createPaymentPayload(unpaid.structuredContent as never)
const paid = await client.callTool({ ...call, _meta: { 'x402/payment': payment } })
if (paid.isError === true) throw new Error(JSON.stringify(paid.structuredContent))
console.log(JSON.stringify(paid.structuredContent))
console.log('receipt', JSON.stringify(paid._meta?.['x402/payment-response']))
await client.close()
