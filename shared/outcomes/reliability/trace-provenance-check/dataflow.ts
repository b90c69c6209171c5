import type { Span } from './span.ts'
import type { SpanTree } from './span-tree.ts'

export type Dataflow = {
  /** Pairs of spans where the output of the one is the input of a later one. */
  edges: number
  /** Spans below a root whose input nobody before them put out or was given. */
  broken: Span[]
  /** Whether something that suits `fits` put out what a span took in. */
  isFedBy: (span: Span, fits: (producer: Span) => boolean) => boolean
}

/** What flows from span to span, by digest. */
export function dataflowOf(tree: SpanTree): Dataflow {
  const outputs = new Map<string, Span[]>()
  for (const span of tree.byKey.values()) {
    if (span.outputDigest === null) continue
    const same = outputs.get(span.outputDigest)
    if (same === undefined) outputs.set(span.outputDigest, [span])
    else same.push(span)
  }
  const candidates = ({ inputDigest }: Span) => (inputDigest === null ? [] : (outputs.get(inputDigest) ?? []))
  let edges = 0
  const broken: Span[] = []
  for (const span of tree.byKey.values()) {
    if (span.inputDigest === null) continue
    let producers = 0
    for (const producer of candidates(span)) if (producer !== span && isBefore(producer, span)) producers += 1
    edges += producers
    if (producers === 0 && tree.parentOf(span) !== undefined && !isHandedDown(span, tree)) broken.push(span)
  }
  return {
    edges,
    broken,
    isFedBy: (span, fits) =>
      candidates(span).some((producer) => producer !== span && fits(producer) && isBefore(producer, span)),
  }
}

/** Later is what starts after the other ended; without times nothing speaks against it. */
const isBefore = ({ end }: Span, { start }: Span) => end === null || start === null || end <= start

/** How far up an input is looked for that was handed down. */
const MOST_UP = 50

const isHandedDown = (span: Span, tree: SpanTree) =>
  tree.pathUp(span, MOST_UP).some((above) => above !== span && above.inputDigest === span.inputDigest)
