import { serveOneJob } from '../../sandbox/serve-one-job.ts'
import { readAudio } from './read-audio.ts'

await serveOneJob(({ parts: [file = new Uint8Array()] }) => readAudio(Buffer.from(file)))
