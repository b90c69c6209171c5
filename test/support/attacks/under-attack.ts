import { setTimeout as pause } from 'node:timers/promises'

import { reportMeasured } from '../measure/report-measured.ts'
import { p99Of, payAtRate, type PayOnce } from './pay-at-rate.ts'
import type { Attacker } from './start-attacker.ts'

/** Modest: what other callers send takes a tenth of what an ingress can do, so that what they notice is the attack. */
const PER_SECOND = 25
const SECONDS = 24
/** An attack is given so long to reach its strength, and as long to fade before the next thing is measured. */
const SETTLE_MS = 3_000

/** Measures each group of callers while nothing else happens and then during an attack, in one run on one machine. */
export async function underAttack<Group extends string>(
  name: string,
  groups: Readonly<Record<Group, readonly PayOnce[]>>,
  start: () => Promise<Attacker>,
): Promise<{ ratios: Record<Group, number>; statuses: string[]; attack: Record<string, number> }> {
  // Safe: the keys of the record.
  const names = Object.keys(groups) as Group[]
  const measure = async (seconds: number) => {
    const rate = { perSecond: Math.floor(PER_SECOND / names.length), seconds }
    return Promise.all(names.map((group) => payAtRate(groups[group], rate)))
  }
  // What the first calls load and compile is not what is measured.
  await measure(2)
  const before = await measure(SECONDS)
  const attacker = await start()
  await pause(SETTLE_MS)
  const during = await measure(SECONDS)
  const attack = await attacker.stop()
  await pause(SETTLE_MS)

  const ratios = names.map((group, nth): [Group, number] => {
    const quiet = p99Of(before[nth])
    const attacked = p99Of(during[nth])
    const ratio = attacked / quiet
    reportMeasured(
      `${name}: p99 of ${group} ${attacked.toFixed(1)} ms, quiet ${quiet.toFixed(1)} ms, ${ratio.toFixed(2)} times; answers ${JSON.stringify(during[nth]?.statuses)}; the attack got ${JSON.stringify(attack)}`,
    )
    return [group, ratio]
  })
  const statuses = [...before, ...during].flatMap((one) => Object.keys(one.statuses))
  // Safe: one entry for each name.
  return { ratios: Object.fromEntries(ratios) as Record<Group, number>, statuses: [...new Set(statuses)], attack }
}
