import type { ControlKind, Node } from './read-capability.ts'

/** Entry, amplifiers, asset and sink of one way in and out. A capability may play two parts at once. */
export type Path = {
  entry: Node
  via: Node[]
  asset: Node
  sink: Node
  likelihood: number
  impact: number
  controls: string[]
}

/** Of every part the weightiest count; more of the same kind would add length, not insight. */
const MAX_PART = 30
const MAX_PATHS = 20_000
const MAX_STEPS = 5

const controlFactor: Record<ControlKind, number> = {
  confirm: 0.3,
  allowlist: 0.4,
  sandbox: 0.5,
  redaction: 0.5,
  rate_limit: 0.8,
  isolation: 0,
}

/** How a control on a node lowers the chance that a path goes through it in a part it plays. */
function passing(node: Node, part: 'entry' | 'via' | 'asset' | 'sink'): number {
  return node.controls.reduce((chance, control) => {
    // Redaction cleans what is read, a sandbox holds what runs; neither does anything elsewhere.
    if (control === 'redaction' && part === 'sink') return chance
    if (control === 'sandbox' && part === 'asset') return chance
    return chance * controlFactor[control]
  }, 1)
}

/**
 * Simple paths entry, amplifiers, asset, sink of up to five capabilities. Without `flows` all capabilities share one
 * context; with them data goes only along the flows named. A node under isolation has no edges.
 */
export function findPaths(
  nodes: readonly Node[],
  flows: ReadonlyMap<string, ReadonlySet<string>> | null,
  environment: number,
): Path[] {
  const open = nodes.filter(({ controls }) => !controls.includes('isolation'))
  const top = (is: (node: Node) => boolean, weight: (node: Node) => number) =>
    open
      .filter(is)
      .sort((a, b) => weight(b) - weight(a) || (a.name < b.name ? -1 : 1))
      .slice(0, MAX_PART)
  const entries = top(
    ({ isEntry }) => isEntry,
    ({ entryLikelihood }) => entryLikelihood,
  )
  const assets = top(
    ({ isSource }) => isSource,
    ({ assetWeight }) => assetWeight,
  )
  const sinks = top(
    ({ isSink }) => isSink,
    ({ sinkWeight }) => sinkWeight,
  )
  const amplifiers = top(
    ({ isAmplifier }) => isAmplifier,
    ({ sinkWeight }) => sinkWeight,
  ).slice(0, 5)
  const reaches = (from: Node, to: Node) =>
    from.name === to.name || flows === null || (flows.get(from.name)?.has(to.name) ?? false)
  const paths: Path[] = []
  for (const entry of entries) {
    for (const asset of assets) {
      for (const sink of sinks) {
        // An executing or paying sink needs no asset in between, but it is the same path with a better prize.
        for (const via of [
          [],
          ...amplifiers.filter((one) => ![entry, asset, sink].includes(one)).map((one) => [one]),
        ]) {
          const steps = [...new Set([entry, ...via, asset, sink])]
          if (
            paths.length >= MAX_PATHS ||
            steps.length > MAX_STEPS ||
            (steps.length < 2 && !(entry.isSource && entry.isSink))
          )
            continue
          // In one shared context a detour adds nothing, unless the amplifier keeps what it heard.
          if (flows === null && via.length > 0 && via[0]?.kind !== 'memory' && via[0]?.kind !== 'subagent') continue
          if (!steps.every((node, index) => index === 0 || reaches(steps[index - 1] ?? node, node))) continue
          paths.push(weigh({ entry, via, asset, sink }, steps, environment))
        }
      }
    }
  }
  return [...paths, ...directPaths(entries, sinks, reaches, environment)]
}

/** A stranger's text that reaches code, money or identity does harm without any secret. */
function directPaths(
  entries: readonly Node[],
  sinks: readonly Node[],
  reaches: (from: Node, to: Node) => boolean,
  environment: number,
): Path[] {
  const acting = sinks.filter(({ effects }) =>
    effects.some((effect) => effect === 'executes' || effect === 'money' || effect === 'identity'),
  )
  return entries.flatMap((entry) =>
    acting
      .filter((sink) => sink !== entry && reaches(entry, sink))
      .map((sink) => weigh({ entry, via: [], asset: sink, sink }, [entry, sink], environment, 0.85)),
  )
}

function weigh(
  parts: Pick<Path, 'entry' | 'via' | 'asset' | 'sink'>,
  steps: readonly Node[],
  environment: number,
  prize?: number,
): Path {
  const { entry, via, asset, sink } = parts
  const partOf = (node: Node) => (node === sink ? 'sink' : node === asset ? 'asset' : node === entry ? 'entry' : 'via')
  const controlled = steps.reduce((chance, node) => chance * passing(node, partOf(node)), entry.entryLikelihood)
  // Each further hop is one more thing that has to work.
  const likelihood = Math.round(controlled * 0.9 ** via.length * 1_000) / 1_000
  return {
    ...parts,
    likelihood,
    impact: (prize ?? asset.assetWeight) * sink.sinkWeight * environment,
    controls: steps.flatMap(({ name, controls }) => controls.map((control) => `${control} on ${name}`)),
  }
}
