import { serveOneJob } from '../../sandbox/serve-one-job.ts'
import { closeLoaders } from '../process-image.ts'
import { type OcrJob, readText } from './read-text.ts'

closeLoaders()
await serveOneJob(({ head, parts: [file = new Uint8Array()] }) =>
  // Safe: written by our worker.
  readText(Buffer.from(file), head as OcrJob),
)
