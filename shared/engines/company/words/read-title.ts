import { functionRules, type JobFunction, type Seniority, seniorityRules } from './titles.rules.ts'

/** The seniority of a title. */
export const seniorityOf = (title: string): Seniority =>
  seniorityRules.find(({ pattern }) => pattern.test(title))?.level ?? 'unknown'

/** The job function of a title; the department decides if the title does not show it. */
export const functionOf = (title: string, department = ''): JobFunction =>
  functionRules.find(({ pattern }) => pattern.test(title))?.area ??
  functionRules.find(({ pattern }) => pattern.test(department))?.area ??
  'other'
