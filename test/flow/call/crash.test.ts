import { describeCrashes, testFlushes } from '#test/support/world/crash-cases.ts'

// The PostgreSQL queue has its turn in test/faults/crash-postgres.test.ts.
describeCrashes(['redis'])
testFlushes()
