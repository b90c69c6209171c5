import { AccessError, installationAccess } from './installation-access.ts'
import { withDatabase } from './with-database.ts'

import { audit } from '../money/audit/audit.ts'

/**
 * `npm run -s ledger:audit`: prints {ok, invariants} as JSON. Exits 1 when an invariant is violated or nothing could be
 * read.
 */
try {
  const invariants = await withDatabase(installationAccess(process.env).databaseUrl(), audit)
  const ok = invariants.every((invariant) => invariant.ok)
  process.stdout.write(`${JSON.stringify({ ok, invariants }, null, 2)}\n`)
  process.exitCode = ok ? 0 : 1
} catch (error) {
  if (!(error instanceof AccessError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
