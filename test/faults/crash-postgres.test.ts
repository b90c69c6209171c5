import { describeCrashes } from '../support/crash-cases.ts'

describeCrashes(['postgres'])
