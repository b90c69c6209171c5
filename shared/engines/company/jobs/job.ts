import type { JobFunction } from '../words/titles.rules.ts'

/** The systems in which companies list their open roles. */
export const applicantSystems = [
  'greenhouse',
  'lever',
  'ashby',
  'workable',
  'recruitee',
  'personio',
  'smartrecruiters',
] as const
export type ApplicantSystem = (typeof applicantSystems)[number]

export const jobLevels = ['intern', 'junior', 'mid', 'senior', 'lead', 'manager', 'director', 'vp', 'c_level'] as const
export type JobLevel = (typeof jobLevels)[number]

/** One open role as a board or a page shows it. */
export type PostedJob = {
  title: string
  department: string
  location: string | null
  remote: boolean | null
  /** ISO 8601. */
  postedAt: string | null
  url: string
}

/** One open role, classified, in wire names. */
export type Role = {
  title: string
  function: JobFunction
  seniority: JobLevel
  location: string | null
  remote: boolean | null
  posted_at: string | null
  url: string
  ats: ApplicantSystem | 'none'
}
