import type { z } from 'zod'

import { uuidOf } from '#shared/market/public-id.ts'
import { DeliveryBody, PostJob, ProposalBody, ReviewBody, StatementBody } from '#shared/market/jobs/job-fields.ts'

import { readFields } from './read-fields.ts'
import { type Options, takesOnly, UsageError } from './usage-error.ts'

/** What posters and workers do on the jobs board: the request of each step, and the schema of its body. */
export const BOARD_STEPS = {
  list: { method: 'GET', path: () => '/api/v1/jobs-feed', body: null },
  show: { method: 'GET', path: (job: string) => `/api/jobs/${job}`, body: null },
  proposals: { method: 'GET', path: (job: string) => `/api/jobs/${job}/proposals`, body: null },
  post: { method: 'POST', path: () => '/api/jobs', body: PostJob },
  propose: { method: 'POST', path: (job: string) => `/api/ai-agents/jobs/${job}/proposals`, body: ProposalBody },
  hire: { method: 'POST', path: (job: string) => `/api/jobs/${job}/hire`, body: null },
  deliver: { method: 'POST', path: (job: string) => `/api/jobs/${job}/deliver`, body: DeliveryBody },
  'request-changes': { method: 'POST', path: (job: string) => `/api/jobs/${job}/request-changes`, body: StatementBody },
  accept: { method: 'POST', path: (job: string) => `/api/jobs/${job}/accept`, body: null },
  dispute: { method: 'POST', path: (job: string) => `/api/jobs/${job}/dispute`, body: StatementBody },
  answer: { method: 'POST', path: (job: string) => `/api/jobs/${job}/dispute/answer`, body: StatementBody },
  cancel: { method: 'POST', path: (job: string) => `/api/jobs/${job}/cancel`, body: StatementBody },
  review: { method: 'POST', path: (job: string) => `/api/jobs/${job}/review`, body: ReviewBody },
} as const satisfies Record<string, { method: string; path: (job: string) => string; body: z.ZodType | null }>

export type BoardStep = keyof typeof BOARD_STEPS
/** The demo accounts of the playground. */
export const DEMO_ACCOUNTS = ['poster', 'worker'] as const
const PAYERS = ['key', 'base', 'solana', 'card'] as const

/**
 * A step on the jobs board in the name of an account: a demo account of the playground (`as`), or the one of an API key
 * (`account`) of the service at `url`, the playground unless said. A hire is paid by a prepaid key (`key`, else a new
 * one is granted), from a demo wallet, or by `card`: then the answer is what a card form needs.
 */
export type BoardCommand = {
  name: 'board'
  step: BoardStep
  job: string
  fields: ReadonlyMap<string, string>
  as?: (typeof DEMO_ACCOUNTS)[number]
  account?: string
  url?: string
  pay?: (typeof PAYERS)[number]
  key?: string
  json?: boolean
}

/** Whether what follows `job` is a step of a poster or worker. Without --as or --account, `job dispute` is the operator's. */
export const isBoardStep = (verb: string | undefined, { as, account }: Options): verb is BoardStep =>
  verb !== undefined &&
  Object.hasOwn(BOARD_STEPS, verb) &&
  (verb !== 'dispute' || as !== undefined || account !== undefined)

/** Parses a step of the board. Throws UsageError unless it is complete. */
export function readBoardCommand(step: BoardStep, words: readonly string[], options: Options): BoardCommand {
  const command = `job ${step}`
  const paying = step === 'hire' ? (['pay', 'key'] as const) : []
  const whose = step === 'list' ? [] : (['as', 'account'] as const)
  const onJob = step === 'list' || step === 'post' ? [] : (['job'] as const)
  takesOnly(command, { words: [], options }, 'url', 'json', ...onJob, ...whose, ...paying)
  const { job = '', account, url, key, json } = options
  if (onJob.length > 0 && uuidOf('job', job) === null)
    throw new UsageError(`${command} needs --job with the id of a job (job_…).`)
  const as = DEMO_ACCOUNTS.find((name) => name === options.as)
  if (options.as !== undefined && as === undefined)
    throw new UsageError(`--as is one of the playground's accounts: ${DEMO_ACCOUNTS.join(' or ')}.`)
  if (as !== undefined && (account !== undefined || url !== undefined))
    throw new UsageError('--as is an account of the playground; elsewhere --account takes an API key.')
  if (step !== 'list' && step !== 'show' && as === undefined && account === undefined)
    throw new UsageError(`${command} needs --as poster or worker, or --account with an API key.`)
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new UsageError('--url takes the http(s) address of a service.')
  const pay = PAYERS.find((name) => name === (options.pay ?? (key === undefined ? undefined : 'key')))
  if (step === 'hire' && pay === undefined) throw new UsageError(`${command} needs --pay: ${PAYERS.join(', ')}.`)
  if (key !== undefined && pay !== 'key') throw new UsageError('--key goes with --pay key.')
  if (url !== undefined && pay !== undefined && pay !== 'card' && key === undefined)
    throw new UsageError(
      'Elsewhere a hire is paid by --key or --pay card; the demo wallets pay in the playground alone.',
    )
  return {
    name: 'board',
    step,
    job,
    fields: readFields(words, command),
    ...(as === undefined ? {} : { as }),
    ...(account === undefined ? {} : { account }),
    ...(url === undefined ? {} : { url: url.replace(/\/+$/, '') }),
    ...(pay === undefined ? {} : { pay }),
    ...(key === undefined ? {} : { key }),
    ...(json === true ? { json } : {}),
  }
}
