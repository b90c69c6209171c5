import { serveOneJob } from '../../sandbox/serve-one-job.ts'
import { closeLoaders } from '../process-image.ts'
import { readPicture } from './read-picture.ts'

closeLoaders()
await serveOneJob(({ head, parts: [file = new Uint8Array()] }) =>
  // Safe: the worker that started this process wrote it.
  readPicture(Buffer.from(file), (head as { wantsCodes: boolean }).wantsCodes),
)
