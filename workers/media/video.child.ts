import type { MediaType } from '#shared/media/media-limits.ts'

import { serveOneJob } from '../sandbox/serve-one-job.ts'
import { processVideo } from './process-video.ts'

await serveOneJob(({ head, parts: [file = new Uint8Array()] }) =>
  // Safe: written by our worker.
  processVideo(Buffer.from(file), (head as { type: MediaType }).type),
)
