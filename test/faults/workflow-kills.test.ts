import { describeKills, STEPS } from '../support/labs/website-lab.ts'

describeKills(STEPS.map((_, end) => end + 1))
