import type { Db } from '#shared/db/open-db.ts'
import { inUnitOfWork } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'
import { listDisputes } from '#shared/market/jobs/board/list-disputes.ts'
import { decideDispute, openDispute } from '#shared/market/jobs/work/decide-dispute.ts'
import { uuidOf } from '#shared/market/public-id.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'

import { AccessError } from './installation-access.ts'
import { BOARD_STEPS, type BoardCommand, isBoardStep, readBoardCommand } from './board-command.ts'
import { type Options, takesOnly, UsageError } from './usage-error.ts'

/** What an operator does about the jobs board. */
export type JobCommand =
  | { name: 'job disputes' }
  | { name: 'job dispute'; job: string; reason: string }
  | { name: 'job decide'; job: string; reason: string; workerPercent: number }

export const isJobCommand = (command: { name: string }): command is JobCommand => command.name.startsWith('job ')

const MOST_CHARACTERS = 2_000

/** Parses what follows `job`. Throws UsageError unless it is a complete, known command. */
export function readJobCommand(
  [verb, ...words]: readonly string[],
  options: Options,
): JobCommand | BoardCommand | { name: 'accounts' } {
  if (isBoardStep(verb, options)) return readBoardCommand(verb, words, options)
  switch (verb) {
    case 'accounts':
      takesOnly('job accounts', { words, options })
      return { name: 'accounts' }
    case 'disputes':
      takesOnly('job disputes', { words, options })
      return { name: 'job disputes' }
    case 'dispute':
      takesOnly('job dispute', { words, options }, 'job', 'reason')
      return { name: 'job dispute', ...saidOf('dispute', options) }
    case 'decide': {
      takesOnly('job decide', { words, options }, 'job', 'reason', 'percent')
      const { percent = '' } = options
      if (!/^\d{1,3}$/.test(percent) || Number(percent) > 100)
        throw new UsageError('job decide needs --percent with what the worker gets of the bid, 0 to 100.')
      return { name: 'job decide', ...saidOf('decide', options), workerPercent: Number(percent) }
    }
    default:
      throw new UsageError(
        `What follows job is ${[...Object.keys(BOARD_STEPS), 'accounts', 'disputes'].join(', ')} or decide.`,
      )
  }
}

function saidOf(verb: string, { job = '', reason = '' }: Options): { job: string; reason: string } {
  if (uuidOf('job', job) === null) throw new UsageError(`job ${verb} needs --job with the id of a job (job_…).`)
  const said = reason.trim()
  if (said === '' || said.length > MOST_CHARACTERS)
    throw new UsageError(`job ${verb} needs --reason with 1 to ${MOST_CHARACTERS} characters; both sides see it.`)
  return { job, reason: said }
}

/** Runs a command about jobs. Throws AccessError, one line, when the job is in no state for it. */
export async function runJobCommand(
  db: Pick<Db, 'pg' | 'em'>,
  mint: CredentialMint,
  command: JobCommand,
): Promise<Record<string, unknown>> {
  if (command.name === 'job disputes') return { disputes: await listDisputes(db.pg) }
  try {
    const { status } = await inUnitOfWork(db, (em) =>
      command.name === 'job dispute'
        ? openDispute(em, mint, command)
        : decideDispute(em, mint, { ...command, workerBps: command.workerPercent * 100 }),
    )
    return { job_id: command.job, status }
  } catch (error) {
    if (error instanceof Refusal) throw new AccessError(error.message)
    throw error
  }
}
