import { describeKills, STEPS } from '../support/website-lab.ts'

describeKills(STEPS.map((_, end) => end + 1))
