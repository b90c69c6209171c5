import { keepStrippedTypes } from '#shared/process/keep-stripped-types.ts'
import { leaveOutUnused } from '#shared/process/leave-out-unused.ts'

leaveOutUnused()
keepStrippedTypes()
// Loaded afterwards, so that both take effect.
const { runIngress } = await import('./run-ingress.ts')
await runIngress()
