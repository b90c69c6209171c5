import { describeCrashes } from '#test/support/world/crash-cases.ts'

// Every moment has its turn in test/faults/crash.test.ts, on both queues.
describeCrashes(['redis'], ['after:call-accept-keyed', 'after:call-start'])
