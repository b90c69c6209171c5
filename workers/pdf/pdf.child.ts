import { serveOneJob } from '../sandbox/serve-one-job.ts'
import { type PdfJob, readFile } from './read-file.ts'

await serveOneJob(
  async ({ head, parts: [file = new Uint8Array()] }) => ({
    // Safe: written by our worker.
    head: await readFile(new Uint8Array(file), head as PdfJob),
    parts: [],
  }),
  { leavesPromises: true },
)
