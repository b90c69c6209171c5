import { askPart, type Asking, sayProblem, type SourceLine } from '#shared/engines/sources/part.ts'

import { type CompanySite, pagesOf } from '../crawl/company-site.ts'
import { functionOf } from '../words/read-title.ts'
import { type Board, findBoard } from './find-board.ts'
import { type BoardPage, boardQuestion } from './boards.ts'
import { type ApplicantSystem, type JobLevel, type PostedJob, type Role } from './job.ts'
import { jobsInLinks, jobsInNodes } from './site-jobs.ts'

/** The open roles found for a company. JSON. */
export type Hiring = {
  /** Null: there is no careers page, so the number is unknown. */
  openRoles: number | null
  /** All of them, newest first, then by title. */
  roles: Role[]
  ats: ApplicantSystem | 'none' | null
  source: SourceLine | null
  /** The page or board that shows the roles. */
  boardUrl: string | null
  unknowns: string[]
}

/** Pages of a board that are read. */
const MOST_PAGES = 5

const LEVELS: readonly { level: JobLevel; pattern: RegExp }[] = [
  { level: 'intern', pattern: /\bintern(?:ship)?\b|\btrainee\b|werkstudent|praktik|apprentice|working student/i },
  { level: 'c_level', pattern: /\bchief\b|\bc[etofmi]o\b/i },
  { level: 'vp', pattern: /\b[se]?vp\b|vice president/i },
  { level: 'director', pattern: /\bdirector\b|\bhead of\b/i },
  { level: 'manager', pattern: /\bmanager\b(?!.*\bproduct manager\b)/i },
  { level: 'lead', pattern: /\b(?:lead|staff|principal|architect)\b/i },
  { level: 'senior', pattern: /\b(?:senior|sr\.?)\b/i },
  { level: 'junior', pattern: /\b(?:junior|jr\.?|entry[ -]level|graduate|associate)\b/i },
]

/** Reads the company's board where its pages lead to one, else roles in JSON-LD, else the links of its careers page. */
export async function findJobs(asking: Asking, site: CompanySite): Promise<Hiring> {
  const board = findBoard(site.pages)
  const careers = pagesOf(site, 'careers')
  if (board !== null) {
    const found = await fromBoard(asking, board)
    if (found !== null) return found
  }
  const unread = board === null ? [] : [`roles: the board of ${board.system} could not be read`]
  const ats = board?.system ?? 'none'
  const onSite = jobsInNodes(site.pages)
  const jobs = onSite.length > 0 ? onSite : jobsInLinks(careers)
  if (careers.length === 0 && jobs.length === 0) {
    const why = site.failed.find(({ kind }) => kind === 'careers')?.problem
    const told =
      why === undefined
        ? 'careers: no careers page was found, so how many roles are open is not known'
        : `careers: the page could not be read (${why})`
    return {
      openRoles: null,
      roles: [],
      ats: board === null ? null : ats,
      source: null,
      boardUrl: board?.url ?? null,
      unknowns: [...unread, told],
    }
  }
  const isRead = jobs.length > 0
  return {
    openRoles: isRead || board === null ? unique(jobs, ats).length : null,
    roles: unique(jobs, ats),
    ats,
    source: null,
    boardUrl: careers[0]?.url ?? null,
    unknowns: [
      ...unread,
      ...(isRead && onSite.length === 0 ? ['posted_at: the careers page lists roles without dates'] : []),
    ],
  }
}

async function fromBoard(asking: Asking, board: Board): Promise<Hiring | null> {
  const question = boardQuestion(board.system, board.token)
  if (question === null) return null
  const part = await askPart(asking, question)
  const base = { ats: board.system, boardUrl: board.url }
  if (part.value === null) {
    if (part.problem === null) return null
    const unknowns = [`roles: ${board.system} did not answer (${sayProblem(part.problem)})`]
    return { ...base, openRoles: null, roles: [], source: null, unknowns }
  }
  const { jobs, isWhole, total } = await wholeBoard(asking, board, part.value)
  const roles = unique(jobs, board.system)
  const unread = `roles: only ${jobs.length} of ${total ?? 'more'} on the board were read; what is said of them is of those`
  return {
    ...base,
    openRoles: isWhole ? roles.length : total,
    roles,
    source: part.source,
    unknowns: isWhole ? [] : [unread],
  }
}

/** The pages of a board behind its first one, side by side. */
async function wholeBoard(asking: Asking, { system, token }: Board, { jobs, total, pages }: BoardPage) {
  const rest = await Promise.all(
    Array.from({ length: Math.max(0, Math.min(pages, MOST_PAGES) - 1) }, async (_, at) => {
      const question = boardQuestion(system, token, at + 1)
      return question === null ? null : (await askPart(asking, question)).value
    }),
  )
  return {
    jobs: [...jobs, ...rest.flatMap((page) => page?.jobs ?? [])],
    total,
    isWhole: total !== null && pages <= MOST_PAGES && rest.every((page) => page !== null),
  }
}

function unique(jobs: readonly PostedJob[], ats: Role['ats']): Role[] {
  const roles = jobs.map((job): Role => ({
    title: job.title,
    function: functionOf(job.title, job.department),
    seniority: LEVELS.find(({ pattern }) => pattern.test(job.title))?.level ?? 'mid',
    location: job.location,
    remote: job.remote,
    posted_at: job.postedAt,
    url: job.url,
    ats,
  }))
  const once = new Map(roles.map((role) => [`${role.title.toLowerCase()} ${role.location?.toLowerCase() ?? ''}`, role]))
  return [...once.values()].toSorted(
    (a, b) =>
      (b.posted_at ?? '').localeCompare(a.posted_at ?? '') || (a.title < b.title ? -1 : 1) || (a.url < b.url ? -1 : 1),
  )
}
