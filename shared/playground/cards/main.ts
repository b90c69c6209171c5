import { parseArgs } from 'node:util'

import { z } from 'zod'

import { endWithParent } from '#shared/lib/end-with-parent.ts'

import { serveCards } from './serve-cards.ts'

/**
 * The playground's card processor as a process. Options: `--port`, `--journal` (its file) and `--webhook-url`. Its keys
 * come from the environment: CARD_SECRET_KEY and CARD_WEBHOOK_SECRET.
 */
const { values } = parseArgs({
  options: { port: { type: 'string' }, journal: { type: 'string' }, 'webhook-url': { type: 'string' } },
})
const given = z.object({ port: z.coerce.number(), journal: z.string(), 'webhook-url': z.url() }).parse(values)
const keys = z.object({ CARD_SECRET_KEY: z.string(), CARD_WEBHOOK_SECRET: z.string() }).parse(process.env)

const server = await serveCards({
  port: given.port,
  journal: given.journal,
  webhookUrl: given['webhook-url'],
  secretKey: keys.CARD_SECRET_KEY,
  webhookSecret: keys.CARD_WEBHOOK_SECRET,
})
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => void server.close().then(() => process.exit(0)))
}
endWithParent(process.env['FAREBOX_PARENT_PID'])
