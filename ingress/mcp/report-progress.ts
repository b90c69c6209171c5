import { setTimeout as pause } from 'node:timers/promises'

import { type StepLine, readSteps, stepLine } from '#shared/calls/steps.ts'
import { callRangeOf } from '#shared/lib/request-id.ts'

import type { IngressDeps } from '../deps.ts'

/** A call that is answered sooner than this is not looked at; a longer one this often, in milliseconds. */
const LOOK_MS = 1_000

/**
 * Tells about the steps of the call that a request makes, until `done` is aborted: once for each step that begins or ends.
 * `tell` gets the number of steps seen so far.
 */
export async function reportProgress(
  { db, log }: Pick<IngressDeps, 'db' | 'log'>,
  requestId: string,
  done: AbortSignal,
  tell: (progress: number, step: StepLine) => Promise<void>,
): Promise<void> {
  const range = callRangeOf(requestId)
  if (range === null) return
  const told = new Map<string, StepLine['state']>()
  let callId: string | undefined
  let progress = 0
  try {
    for (;;) {
      await pause(LOOK_MS, undefined, { signal: done })
      callId ??= await findCall(db.pg, range)
      for (const step of callId === undefined ? [] : await readSteps(db.pg, callId)) {
        if (told.get(step.step) === step.state) continue
        told.set(step.step, step.state)
        progress += 1
        await tell(progress, stepLine(step))
      }
    }
  } catch (error) {
    if (!done.aborted) log.warn({ err: error, requestId }, 'the progress of a call could not be told')
  }
}

async function findCall(pg: IngressDeps['db']['pg'], { from, to }: { from: string; to: string }) {
  // SQL: the primary key's range, which a request id names; the ingress asks it once for a call that runs long.
  const { rows } = await pg.query<{ id: string }>({
    name: 'call-of-request',
    text: 'select id from call where id between $1 and $2 limit 1',
    values: [from, to],
  })
  return rows[0]?.id
}
