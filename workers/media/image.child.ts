import type { MediaType } from '#shared/media/media-limits.ts'

import { serveOneJob } from '../sandbox/serve-one-job.ts'
import { closeLoaders, processImage } from './process-image.ts'

closeLoaders()
await serveOneJob(({ head, parts: [file = new Uint8Array()] }) =>
  // Safe: written by our worker.
  processImage(Buffer.from(file), (head as { type: MediaType }).type),
)
