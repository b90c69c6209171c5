import { nullIfRefused } from '#shared/errors.ts'
import { askPart, type Part, sayProblem } from '#shared/engines/sources/part.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'

import { type Advisories, lookUpAdvisories } from './advisories/look-up-advisories.ts'
import type { Indicator } from './indicators/indicator.ts'
import { readWorkflows, type WorkflowFacts } from './indicators/workflow-risks.ts'
import { type Inventory, readInventory, readTexts } from './read-inventory.ts'
import { readRepoUrl } from './repo-url.ts'
import { type Scorecard, scorecardQuestion } from './scorecard.ts'

/** Everything that was learned of a repository. A part without a value has a problem, or says that there is none. */
export type RepoFacts = Inventory & {
  now: Date
  scorecard: Part<Scorecard>
  advisories: Part<Advisories>
  /** Null while the tree could not be read. */
  workflows: WorkflowFacts | null
  indicators: readonly Indicator[] | null
  /** Texts that were looked through, those that should have been, and those past the limit. */
  scan: { read: number; wanted: number; left: number }
  unknowns: readonly string[]
}

const SCAN_MS = 15_000
const COMPUTE_MS = 8_000
const NOTHING = { value: null, source: null, problem: null }

/** Gathers what is public of a repository. Throws what `readInventory` throws; everything else may be missing. */
export async function collectRepo(
  repoUrl: string,
  wantedRef: string | undefined,
  doors: Pick<OutcomeContext, 'upstreams' | 'compute' | 'signal' | 'now'>,
): Promise<RepoFacts> {
  const ref = readRepoUrl(repoUrl)
  const [inventory, scorecard] = await Promise.all([
    readInventory(repoUrl, wantedRef, doors),
    ref === null ? NOTHING : askPart(doors, scorecardQuestion(ref)),
  ])
  const { tree, chosen, manifests, locked } = inventory
  const scanning = async () => {
    const untilMs = performance.now() + SCAN_MS
    const texts = await readTexts(doors, inventory, [...chosen.workflows, ...chosen.scanned], untilMs)
    const inWorkflows = texts.filter(({ path }) => chosen.workflows.includes(path))
    const workflows = readWorkflows(inWorkflows)
    const paths = (tree.value?.files ?? []).map(({ path }) => path)
    const found = await doors.compute(
      'findIndicators',
      { texts, manifests, paths },
      { signal: doors.signal, cpuMs: COMPUTE_MS },
    )
    return { workflows, indicators: [...found, ...workflows.indicators], read: texts.length }
  }
  const [advisories, scan] = await Promise.all([
    locked.length === 0 ? NOTHING : lookUpAdvisories(doors, locked),
    tree.value === null ? null : scanning().catch(nullIfRefused),
  ])
  const wanted = chosen.scanned.length + chosen.workflows.length
  const problems = { commits: inventory.commits, releases: inventory.releases, tree, scorecard, osv: advisories }
  return {
    ...inventory,
    now: doors.now(),
    scorecard,
    advisories,
    workflows: scan?.workflows ?? null,
    indicators: scan?.indicators ?? null,
    scan: { read: scan?.read ?? 0, wanted, left: chosen.left },
    unknowns: [
      ...Object.entries(problems).flatMap(([part, { problem }]) =>
        problem === null ? [] : [`${part}: ${sayProblem(problem)}`],
      ),
      ...(tree.value?.truncated === true ? ['tree: the host lists only a part of the files'] : []),
      ...inventory.problems.map((problem) => `dependencies: ${problem}`),
      ...(tree.value !== null && scan === null ? ['code: the scan did not end in time'] : []),
      ...(scan !== null && scan.read < wanted
        ? [`code: ${wanted - scan.read} of ${wanted} files could not be fetched`]
        : []),
      ...(chosen.left > 0 ? [`code: ${chosen.left} further files were not looked through`] : []),
    ],
  }
}
