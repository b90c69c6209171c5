import { functionRules, type JobFunction, type Seniority, seniorityRules } from './titles.rules.ts'

/** What level a title is of. */
export const seniorityOf = (title: string): Seniority =>
  seniorityRules.find(({ pattern }) => pattern.test(title))?.level ?? 'unknown'

/** What somebody with this title works on; a department says it where the title does not. */
export const functionOf = (title: string, department = ''): JobFunction =>
  functionRules.find(({ pattern }) => pattern.test(title))?.area ??
  functionRules.find(({ pattern }) => pattern.test(department))?.area ??
  'other'
