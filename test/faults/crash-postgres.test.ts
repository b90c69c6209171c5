import { describeCrashes } from '../support/world/crash-cases.ts'

describeCrashes(['postgres'])
