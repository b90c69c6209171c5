import { parseArgs } from 'node:util'

import { z } from 'zod'

import { endWithParent } from '#shared/lib/end-with-parent.ts'

import { openJournal } from './journal.ts'
import { createPlaySolana } from './play-solana.ts'
import { rpcMethods } from './rpc-methods.ts'
import { serveJsonRpc } from './serve-json-rpc.ts'
import { endow, prepareSolana } from './solana-funds.ts'

const Amount = z.string().regex(/^\d+$/).transform(BigInt)
const Fund = z.object({ address: z.string(), lamports: Amount, microUsdc: Amount.optional() })

/**
 * The playground's Solana chain as a process. Options: `--port`, `--journal` (its file), `--confirm-delay-ms`, and a
 * `--fund` with JSON for each account with an initial balance.
 */
const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    journal: { type: 'string' },
    'confirm-delay-ms': { type: 'string', default: '0' },
    fund: { type: 'string', multiple: true, default: [] },
  },
})
const { port, journal: path } = z.object({ port: z.coerce.number(), journal: z.string() }).parse(values)

const chain = createPlaySolana({ journal: openJournal(path) })
prepareSolana(chain)
for (const text of values.fund) {
  const { address, ...funds } = Fund.parse(JSON.parse(text))
  await endow(chain, address, funds)
}
chain.knobs.confirmDelayMs = Number(values['confirm-delay-ms'])
const server = await serveJsonRpc(rpcMethods(chain), port, chain.stateOf)
// Everything it reported is in its journal already.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => void server.close().then(() => process.exit(0)))
}
endWithParent(process.env['FAREBOX_PARENT_PID'])
