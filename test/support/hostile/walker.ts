import type { Cluster, Member } from '../world/cluster.ts'
import { pauseMeter } from '../measure/pause-meter.ts'
import type { Pause } from '../measure/report-pauses.ts'
import { type Sent, send } from './send.ts'

/** Something hostile to send. */
export type Hostile = { name: string; request: Sent }

/** A pause and what was being answered; `repeated` is the pause of the same request, sent once more. */
export type Noticed = Pause & { name: string; repeated: Pause }

export const tellPause = ({ pauseMs, cpuMs, gcMs, gcKinds, name, repeated }: Noticed): string =>
  `${Math.round(pauseMs)} ms (${Math.round(cpuMs)} ms of processor, ${Math.round(gcMs)} ms of garbage collection${gcKinds.length > 0 ? ` of kinds ${gcKinds.join('+')}` : ''}; sent again ${Math.round(repeated.pauseMs)} ms, ${Math.round(repeated.cpuMs)} of processor): ${name}`

/** Who has not answered by then is left: some requests wait for a worker, which is no pause. */
const LATE_MS = 1_000
/** An ingress that does not even answer the meter for this long is killed, and the walk goes on with another. */
const HUNG_MS = 4_000
/** Requests between two looks at the meter. */
const TOGETHER = 12
const NO_PAUSE: Pause = { pauseMs: 0, cpuMs: 0, gcMs: 0, gcKinds: [] }
/** As far as anybody can tell who does not get an answer. */
const HUNG: Pause = { ...NO_PAUSE, pauseMs: HUNG_MS, cpuMs: HUNG_MS }

/**
 * Sends hostile requests to one ingress, one after the other, each from a client address of its own, and notices every
 * pause of `limitMs`. The requests around such a pause are sent again one by one, to find which one it was.
 */
export async function startWalker(cluster: Cluster, env: Record<string, string>, limitMs: number) {
  const meter = pauseMeter()
  let ingress: Member = await cluster.ingress({ ...env, ...meter.nextEnv() })
  let sent = 0
  const statuses = new Map<number | null, number>()
  const noticed: Noticed[] = []
  let longest: Noticed = { ...NO_PAUSE, name: 'nothing', repeated: NO_PAUSE }
  let batch: Hostile[] = []

  const note = (pause: Pause, name: string, repeated = NO_PAUSE) => {
    const one = { ...pause, name, repeated }
    if (pause.pauseMs < limitMs) longest = pause.pauseMs > longest.pauseMs ? one : longest
    else {
      noticed.push(one)
      process.stdout.write(`${tellPause(one)}\n`)
    }
  }

  /** What the meter says; null when the ingress hangs. */
  const pauseUnlessHung = () =>
    Promise.race([meter.longest(), new Promise<null>((no) => setTimeout(() => no(null), HUNG_MS))])

  /** Sends one and answers whether the ingress survived it; one that hangs is ended and replaced. */
  const survives = async ({ name, request }: Hostile): Promise<boolean> => {
    sent += 1
    // Every request has an address of its own, so that no limit of an address keeps a body from being read.
    const address = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`
    const headers = { ...request.headers, 'x-forwarded-for': address }
    const { status } = await send(ingress.baseUrl, { ...request, headers }, LATE_MS)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status !== null) return true
    const pause = await pauseUnlessHung()
    if (pause !== null) {
      note(pause, name)
      return true
    }
    await cluster.kill(ingress)
    ingress = await cluster.ingress({ ...env, ...meter.nextEnv() })
    await meter.longest()
    return false
  }

  const look = async () => {
    const suspects = batch
    batch = []
    const pause = await meter.longest()
    const worked = Math.max(pause.cpuMs, pause.gcMs)
    if (pause.pauseMs < limitMs || worked < limitMs / 2) return note(pause, `one before ${suspects.at(-1)?.name}`)
    const tries: Noticed[] = []
    for (const suspect of suspects) {
      const survived = await survives(suspect)
      tries.push({ ...(survived ? await meter.longest() : HUNG), name: suspect.name, repeated: NO_PAUSE })
    }
    const [worst] = tries.toSorted((one, other) => other.pauseMs - one.pauseMs)
    note(pause, worst?.name ?? 'nothing', worst)
  }

  return {
    statuses,
    noticed,
    get baseUrl() {
      return ingress.baseUrl
    },
    /** The longest of those that were under the limit. */
    get longest() {
      return longest
    },
    get sent() {
      return sent
    },
    /** Whether the ingress survived it. */
    async send(hostile: Hostile): Promise<boolean> {
      if (!(await survives(hostile))) {
        note(HUNG, hostile.name)
        batch = []
        return false
      }
      if (batch.push(hostile) === TOGETHER) await look()
      return true
    },
    look,
    /** Forgets what was measured since the last look. */
    forget: () => meter.longest(),
    close: () => meter.close(),
  }
}
