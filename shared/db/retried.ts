import { codeOf } from './outage.ts'

/** Which failures of PostgreSQL a statement may simply be sent again after, and why that is safe. */
const RETRYABLE: Record<string, string> = {
  '40001': 'serialization failure: nothing was written',
  '40P01': 'deadlock: the statement was rolled back whole',
}

/** Runs a statement again, up to three times with jitter, when PostgreSQL rolled it back for concurrency. */
export async function retried<Out>(statement: () => Promise<Out>): Promise<Out> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await statement()
    } catch (error) {
      if (attempt === 3 || !(codeOf(error) in RETRYABLE)) throw error
      await new Promise((done) => setTimeout(done, Math.random() * 20 * attempt))
    }
  }
}
