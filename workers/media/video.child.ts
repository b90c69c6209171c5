import type { MediaType } from '#shared/media/media-limits.ts'

import { serveOneJob } from '../sandbox/serve-one-job.ts'
import { processVideo } from './process-video.ts'

await serveOneJob(({ head, parts: [file = new Uint8Array()] }) =>
  // Safe: the worker that started this process wrote it.
  processVideo(Buffer.from(file), (head as { type: MediaType }).type),
)
