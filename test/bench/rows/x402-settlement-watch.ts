import { PATIENCE } from '#workers/settlement/open-chains.ts'

/**
 * The worker as shipped but for how often it looks for a block. At the 200 ms it ships with, whether a block that takes a
 * few milliseconds is there at the first look decides the result, not the code.
 */
PATIENCE.pollMs = Number(process.env['POLL_MS'])
await import('#workers/main.ts')
