import { describeCrashes, describeSilence, testFlushes } from '#test/support/world/crash-cases.ts'

describeCrashes(['redis', 'postgres'])
describeSilence(['redis', 'postgres'])
testFlushes()
