import type { HeardSegment } from '#shared/doors/model.ts'

export type Segment = {
  start: number
  end: number
  text: string
  confidence: number | null
  no_speech_prob: number | null
}
export type Transcript = { text: string; segments: Segment[]; speech: boolean; repeated: boolean }

/** A segment is no speech when the model says so and is unsure of the words. */
const [NO_SPEECH, UNSURE] = [0.6, -1]
/** The model says so this plainly: whatever words it then gives are made up. */
const SURELY_SILENT = 0.9
const GRAM = 3
const MOST_REPEATS = 5

/** What was heard, without what was not said: silence, and words a model got caught in. Times never run backwards. */
export function transcriptOf(
  heard: { text: string; segments: readonly HeardSegment[] },
  durationS: number,
): Transcript {
  let at = 0
  let repeated = false
  const segments = heard.segments.flatMap(({ start, end, text, avgLogprob, noSpeechProb }): Segment[] => {
    const isSilent =
      (noSpeechProb ?? 0) > SURELY_SILENT ||
      ((noSpeechProb ?? 0) > NO_SPEECH && (avgLogprob ?? Number.NEGATIVE_INFINITY) < UNSURE)
    if (isSilent) return []
    const cut = withoutLoops(text.trim())
    repeated ||= cut.wasCut
    if (cut.text === '') return []
    const from = Math.min(Math.max(start, at), durationS)
    at = Math.min(Math.max(end, from), durationS)
    return [
      {
        start: rounded(from),
        end: rounded(at),
        text: cut.text,
        confidence: avgLogprob === null ? null : rounded(Math.exp(Math.min(0, avgLogprob))),
        no_speech_prob: noSpeechProb,
      },
    ]
  })
  const kept = withoutRepeatedSegments(segments)
  const whole =
    heard.segments.length === 0
      ? withoutLoops(heard.text.trim())
      : withoutLoops(kept.segments.map(({ text }) => text).join(' '))
  return {
    text: whole.text,
    segments: kept.segments,
    speech: whole.text !== '',
    repeated: repeated || kept.wasCut || whole.wasCut,
  }
}

/** Removes segments that repeat one line more than MOST_REPEATS times in a row. */
function withoutRepeatedSegments(segments: readonly Segment[]): { segments: Segment[]; wasCut: boolean } {
  let run = 0
  const kept = segments.filter(({ text }, at) => {
    run = at > 0 && segments[at - 1]?.text === text ? run + 1 : 1
    return run <= MOST_REPEATS
  })
  return { segments: kept, wasCut: kept.length < segments.length }
}

/** Cuts a text where three words have come more than five times right after one another. */
function withoutLoops(text: string): { text: string; wasCut: boolean } {
  const words = text.split(/\s+/).filter((word) => word !== '')
  const plain = words.map((word) => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''))
  for (let length = 1; length <= GRAM; length += 1) {
    let run = 0
    for (let at = length; at < plain.length; at += 1) {
      run = plain[at] !== '' && plain[at] === plain[at - length] ? run + 1 : 0
      if (run >= length * MOST_REPEATS) return { text: words.slice(0, at - run + 1).join(' '), wasCut: true }
    }
  }
  return { text, wasCut: false }
}

const rounded = (value: number) => Math.round(value * 1_000) / 1_000
