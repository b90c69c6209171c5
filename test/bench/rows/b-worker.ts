import { createHash } from 'node:crypto'

import { Worker } from 'bullmq'

/** The worker of row b: the same hash as our hash-text, with the same concurrency as our outcome pool. */
const worker = new Worker(
  'common',
  async (job) => {
    // Safe: the bench's own job.
    const { text } = job.data as { text: string }
    const digest = createHash('sha256').update(text).digest()
    return { algorithm: 'sha256', hex: digest.toString('hex'), base64: digest.toString('base64') }
  },
  {
    connection: { url: process.env['REDIS_URL'] ?? '', maxRetriesPerRequest: null },
    concurrency: Number(process.env['OUTCOME_CONCURRENCY']),
  },
)
await worker.waitUntilReady()
process.stdout.write('worker ready\n')
