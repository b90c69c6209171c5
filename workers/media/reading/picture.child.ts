import { serveOneJob } from '../../sandbox/serve-one-job.ts'
import { closeLoaders } from '../process-image.ts'
import { readPicture } from './read-picture.ts'

closeLoaders()
await serveOneJob(({ head, parts: [file = new Uint8Array()] }) =>
  // Safe: written by our worker.
  readPicture(Buffer.from(file), (head as { wantsCodes: boolean }).wantsCodes),
)
